"""Questions of every family with their golds, worked out by hand from the small key."""

BY_HAND = {
    "Take the region with the largest electricity consumption in 2020. What was its number of metering points in 2022? "
    "Answer as a whole number.": "4400",
    "For the region whose domestic tariff in 2020 was the highest of all regions, what was its electricity consumption "
    "in 2021? Give the result in TWh with three decimals.": "0.210",
    "What was the household electricity price in 2020 for the region with the smallest number of connections in 2021? "
    "Give it in crowns per MWh with one decimal.": "200.0",
    "What was the domestic tariff in 2020 for the region with the smallest number of connections in 2021? Give it in "
    "crowns per MWh with one decimal. The measure meant is household electricity price.": "200.0",
    # 189/200 - 1 = -5.5 %, 1805/2000 - 1 = -9.75 %
    "Answer in percentage points, with a plus or minus sign and two decimals: for the region with the highest domestic "
    "tariff in 2020, what was the percentage growth of its electricity consumption from 2020 to 2022 minus that of its "
    "number of metering points?": "+4.25",
    # the mean of 5 % and -10 %, less the mean of -5 % and -5 %
    "For the region with the highest domestic tariff in 2020, work out the mean year-on-year growth rate of its "
    "electricity consumption from 2020 to 2022 minus that of its number of metering points. Take the arithmetic mean "
    "of the yearly percentage changes. State it in percentage points, with a plus or minus sign and two "
    "decimals.": "+2.50",
    "Report, as a percentage with a plus or minus sign and two decimals, the compound annual growth rate of the "
    "electricity consumption from 2020 to 2022 for the region with the smallest electricity consumption in "
    "2020.": "+10.00",
    # 10 % a year by 5 % a year down
    "We need one figure for the region with the lowest percentage growth of the number of metering points from 2020 to "
    "2022: the compound annual growth rate of its number of metering points from 2020 to 2022 divided by that of its "
    "number of connections. Report it as a plain number with three decimals.": "1.000",
    "Of all regions, find the one with the highest ratio of electricity consumption to the number of metering points "
    "in 2021. For that region, determine the percentage change of its electricity consumption to 2022, measured "
    "from the largest yearly value in the years from 2020 to 2022. The largest value is the base. Answer as a "
    "percentage with a plus or minus sign and two decimals.": "-10.00",
    "Take the region with the smallest electricity consumption in 2020. What was the yearly growth rate of its "
    "electricity consumption by a log-linear trend over all years from 2020 to 2022? Fit an ordinary least-squares "
    "line to the natural logarithm of the yearly values against the year and take exp(slope) - 1. Answer as a "
    "percentage with a plus or minus sign and three decimals.": "+10.000",
    # 200 of 600
    "What was the electricity consumption in 2020 as a percentage of the sum over all regions for the region with the "
    "highest domestic tariff in 2020? Give it as a percentage with two decimals.": "33.33",
    # 330 GWh for 4400 points, 121 for 1210: 75 and 100 MWh each
    "Take the region with the largest electricity consumption in 2022. What was its electricity consumption per "
    "metering point in 2022 less the same figure of the region with the smallest electricity consumption in 2022? "
    "Answer in MWh per metering point, with a plus or minus sign and three decimals.": "-25.000",
    # the tariff of Birk rose from 22 to 22.5, so the growth of its consumption counts
    "For the region with the highest domestic tariff in 2020, what was the percentage growth from 2020 to 2022 of its "
    "electricity consumption if its domestic tariff was higher in 2022 than in 2020, and otherwise that of its number "
    "of metering points? Give the result as a percentage with a plus or minus sign and two decimals.": "-5.50",
    # 365 days from the first to the last
    "For the region with the smallest electricity consumption in 2020, what was the annualised rate of change of its "
    "network tariff between the first day on which it is recorded, in 2021, and the last one, in 2022? Annualise over "
    "the exact number of days between the two, with a year of 365 days. Give the result as a percentage with a plus or "
    "minus sign and two decimals.": "+10.00",
    "Take the region with the highest domestic tariff in 2020. What was its number of metering points in the year, of "
    "those from 2020 to 2022, in which its electricity consumption was largest? Answer as a whole number.": "1900",
    # from 210 to 189
    "Take the region with the highest domestic tariff in 2020. What was the percentage change of its electricity "
    "consumption to 2022, measured from the year, of those from 2020 to 2021, in which its number of metering points "
    "was smallest? Answer as a percentage with a plus or minus sign and two decimals.": "-10.00",
    # the sums are 600, 620 and 640; in 2022 Cold is first by points
    "We need one figure for the region with the largest number of metering points in the year, of those from 2020 to "
    "2022, in which the sum of the electricity consumption of all regions was largest: its electricity consumption in "
    "2020. Report it in GWh as a whole number.": "300",
    # 360 TJ are 100 GWh
    "Take the region with the highest domestic tariff in 2020. What was its electricity consumption in 2020 minus its "
    "district heat supply in the same year? Answer in GWh with a plus or minus sign, as a whole number.": "+100",
    "Take the region with the highest domestic tariff in 2020. What was its district heat supply in 2020 as a "
    "percentage of its electricity consumption in the same year? Answer as a percentage with two decimals.": "50.00",
    # 110 restated from 100
    "For the region with the smallest electricity consumption in 2020, what was the percentage revision of its "
    "electricity consumption for 2021, from the figure first published to the latest, restated one? Give the result as "
    "a percentage with a plus or minus sign and two decimals.": "+10.00",
    "Take the region with the smallest electricity consumption in 2020. What was the total number of its visits "
    "over the twelve months of 2021? Answer as a whole number.": "78",
    "Report, as a whole number, the total number of visits over the twelve months of 2021 for the region with the "
    "smallest electricity consumption in 2020. If the documents do not give it, answer null.": "78",
    "Take the region with the smallest electricity consumption in 2020. What was the total of its number of visits "
    "over the twelve months of the fiscal year from February 2021 to January 2022? Answer as a whole number.": "90",
    # from 90 to 234
    "Take the region with the smallest electricity consumption in 2020. What was the percentage growth of the total "
    "number of its visits from the fiscal year of February 2021 to January 2022 to the fiscal year of February 2022 to "
    "January 2023? Answer as a percentage with a plus or minus sign and two decimals.": "+160.00",
    "Of all power stations, find the one with the largest rated power in 2022, and look up the region that is recorded "
    "for it. For that region, determine the combined rated power in 2022 of all power stations recorded for it. Answer "
    "in MW as a whole number.": "240",
    "What was the combined rated power in 2022 of all power stations recorded for the region with the smallest "
    "electricity consumption in 2020? Give it in MW as a whole number.": "120",
    # Ash and Birk lie below the mean of 213.33
    "What was the combined rated power in 2022 of all power stations that are recorded for regions whose electricity "
    "consumption in 2022 was below the average of all regions? The average is the unweighted arithmetic mean. Answer "
    "in MW as a whole number.": "360",
    # Ash grew by 10 % a year, Birk shrank by 5 % a year
    "Work out the median compound annual growth rate from 2020 to 2022 of the number of metering points of those "
    "regions whose electricity consumption in 2022 was below the average of all regions. The average is the unweighted "
    "arithmetic mean. Give the result as a percentage with a plus or minus sign and two decimals.": "+2.50",
    # (10*1000 + 12*2000 + 30*4000) / 7000
    "Report, in minutes with two decimals, the average interruption of all regions in 2020, weighted by their number "
    "of metering points in the same year.": "22.00",
    "Determine the number of regions whose electricity consumption in 2022 was not above the average of all regions "
    "and whose number of metering points was not higher in 2022 than in 2020 either. The average is the unweighted "
    "arithmetic mean. State it as a whole number.": "1",
    "Take the power station with the largest rated power in 2022. What was its rated power in 2022? "
    "Answer in MW as a whole number.": "200",
}

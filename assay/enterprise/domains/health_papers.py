"""The documents of the health domain: which of them shows which figures, in which unit and under which title."""

from __future__ import annotations

from assay.enterprise.blocks import Columns, Commented, Emphasis, Footnoted, Heading, Link, Paragraph, Picture
from assay.enterprise.plans import Line, Paper, Part, SheetPlan, SlidePlan

_TRUST = "{place}"

_REPORT_BODY = (
    Heading("Annual report 2024"),
    Paragraph("{place} runs all public hospitals of the region. Cases count on the day of admission."),
    Heading("Patients", 2),
    Line("{entity} admitted {value} patients in 2024, more than any other hospital.", "admissions", "2024"),
    Part(("admissions",), 2016, 2024, totals=True),
    Footnoted("Day cases are counted apart.", Paragraph("A day case leaves on the day on which it comes.")),
    Part(("average length of stay",), 2018, 2024),
    Heading("Money", 2),
    Part(("running costs",), 2019, 2024, units=("million euros",)),
    Emphasis("The accounts were approved ", "without reservation", ".", "1F4E79"),
    Commented("Costs rose faster than cases.", Paragraph("Explain the energy bill here."), "{p1}"),
    Line("Before the merger {entity} had {value} nurses (2016).", "nurses", "2016", where="footnote"),
)
_REPORT = Paper(
    "trust-report-2024.docx",
    "{place}: annual report 2024",
    _TRUST,
    "official report",
    (
        *_REPORT_BODY,
        Picture("Bar picture of admissions in 2024, one bar a hospital from {e0} on", ()),
        Link("Quality data: ", "quality pages", "https://health.example/quality"),
    ),
    "{place} · Annual report 2024",
    "Published 2 April 2025",
)
_COPY = Paper(
    "trust-report-2024-copy.docx",
    "{place}: annual report 2024",
    _TRUST,
    "near-duplicate",
    (*_REPORT_BODY, Paragraph("Copy for the council, without the picture.")),
    "{place} · Annual report 2024",
    "Published 2 April 2025",
)
_YEARBOOK = Paper(
    "hospital-statistics-2025.xlsx",
    "Hospital statistics 2025",
    "Statistics Office",
    "yearbook",
    (
        SheetPlan(
            "Beds", "Beds", (Part(("beds",), 2016, 2024, totals=True, by_name=True),), growth=True,
            chart="Beds in 2024",
        ),
        SheetPlan("Nurses", "Nursing staff", (Part(("nurses",), 2017, 2024, zones=True, totals=True, alias=1),)),
        SheetPlan(
            "Operations", "Surgical operations",
            (Part(("surgical operations",), 2018, 2024, stated="cell", mark=" r", note="r revised"),),
            comment="Operations under local anaesthesia count.",
        ),
        SheetPlan(
            "Medical", "Doctors and occupancy", (Part(("doctors", "bed occupancy"), 2020, 2024, "paired"),),
            shade="hospital with a medical school",
        ),
        SheetPlan("Rating", "Patients asked", (Part(("patient satisfaction",), 2018, 2024),), formal="Rating"),
        SheetPlan("Doctors", "Doctors since 2016", (Part(("doctors",), 2016, 2024, by_name=True),)),
        SheetPlan("Orders", "Equipment ordered", (Part(("equipment investment",), 2020, 2024),), hidden=True),
    ),
    defined="Beds_2024",
)  # fmt: skip
_DECK = Paper(
    "quality-briefing-2025.pptx",
    "Quality briefing 2025",
    _TRUST,
    "slide deck",
    (
        SlidePlan(
            "Three messages",
            (
                Line("{entity} is rated best in 2024: {value} index points", "patient satisfaction", "2024"),
                Line("Lowest infection rate in 2024: {entity}, {value}%", "infection rate", "2024", pick="smallest"),
                "Waiting lists differ by season",
            ),
            note=Line("If pressed: {entity} had {value}% infections in 2017.", "infection rate", "2017"),
        ),
        SlidePlan("Infections", table=Part(("infection rate",), 2019, 2024), shade="FFE699"),
        SlidePlan("Occupancy", chart=Part(("bed occupancy",), 2018, 2024, every=3)),
        SlidePlan(
            "Nurses and doctors", table=Part(("nurses", "doctors"), 2022, 2024, "paired"), box="Full-time equivalents"
        ),
        SlidePlan("Backup: open posts", ("Twelve posts are open in radiology",), hidden=True),
    ),
    subtitle="{p0}, chief nurse",
    link=("Quality portal", "https://health.example/portal"),
)
_REGISTER = Paper(
    "admissions-register.csv",
    "Admissions register",
    "{place} Records",
    "tabular record",
    (Part(("admissions", "surgical operations", "average length of stay"), 2016, 2024, "long"),),
)
_MONTHLY = Paper(
    "emergency-monthly.csv",
    "Emergency visits by month",
    "{place} Records",
    "tabular record",
    (Part(("emergency visits",), 2022, 2024, "long", span="month"),),
    separator=";",
)
_WAITING = Paper(
    "waiting-lists.html",
    "Waiting lists of {place}",
    _TRUST,
    "web page",
    (
        Heading("Waiting lists"),
        Paragraph("Each hospital counts its waiting patients on days of its own choice."),
        Part(("waiting list",), 2016, 2024, "dated", caption="Counts by day"),
        Part(("emergency visits",), 2019, 2024, alias=1, units=("thousand",), by_name=True),
        Part(("doctors", "nurses"), 2018, 2020, "paired"),
        Part(("average wait",), 2019, 2024),
    ),
    footer="Updated monthly",
)
_CLINICS = Paper(
    "clinic-register.xlsx",
    "Register of clinics",
    "{place} Outpatients",
    "tabular record",
    (
        SheetPlan(
            "Clinics",
            "Clinics",
            (
                Part(
                    ("clinic visits", "clinic staff"), 2022, 2024, "items", caption="Clinics of the trust",
                    attributes=("hospital", "opened", "clinic code"),
                ),
            ),
        ),
        SheetPlan(
            "Waits", "Waits", (Part(("average wait",), 2021, 2024, caption="Average wait by clinic, minutes"),),
            choices=("ok", "late"),
        ),
        SheetPlan(
            "Hospitals", "Who leads",
            (
                Part(
                    (), 2024, 2024, "directory", caption="Hospitals",
                    attributes=("medical director", "town", "founded"),
                ),
            ),
            link="https://health.example/people",
        ),
    ),
)  # fmt: skip
_JAPANESE = Paper(
    "iryo-hokoku-ja.docx",
    "{place_ja}医療報告2024年",
    "{place_ja}医療センター",
    "official report",
    (
        Heading("{place_ja}医療報告2024年"),
        Paragraph("本報告は{place_ja}の各病院の病床数、看護師数、平均在院日数をまとめたものである。"),
        Line("2024年に{entity}の病床数は{value}床で最も多かった。", "beds", "2024", "床"),
        Part(("beds",), 2019, 2024, units=("床",)),
        Part(("nurses",), 2020, 2024, units=("人",)),
        Part(("average length of stay",), 2019, 2024, units=("日",)),
        Part(("admissions",), 2020, 2024, units=("千人",)),
        Footnoted("出典：各病院の年報。", Paragraph("年報は翌年の三月に公表される。")),
    ),
    "{place_ja}医療センター",
    "2025年4月",
    language="ja",
)
_NEWSLETTER = Paper(
    "staff-newsletter-spring.pdf",
    "Staff newsletter, spring 2025",
    "{place} Communication",
    "newsletter",
    (
        Heading("Staff newsletter, spring 2025"),
        Columns(3),
        Paragraph("The new canteen opens in May. Please bring your own cup and a good appetite."),
        Line("{entity} leads in operations: {value} in 2024.", "surgical operations", "2024"),
        Paragraph("Our choir sings on 9 May in the park. Guests are welcome, umbrellas as well."),
        Line("Fewest doctors work at {entity}: {value} in 2024.", "doctors", "2024", pick="smallest"),
        Paragraph("The car park at the north gate stays closed until June. Use the trams meanwhile."),
        Line("The emergency team of {entity} saw {value} people in 2024.", "emergency visits", "2024"),
        Paragraph("Flu shots are still free for all staff, in room 12 on the ground floor, each Tuesday."),
        Columns(1),
        Heading("Figures", 2),
        Part(("doctors",), 2021, 2024, alias=1),
        Part(("equipment investment",), 2019, 2024, alias=1),
    ),
    "{place}",
    "Spring 2025",
)
_EARLIER = Paper(
    "trust-report-2023.pdf",
    "{place}: annual report 2023",
    _TRUST,
    "official report",
    (
        Heading("Annual report 2023"),
        Paragraph("Figures stand as known in April 2024."),
        Part(("admissions",), 2019, 2023, edition="2024", alias=1),
        Part(("running costs",), 2019, 2023, edition="2024", mark=" r", note="r revised by the hospital"),
    ),
    "{place} · Annual report 2023",
    "Published 4 April 2024",
)
_DRAFT = Paper(
    "staffing-memo-draft.txt",
    "Staffing memo, draft",
    "{p2}",
    "half-finished draft",
    (
        Heading("Staffing memo, draft"),
        Paragraph("From {p2} to {p3}. Not for circulation."),
        Line("{entity} employed {value} nurses in 2024.", "nurses", "2024", slip=True),
        Line("Running costs of the whole trust: about {value} million euros in 2024.", "running costs", "2024",
             "million euros", "total", digits=0),
        Part(("nurses",), 2022, 2024, slips=True, caption="Nursing staff, number"),
        Paragraph("TBD: doctors, pharmacists."),
    ),
)  # fmt: skip

PAPERS = (
    _REPORT,
    _YEARBOOK,
    _DECK,
    _REGISTER,
    _MONTHLY,
    _WAITING,
    _CLINICS,
    _JAPANESE,
    _NEWSLETTER,
    _EARLIER,
    _COPY,
    _DRAFT,
)

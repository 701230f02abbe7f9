"""Plans the Chinese bulletin of the energy domain, which counts capacity in 万千瓦 and energy in 亿千瓦时."""

# Chinese punctuation is what Chinese readers expect
from __future__ import annotations

from assay.enterprise.display import largest, sentence, show, wide
from assay.enterprise.pdf import pdf
from assay.enterprise.records import Draft, Heading, Paragraph, Rendered, World
from assay.enterprise.world import chinese

_YEARS = tuple(str(year) for year in range(2019, 2024))


def bulletin(world: World) -> Rendered:
    """Return the bulletin, a PDF in Chinese."""
    place, names = chinese(world.place), {entity.name: chinese(entity.name) for entity in world.entities}
    title = f"{place}电力统计公报（2024年）"
    top = largest(world, "installed capacity", "2023")
    industry = largest(world, "industrial electricity consumption", "2023")
    blocks = (
        Heading(title, 1),
        Paragraph(f"本公报介绍{place}各地区的发电装机容量和工业用电量。数据来源于各地区统计部门。"),
        Heading("一、发电装机容量", 2),
        sentence(f"2023年末，{names[top.entity]}的发电装机容量为{{0}}万千瓦，居各地区首位。", show(top, "万千瓦")),
        wide(
            world,
            "installed capacity",
            _YEARS,
            "表1 各地区发电装机容量（单位：万千瓦）",
            unit="万千瓦",
            corner="地区",
            names=names,
        ),
        Heading("二、工业用电量", 2),
        sentence(f"2023年，{names[industry.entity]}的工业用电量最高，为{{0}}亿千瓦时。", show(industry, "亿千瓦时")),
        wide(
            world,
            "industrial electricity consumption",
            _YEARS,
            "表2 各地区工业用电量（单位：亿千瓦时）",
            unit="亿千瓦时",
            corner="地区",
            names=names,
            note="注：工业包括采矿业、制造业和建筑业。",
        ),
    )
    author = f"{place}国际能源合作中心"
    return pdf(Draft("energy/power-bulletin-zh.pdf", title, author, "bulletin", blocks, author, "2024年10月"))

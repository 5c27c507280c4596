# SPDX-License-Identifier: MIT
"""Pages of HTML that need nothing else, in light and dark: what all of them share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--mut:#667;--line:#d8dee4;--warn:#9a6700}
@media(prefers-color-scheme:dark){:root{--bg:#0e1116;--fg:#d5dbe2;--mut:#8b949e;--line:#30363d;--warn:#d29922}}
body{font:14px/1.45 system-ui,sans-serif;background:var(--bg);color:var(--fg);max-width:1400px;margin:1.5rem auto;
padding:0 1rem}
h1{font-size:1.25rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}h3{font-size:1rem;margin:0}
small,.mut{color:var(--mut)}.warn{color:var(--warn)}
details{border:1px solid var(--line);border-radius:6px;margin:.8rem 0;padding:.6rem .8rem}
summary{cursor:pointer}summary h3{display:inline}
.scroll{overflow-x:auto}table{border-collapse:collapse}
td,th{padding:.15rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{color:var(--mut);font-weight:500}td:first-child,th:first-child{text-align:left}td.t,th.t{text-align:left}
.grid{display:flex;flex-wrap:wrap;gap:1.5rem;margin:.6rem 0}
"""


def document(title: str, parts: Iterable[str], style: str = "", script: str = "") -> str:
    """The whole page; ``parts`` are HTML."""
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{style}</style>"
    )
    end = f"<script>{script}</script>\n" if script else ""
    return f"{head}\n<h1>{escape(title)}</h1>\n" + "\n".join(parts) + f"\n{end}</html>\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Cells are HTML; the first ``left`` columns are text."""

    def row(tag: str, cells: Sequence[str]) -> str:
        return "".join(f"<{tag}{' class=t' if at < left else ''}>{cell}</{tag}>" for at, cell in enumerate(cells))

    body = "".join(f"<tr>{row('td', cells)}</tr>\n" for cells in rows)
    return f'<div class="scroll"><table><tr>{row("th", heads)}</tr>\n{body}</table></div>'

# SPDX-License-Identifier: MIT
"""A review as one page of HTML that needs nothing else: a table of the sections, and each of them in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from rcl.model import State
from rcl.page import document, table
from rcl.review import facts
from rcl.review.sidebyside import Line, Row, lexed, rows
from rcl.review.views import Standing, View, tally

#: so many sections are shown at once; of more, one opens what one wants to see
FEW = 10

_STYLE = """
:root{--keyword:#cf222e;--literal:#0a6640;--comment:#667;--gone:#ffe4e2;--new:#e2f6e6;--ok:#1a7f37;--sticky:#f6f8fa}
@media(prefers-color-scheme:dark){:root{--keyword:#ff7b72;--literal:#7ee787;--comment:#8b949e;--gone:#5c2328;
--new:#1d4428;--ok:#3fb950;--sticky:#161b22}}
details{content-visibility:auto;contain-intrinsic-size:auto 3rem;scroll-margin-top:3.5rem}
summary .mut{margin-left:.6rem}
nav{position:sticky;top:0;background:var(--sticky);border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;
z-index:1;display:flex;flex-wrap:wrap;gap:.8rem;align-items:center}
input,select{font:inherit;background:var(--bg);color:var(--fg);border:1px solid var(--line);border-radius:4px;
padding:.1rem .4rem}
kbd{border:1px solid var(--line);border-radius:3px;padding:0 .3rem;font-size:.85em}
.accepted{color:var(--ok)}.undecided,.changed{color:var(--warn)}
.code{width:100%;table-layout:fixed}.code td{font:12.5px/1.4 ui-monospace,monospace;white-space:pre-wrap;
overflow-wrap:anywhere;text-align:left;vertical-align:top;border:0;padding:0 .4rem;tab-size:8}
.code td.n{color:var(--mut);text-align:right;user-select:none;width:3rem;padding:0 .3rem}
.keyword{color:var(--keyword)}.literal{color:var(--literal)}.comment,.preprocessor{color:var(--comment)}
del,.gone{background:var(--gone);text-decoration:none}ins,.new{background:var(--new);text-decoration:none}
tr[hidden],details[hidden]{display:none}:focus-visible{outline:2px solid var(--keyword);outline-offset:1px}
#sections td{vertical-align:top}#sections td:first-child{white-space:normal;min-width:16rem;
overflow-wrap:anywhere}#sections td:nth-child(3){white-space:normal}#sections td div{color:var(--mut)}
.grid>div{min-width:0}.remarks td:last-child{white-space:normal}
"""

_SCRIPT = """
const rows=[...document.querySelectorAll('#sections tbody tr')],parts=[...document.querySelectorAll('details')];
const text=document.getElementById('text'),standing=document.getElementById('standing'),
lock=document.getElementById('lock'),shown=document.getElementById('shown');
function filter(){
  const words=text.value.toLowerCase().split(/\\s+/).filter(Boolean);let n=0;
  rows.forEach((row,i)=>{
    const on=(!standing.value||row.dataset.standing===standing.value)&&(!lock.value||row.dataset.unit===lock.value)&&
      words.every(w=>row.dataset.words.includes(w));
    row.hidden=!on;parts[i].hidden=!on;n+=on;
  });
  shown.textContent=n+' of '+rows.length;
}
let at=-1;
function go(step){
  for(let i=at+step;i>=0&&i<parts.length;i+=step)if(!parts[i].hidden){at=i;parts[i].open=true;
    parts[i].scrollIntoView({block:'start'});parts[i].querySelector('summary').focus({preventScroll:true});return;}
}
function reach(){
  const i=parts.findIndex(p=>'#'+p.id===decodeURIComponent(location.hash));
  if(i>=0){at=i;parts[i].hidden=false;parts[i].open=true;parts[i].scrollIntoView();}
}
[text,standing,lock].forEach(e=>e.addEventListener('input',filter));
addEventListener('hashchange',reach);
addEventListener('keydown',e=>{
  if(e.ctrlKey||e.altKey||e.metaKey)return;
  if(e.target===text||e.target.tagName==='SELECT'){if(e.key==='Escape')e.target.blur();return;}
  if(e.key==='j'||e.key==='n')go(1);else if(e.key==='k'||e.key==='p')go(-1);
  else if(e.key==='o'&&at>=0)parts[at].open=!parts[at].open;
  else if(e.key==='/'){e.preventDefault();text.focus();}
  else if(e.key==='e')parts.forEach(p=>{if(!p.hidden)p.open=true;});
  else if(e.key==='c')parts.forEach(p=>{p.open=false;});
});
filter();reach();
"""


def page(title: str, shown: Sequence[View]) -> str:
    """The whole page."""
    opened = len(shown) <= FEW
    parts = [*_counts(shown), _filters(shown), _sections(shown), *(_section(view, opened) for view in shown)]
    return document(title, parts, _STYLE, _SCRIPT)


def _counts(shown: Sequence[View]) -> Iterator[str]:
    states = {state: sum(v.section.state is state for v in shown) for state in State}
    shares = [f"{states[state]} {state.value}" for state in State if states[state]]
    decided = [f"{number} {standing.value}" for standing, number in tally(shown).items() if number]
    yield f"<p>{len(shown)} sections: {', '.join(shares)}. Review: {', '.join(decided)}.</p>"


def _filters(shown: Sequence[View]) -> str:
    standings = [standing.value for standing, number in tally(shown).items() if number]
    units = sorted({view.section.unit for view in shown})
    return (
        '<nav aria-label="filters"><label>find <input id="text" type="search" size="24"></label>'
        f"<label>review {_choice('standing', standings)}</label><label>lock {_choice('lock', units)}</label>"
        '<span id="shown" role="status"></span><span class="mut"><kbd>j</kbd> <kbd>k</kbd> next, previous '
        "<kbd>o</kbd> open, close <kbd>e</kbd> <kbd>c</kbd> all <kbd>/</kbd> find</span></nav>"
    )


def _choice(name: str, values: Iterable[str]) -> str:
    options = "".join(f'<option value="{escape(v, quote=True)}">{escape(v)}</option>' for v in values)
    return f'<select id="{name}"><option value="">all</option>{options}</select>'


def _sections(shown: Sequence[View]) -> str:
    heads = ("section", "where", "lock", "state", "exits", "captured", "identity", "review")
    head = "".join(f'<th scope="col" class="t">{cell}</th>' for cell in heads)
    body = "\n".join(_row(view) for view in shown)
    return f'<div class="scroll"><table id="sections"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _row(view: View) -> str:
    section = view.section
    ships = section.state is State.SHIPPED
    cells = (
        f'<a href="#{escape(section.id, quote=True)}">{escape(section.id)}</a><div>{escape(_note(view))}</div>',
        escape(facts.where(section)),
        f"<code>{escape(section.show)}</code>",
        section.state.value,
        str(len(facts.exits(section))) if ships else "",
        str(len(facts.captures(section))) if ships else "",
        section.identity.value + (", blocking" if section.blocking else "") if ships else "",
        f'<span class="{_word(view.standing)}">{view.standing.value}</span>',
    )
    words = " ".join((section.id, section.enter_token.file, section.show, view.standing.value, _note(view))).lower()
    data = f'data-standing="{view.standing.value}" data-unit="{escape(section.unit, quote=True)}"'
    inner = "".join(f'<td class="t">{cell}</td>' for cell in cells)
    return f'<tr {data} data-words="{escape(words, quote=True)}">{inner}</tr>'


def _word(standing: Standing) -> str:
    return standing.value.replace(" ", "-")


def _note(view: View) -> str:
    if view.decision is not None and view.decision.note:
        return view.decision.note
    return view.section.reason.sentence if view.section.reason else ""


def _section(view: View, opened: bool) -> str:
    section = view.section
    tables = [
        _table("captures", facts.CAPTURES, facts.captures(section)),
        _table("exits", facts.EXITS, facts.exits(section)),
        _table("figures", facts.FIGURES, facts.figures(view)),
        _table("remarks", ("", ""), facts.remarks(section)),
    ]
    head = f'id="{escape(section.id, quote=True)}"{" open" * opened}'
    return (
        f"<details {head}><summary><h3>{escape(section.id)}</h3>"
        f'<span class="mut">{escape(facts.where(section))}</span> '
        f'<span class="{_word(view.standing)}">{view.standing.value}</span></summary>'
        f'<div class="grid">{"".join(tables)}</div>{_code(view)}</details>'
    )


def _table(name: str, heads: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    if not body:
        return ""
    cells = [[escape(cell) for cell in row] for row in body]
    return f'<div class="{name}">{table(heads, cells, left=len(heads))}</div>'


def _code(view: View) -> str:
    left = lexed(view.original)
    if view.moved:
        pairs = rows(left, [*lexed(view.moved), *lexed(view.caller)])
    else:
        pairs = [Row(line, None, False) for line in left]
    heads = ("original", "its function, then what stands in its place" if view.moved else "")
    head = "".join(f'<th colspan="2" class="t">{name}</th>' for name in heads)
    columns = '<colgroup><col style="width:3rem"><col><col style="width:3rem"><col></colgroup>'
    return f'<table class="code">{columns}<tr>{head}</tr>{"".join(map(_pair, pairs))}</table>'


def _pair(row: Row) -> str:
    alone = row.left is None or row.right is None
    marks = ("gone", "new") if row.changed and alone else ("", "")
    return f"<tr>{_line(row.left, 'del', marks[0])}{_line(row.right, 'ins', marks[1])}</tr>\n"


def _line(line: Line | None, mark: str, alone: str) -> str:
    if line is None:
        return '<td class="n"></td><td></td>'
    words = "".join(_span(w.text, w.kind, mark if w.changed else "") for w in line.words)
    return f'<td class="n">{line.number}</td><td class="{alone}">{words}</td>'


def _span(text: str, kind: str, mark: str) -> str:
    found = escape(text)
    if kind:
        found = f'<span class="{kind}">{found}</span>'
    return f"<{mark}>{found}</{mark}>" if mark else found

/** The look of the page: one column, light and dark by the reader's choice, readable on a phone and on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f3; --surface: #fff; --sunken: #f1f1ed; --text: #1d1f23; --soft: #5c616b; --line: #e1e1db;
  --good: #177245; --good-ground: #e3f3ea; --bad: #b3261e; --bad-ground: #fcebe9; --warn: #8a5a00; --warn-ground: #fdf2d9;
  --info: #2456a6; --info-ground: #e7eefb; --idle: #5f646d; --idle-ground: #ececea; --bar-idle: #d2d2cc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121417; --surface: #1b1e23; --sunken: #14171b; --text: #e8e9ec; --soft: #a2a8b3; --line: #2d3138;
    --good: #62cf97; --good-ground: #15301f; --bad: #ff8a80; --bad-ground: #3a1815; --warn: #f0bd5b; --warn-ground: #33260b;
    --info: #8fb8ff; --info-ground: #16253f; --idle: #9aa0ab; --idle-ground: #272b31; --bar-idle: #3b4048;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: var(--info); text-underline-offset: .15em; }
h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
code, pre, .id { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
code { background: var(--sunken); border-radius: 4px; padding: .08em .3em; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; }
.good { --tone: var(--good); --tone-ground: var(--good-ground); }
.bad { --tone: var(--bad); --tone-ground: var(--bad-ground); }
.warn { --tone: var(--warn); --tone-ground: var(--warn-ground); }
.info { --tone: var(--info); --tone-ground: var(--info-ground); }
.idle { --tone: var(--idle); --tone-ground: var(--idle-ground); }

.verdict { background: var(--tone-ground); border-bottom: 1px solid var(--line); padding: 2.5rem 0 2rem; }
.verdict > div { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
.verdict .kicker { color: var(--soft); font-size: .875rem; }
.verdict h1 { color: var(--tone); font-size: clamp(2.2rem, 8vw, 3.4rem); line-height: 1.1; letter-spacing: -.025em; margin: .15em 0 .3em; }
.verdict .why { font-size: 1.125rem; max-width: 44rem; text-wrap: pretty; }
.verdict .broken { margin-top: 1rem; }
.verdict .broken li { padding: .2rem 0; }
.verdict .broken a { color: inherit; }
.verdict .broken .badge { background: var(--surface); }
.verdict dl { display: flex; flex-wrap: wrap; gap: .75rem 2.25rem; margin-top: 1.5rem; }
.verdict dt { color: var(--soft); font-size: .8125rem; }
.verdict dd { overflow-wrap: anywhere; font-weight: 550; }

nav { position: sticky; top: 0; z-index: 1; background: var(--ground); border-bottom: 1px solid var(--line); }
nav ul { display: flex; gap: 1.5rem; max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; overflow-x: auto; scrollbar-width: none; }
nav a { display: block; padding: .7rem 0; color: var(--soft); font-size: .9rem; text-decoration: none; white-space: nowrap; }
nav a:hover { color: var(--text); }

section { padding-top: 2.5rem; scroll-margin-top: 2rem; }
section > h2 { font-size: 1.4rem; letter-spacing: -.012em; line-height: 1.25; }
section > h2 + p { color: var(--soft); margin-top: .25rem; max-width: 44rem; text-wrap: pretty; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; margin-top: 1rem; overflow: hidden; }

.coverage { padding: 1.25rem; }
.bar { display: flex; gap: 2px; height: 14px; border-radius: 7px; overflow: hidden; margin: .75rem 0; }
.bar span { background: var(--tone); min-width: 4px; }
.bar .idle { background: var(--bar-idle); }
.coverage .figure { font-size: 1.05rem; }
.coverage .figure b { font-size: 1.6rem; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; color: var(--soft); font-size: .875rem; }
.legend li::before { content: ""; display: inline-block; width: .65em; height: .65em; border-radius: 50%; background: var(--tone); margin-right: .45em; }
.legend .idle::before { background: var(--bar-idle); }
.counts { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: .8rem; color: var(--soft); font-size: .875rem; }

.badge { display: inline-block; background: var(--tone-ground); color: var(--tone); border-radius: 999px; padding: .1em .7em; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.id { color: var(--soft); overflow-wrap: anywhere; }

.finding { scroll-margin-top: 4rem; }
.finding > header { padding: 1rem 1.25rem .85rem; border-bottom: 1px solid var(--line); }
.finding h3 { font-size: 1.1rem; line-height: 1.35; margin: .45rem 0 .1rem; text-wrap: balance; }
.finding > div { padding: 1rem 1.25rem 1.25rem; }
.finding .message { font-size: 1.03rem; }
.finding h4 { color: var(--soft); font-size: .8125rem; font-weight: 600; margin: 1.1rem 0 .3rem; }
.law { margin: .9rem 0 0; padding-left: .8rem; border-left: 3px solid var(--line); color: var(--soft); }
.law b { color: var(--text); font-weight: 600; margin-right: .3em; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
pre { margin: 0; padding: .7rem .85rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 7px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; line-height: 1.5; }
pre.pick { user-select: all; }
pre.wanted { border-left: 3px solid var(--good); }
pre.got { border-left: 3px solid var(--bad); }
.status { font-weight: 600; color: var(--tone); }
details > summary { cursor: pointer; color: var(--soft); }
details > summary:hover { color: var(--text); }
.finding details { margin-top: 1rem; font-size: .93rem; }
.finding details pre { margin-top: .4rem; }

.open-list li { padding: .85rem 1.25rem; }
.open-list li + li { border-top: 1px solid var(--line); }
.open-list .how { margin-top: .15rem; }
.open-list .which { color: var(--soft); font-size: .875rem; margin-top: .2rem; overflow-wrap: anywhere; }

.chapter > header { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); }
.chapter h3 { font-size: 1.03rem; }
.chapter > header span { color: var(--soft); font-size: .875rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
.rule { scroll-margin-top: 4rem; }
.rule + .rule { border-top: 1px solid var(--line); }
.rule > summary, .rule.flat > div { display: grid; grid-template-columns: 1.4rem 3.6rem 1fr auto; gap: 0 .6rem; align-items: baseline; padding: .6rem 1.25rem; color: inherit; list-style: none; }
.rule > summary::-webkit-details-marker { display: none; }
.rule > summary:hover { background: var(--sunken); }
.rule .mark { color: var(--tone); font-weight: 700; text-align: center; }
.rule .said { color: var(--tone); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.rule .note { grid-column: 3 / -1; color: var(--soft); font-size: .875rem; }
.rule > ul { padding: .2rem 1.25rem .9rem 6.9rem; font-size: .9rem; }
.rule > ul li { padding: .18rem 0; display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; }
.rule > .more { padding: 0 1.25rem .9rem 6.9rem; font-size: .9rem; }
.rule > ul .why { grid-column: 1 / -1; color: var(--soft); font-size: .94em; overflow-wrap: anywhere; }

table { width: 100%; border-collapse: collapse; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .6rem .75rem; }
th:first-child, td:first-child { padding-left: 1.25rem; }
th:last-child, td:last-child { padding-right: 1.25rem; }
th { color: var(--soft); font-size: .8125rem; font-weight: 600; border-bottom: 1px solid var(--line); }
tr + tr td { border-top: 1px solid var(--line); }
td:first-child > code { white-space: nowrap; }
th:nth-child(4) { width: 34%; }
td .question { color: var(--soft); font-size: .875rem; }
td.unseen { color: var(--soft); }
tr.differs td:nth-child(2) code { background: var(--info-ground); color: var(--info); font-weight: 600; }

footer { color: var(--soft); font-size: .875rem; padding-top: 2.5rem; padding-bottom: 3rem; }
.note-line { background: var(--bad-ground); color: var(--bad); border-radius: 8px; padding: .7rem 1rem; margin-top: 1.25rem; overflow-wrap: anywhere; }
.verdict .note-line { background: var(--surface); }

@media (max-width: 42rem) {
  .sides { grid-template-columns: 1fr; }
  nav ul { gap: 1rem; justify-content: space-between; }
  nav a { font-size: .85rem; }
  .verdict { padding: 1.75rem 0 1.5rem; }
  .verdict dl { gap: .6rem 1.75rem; }
  .rule > summary, .rule.flat > div { grid-template-columns: 1.2rem 1fr auto; padding: .7rem 1rem; }
  .rule .title { grid-column: 2 / -1; grid-row: 2; }
  .rule .note { grid-column: 2 / -1; }
  .rule > ul { padding: .1rem 1rem .8rem 2.8rem; }
  .rule > .more { padding: 0 1rem .8rem 2.8rem; }
  .chapter > header, .finding > header, .finding > div, .open-list li, .coverage { padding-left: 1rem; padding-right: 1rem; }
  table, tbody, tr, td { display: block; }
    thead { display: none; }
  td, td:first-child, td:last-child { padding: .1rem 1rem; }
  tr td:first-child { padding-top: .75rem; } tr td:last-child { padding-bottom: .75rem; }
  tr td + td { border: 0 !important; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: .8125rem; }
}
@media print {
  nav { display: none; } body { background: none; font-size: 10pt; } .card, .rule { break-inside: avoid; } pre { max-height: none; }
}
`

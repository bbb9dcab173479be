/** Of the inspector. */
export const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #1a7f37; --bad: #c62828; --odd: #9a6700 }
@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff7b72; --odd: #d4a72c } }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.45 system-ui, sans-serif }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1rem; background: Canvas; border-bottom: 1px solid var(--line) }
h1 { font-size: 1.05rem; margin: 0 }
h2 { font-size: 1rem; margin: 0 0 .5rem }
h3 { font-size: .9rem; margin: 1rem 0 .4rem }
#link { font-size: .8rem; color: var(--odd) }
#link.live { color: var(--good) }
.clock { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; margin-left: auto }
#now { font-variant-numeric: tabular-nums; margin-right: .4rem }
button, input, select { font: inherit; padding: .3rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); color: inherit; max-width: 100% }
button { cursor: pointer; white-space: nowrap; flex: none }
.danger { color: var(--bad) }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(18rem, 24rem); gap: 1rem; padding: 1rem; align-items: start }
aside { display: grid; gap: 1rem }
section { border: 1px solid var(--line); border-radius: 10px; padding: .9rem; min-width: 0 }
.title { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; margin-bottom: .5rem }
.title h2 { margin: 0 }
.title label { font-size: .85rem; color: GrayText }
.title input { vertical-align: middle }
ol, ul { list-style: none; margin: 0; padding: 0 }
ol:not(:empty) + .empty, ul:not(:empty) + .empty { display: none }
.empty { color: GrayText; margin: .4rem 0 }
li { border-top: 1px solid var(--line); padding: .35rem 0; overflow-wrap: anywhere }
ul > li { display: flex; gap: .4rem; align-items: center }
ul > li > span { flex: 1; min-width: 0 }
small { color: GrayText; display: block }
summary { cursor: pointer; display: grid; grid-template-columns: 3rem minmax(0, 1fr) auto; align-items: baseline }
summary b, summary time { font-variant-numeric: tabular-nums }
summary span, summary small { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
summary small { grid-column: 2 / -1 }
summary time { font-size: .8rem; color: GrayText; margin: 0 0 0 .8rem }
[open] > summary > * { white-space: normal }
.delivery summary { padding-left: 1.2rem }
.good { color: var(--good) } .bad { color: var(--bad) } .odd { color: var(--odd) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); border-radius: 6px; padding: .6rem; margin: .5rem 0; font: 13px/1.4 ui-monospace, monospace }
details button { margin-right: .4rem }
form { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .6rem }
form input, form select { flex: 1 1 7rem; min-width: 0 }
#newForward input { flex-basis: 100% }
form[hidden] { display: none }
#problem, #token { margin: 1rem 1rem 0 }
#problem { color: var(--bad) }
@media (max-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr); padding: .6rem }
  header { position: static; padding: .6rem }
  #journal { max-height: 65vh; overflow-y: auto }
}
`

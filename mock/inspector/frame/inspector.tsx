import { useCallback, useEffect, useState } from 'preact/hooks'
import { menuPanels, type Panel, panels } from '../acts/panels'
import { Detail } from '../detail/detail'
import { QueryBox } from '../find/query-box'
import { List, ListBar } from '../list/list'
import { Button, CopyButton } from '../ui/button'
import { type App, AppProvider, useApp } from './app'
import { InForce } from './in-force'
import { pressKey, Help, isForPage, useFocus } from './keyboard'
import { TopBar } from './top-bar'

/** The whole page. */
export function Inspector({ app }: { app: App }) {
  return (
    <AppProvider value={app}>
      <Frame app={app} />
    </AppProvider>
  )
}

function Frame({ app }: { app: App }) {
  const { page, control, root, forces } = app
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const panel = panels.find(({ id }) => id === page.panel.value)
  const view = panel ? 'panel' : page.open.value === null ? 'list' : 'detail'
  const showHelp = useCallback(() => setHelpOpen(true), [])
  useFocus(app, panel?.id ?? null)

  // A page of its own hears the keys wherever the focus is; one that is mounted hears those inside of it.
  useEffect(() => {
    const listener = (event: Event) => {
      const key = event as KeyboardEvent
      if (isForPage(key) && pressKey(app, key.key, showHelp)) key.preventDefault()
    }
    root.addEventListener('keydown', listener)
    return () => root.removeEventListener('keydown', listener)
  }, [app, root, showHelp])

  return (
    <div class="inspector" data-view={view}>
      <TopBar isMenuOpen={isMenuOpen} toggleMenu={() => setMenuOpen(!isMenuOpen)} showHelp={showHelp} />
      {control.tokenWanted.value ? (
        <TokenForm />
      ) : (
        // Until it is known what is in force, nothing is drawn that the line of it would move.
        forces.value && (
          <>
            <InForce />
            {/* A page has one main landmark. Where the inspector is mounted, it is the front end's own. */}
            <div class="panes" role={root === document ? 'main' : undefined}>
              <Menu isOpen={isMenuOpen} close={() => setMenuOpen(false)} />
              <section class="list-pane" aria-label="Entries">
                <QueryBox />
                <ListBar />
                <List />
              </section>
              <Detail />
              {panel && <PanelPane panel={panel} />}
            </div>
          </>
        )
      )}
      <StatusLine />
      {isHelpOpen && <Help close={() => setHelpOpen(false)} />}
    </div>
  )
}

/** The groups of panels. Where there is little room, a button of the top bar shows and hides this menu. */
function Menu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { page } = useApp()
  const shown = panels.find(({ id }) => id === page.panel.value)
  return (
    <nav id="menu" class={`menu ${isOpen ? 'open' : ''}`} aria-label="Panels">
      {menuPanels.map(({ id, group, shortcut }) => (
        <button
          key={id}
          type="button"
          data-panel={id}
          aria-pressed={shown?.group === group}
          onClick={() => {
            page.panel.value = shown?.group === group ? null : id
            close()
          }}
        >
          <span>{group}</span>
          <kbd aria-hidden="true">{shortcut}</kbd>
        </button>
      ))}
    </nav>
  )
}

/** The open panel, beside the detail or instead of it, with buttons for the other panels of its group. */
function PanelPane({ panel: { id, title, group, component: Content } }: { panel: Panel }) {
  const { page } = useApp()
  const others = panels.filter((panel) => panel.group === group)
  return (
    <section class="panel-pane" aria-labelledby="panel-title" data-panel={id}>
      <header>
        <h2 id="panel-title" tabIndex={-1}>
          {title}
        </h2>
        {others.length > 1 && (
          <div class="segments" role="group" aria-label={group}>
            {others.map((other) => (
              <Button key={other.id} pressed={other.id === id} onClick={() => (page.panel.value = other.id)}>
                {other.title}
              </Button>
            ))}
          </div>
        )}
        <Button tone="quiet" label={`Close ${title}`} icon onClick={() => (page.panel.value = null)}>
          ✕
        </Button>
      </header>
      <div class="panel-content">
        <Content key={id} />
      </div>
    </section>
  )
}

/** The last act as a command line, and the message that the page shows now. */
function StatusLine() {
  const { control, said } = useApp()
  const act = control.lastAct.value
  return (
    <footer class="status-line">
      <span role="status">{said.value}</span>
      {act && (
        <>
          <code>{act.curl}</code>
          <CopyButton label="Copy as curl" text={act.curl} />
        </>
      )}
    </footer>
  )
}

/** Asks for the token of the mock. The token goes into a header, and never into an address. */
function TokenForm() {
  const app = useApp()
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState('')
  async function use(event: Event) {
    event.preventDefault()
    const isRight = await app.begin(token).catch(() => setProblem('The mock cannot be reached.'))
    if (isRight === false) setProblem('The mock refuses this token.')
  }
  return (
    <main class="token">
      <form onSubmit={(event) => void use(event)}>
        <h2>This mock wants its token</h2>
        <p>
          The program that started the mock has printed or been given it. The page keeps it until its last tab
          is closed.
        </p>
        <label>
          Token
          <input
            type="password"
            name="token"
            autocomplete="off"
            autofocus
            required
            pattern="[!-~]+"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        {problem && <p role="alert">{problem}</p>}
        <button class="button primary">Use it</button>
      </form>
    </main>
  )
}

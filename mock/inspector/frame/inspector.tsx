import { useCallback, useEffect, useState } from 'preact/hooks'
import { panels } from '../acts/panels'
import { Detail } from '../detail/detail'
import { QueryBox } from '../find/query-box'
import { List } from '../list/list'
import { AppProvider, type App } from './app-context'
import { Help } from './help'
import { ListBar } from './list-bar'
import { Menu } from './menu'
import { PanelPane } from './panel-pane'
import { StatusLine } from './status-line'
import { TokenForm } from './token-form'
import { TopBar } from './top-bar'
import { carryOut, isForPage } from './keys'
import { useFocus } from './use-focus'

/** The whole page. */
export function Inspector({ app }: { app: App }) {
  return (
    <AppProvider value={app}>
      <Frame app={app} />
    </AppProvider>
  )
}

function Frame({ app }: { app: App }) {
  const { place, control, root } = app
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const panel = panels.find(({ id }) => id === place.panel.value)
  const view = panel ? 'panel' : place.open.value === null ? 'list' : 'detail'
  const showHelp = useCallback(() => setHelpOpen(true), [])
  useFocus(app, panel?.id ?? null)

  // A page of its own hears the keys wherever the focus is; one that is mounted hears those inside of it.
  useEffect(() => {
    const listener = (event: Event) => {
      const key = event as KeyboardEvent
      if (isForPage(key) && carryOut(app, key.key, showHelp)) key.preventDefault()
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
        <main class="panes">
          <Menu isOpen={isMenuOpen} close={() => setMenuOpen(false)} />
          <section class="list-pane" aria-label="Entries">
            <QueryBox />
            <ListBar />
            <List />
          </section>
          <Detail />
          {panel && <PanelPane panel={panel} />}
        </main>
      )}
      <StatusLine />
      {isHelpOpen && <Help close={() => setHelpOpen(false)} />}
    </div>
  )
}

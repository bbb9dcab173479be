import { panels } from '../acts/panels'
import { Detail } from '../detail/detail'
import { QueryBox } from '../find/query-box'
import { List } from '../list/list'
import { AppProvider, type App } from './app-context'
import { ListBar } from './list-bar'
import { Menu } from './menu'
import { PanelPane } from './panel-pane'
import { StatusLine } from './status-line'
import { TokenForm } from './token-form'
import { TopBar } from './top-bar'
import { useShortcuts } from './use-shortcuts'

/** The whole page. */
export function Inspector({ app }: { app: App }) {
  return (
    <AppProvider value={app}>
      <Frame app={app} />
    </AppProvider>
  )
}

function Frame({ app }: { app: App }) {
  const { place, control } = app
  const onKeyDown = useShortcuts(app)
  const panel = panels.find(({ id }) => id === place.panel.value)
  const view = panel ? 'panel' : place.open.value === null ? 'list' : 'detail'
  return (
    <div class="inspector" data-view={view} onKeyDown={onKeyDown}>
      <TopBar />
      {control.tokenWanted.value ? (
        <TokenForm />
      ) : (
        <main class="panes">
          <Menu />
          <section class="list-pane" aria-label="Events">
            <QueryBox />
            <ListBar />
            <List />
          </section>
          <Detail />
          {panel && <PanelPane panel={panel} />}
        </main>
      )}
      <StatusLine />
    </div>
  )
}

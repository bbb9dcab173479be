import { Button } from '../ui/button'
import { useApp } from './app-context'
import type { Panel } from './panel'

/** The open panel, beside the detail or in its place. */
export function PanelPane({ panel: { id, title, component: Content } }: { panel: Panel }) {
  const { place } = useApp()
  return (
    <section class="panel-pane" aria-labelledby="panel-title" data-panel={id}>
      <header>
        <h2 id="panel-title" tabIndex={-1}>
          {title}
        </h2>
        <Button tone="quiet" label={`Close ${title}`} icon onClick={() => (place.panel.value = null)}>
          ✕
        </Button>
      </header>
      <div class="panel-content">
        <Content key={id} />
      </div>
    </section>
  )
}

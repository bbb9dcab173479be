import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../ui/button'
import { useApp } from './app-context'
import type { Panel } from './panel'

/** The open panel, beside the detail or in its place. */
export function PanelPane({ panel: { id, title, component: Content } }: { panel: Panel }) {
  const { place } = useApp()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [id])
  return (
    <section class="panel-pane" aria-labelledby="panel-title" data-panel={id}>
      <header>
        <h2 id="panel-title" tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <Button tone="quiet" label={`Close ${title}`} onClick={() => (place.panel.value = null)}>
          ✕
        </Button>
      </header>
      <div class="panel-content">
        <Content key={id} />
      </div>
    </section>
  )
}

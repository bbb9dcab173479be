import { CopyButton } from '../ui/copy-button'
import { useApp } from './app-context'

/** The last act as a command line, and what the page has to say. */
export function StatusLine() {
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

import { useApp } from '../../frame/app-context'
import { CopyButton } from '../../ui/copy-button'
import { Visible } from '../../ui/visible'
import { curlOfAct, type ActRequest } from './act-request'

/** The route of an act, and on request its command line, to copy. */
export function RouteLine({ request }: { request: ActRequest }) {
  const { control } = useApp()
  const { method, path } = request
  const line = curlOfAct(control, request)
  return (
    <details class="route">
      <summary>
        <code>
          <Visible text={`${method} ${path}`} />
        </code>
      </summary>
      <pre tabIndex={0} role="region" aria-label="Command line">
        <Visible text={line} />
      </pre>
      <CopyButton label="Copy as curl" text={line} />
    </details>
  )
}

import { signal } from '@preact/signals'
import { render } from 'preact'
import { App } from './frame/app'
import { Inspector } from './frame/inspector'
import { framesOf } from './store/batches'
import { keepPageState, restoredPageState } from './store/page-state'
import { css } from './style/index.css'
import { Control } from './transport/control'

/** Options of {@link mountInspector}. */
export interface MountOptions {
  /** The session to show. The one that was shown before a reload unless given, or else the main state. */
  session?: string
  /** The control token of the backend, where it was given one. */
  token?: string
  /** The origin that command lines name. `http://127.0.0.1:4010` unless given, where the command serves the mock. */
  origin?: string
}

const stateItem = 'event-delivery-inspector'

/** The parts of a backend that the inspector uses. */
type MountedBackend = { fetch(request: Request): Promise<Response> }

/**
 * Shows the inspector of a backend that runs in the same page, inside an element. The inspector stands in a shadow root, so that
 * the styles of the page and its own do not meet. It leaves the address of the page alone. The reader's filter, open event, panel
 * and session are kept for the tab, and come back after a reload as far as the new backend has them. Returns a function that
 * removes the inspector.
 *
 * @example
 * const backend = createBackend()
 * const remove = mountInspector(document.querySelector('#inspector')!, backend)
 */
export function mountInspector(
  element: HTMLElement,
  backend: MountedBackend,
  { session, token, origin = 'http://127.0.0.1:4010' }: MountOptions = {},
): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const page = restoredPageState(window, stateItem)
  const kept = page.session.value
  let known = token ?? null
  const connection = {
    transport: (request: Request) => backend.fetch(request),
    origin,
    token: { get: () => known, set: (given: string) => (known = given) },
  }
  let isRemoved = false
  let end = () => {}

  function begin(shown: string | null): void {
    if (isRemoved) return
    // An open event belongs to the session that it was opened in.
    if (shown !== kept) page.open.value = null
    page.session.value = shown
    const app = new App({ ...connection, page, root, frames: framesOf(window) })
    const stopKeeping = keepPageState(page, window, stateItem)
    render(<Inspector app={app} />, root)
    end = () => {
      stopKeeping()
      render(null, root)
      app.stop()
    }
  }

  if (session !== undefined || kept === null) begin(session ?? null)
  else
    void hasSession(new Control({ ...connection, session: signal(null) }), kept).then((isThere) =>
      begin(isThere ? kept : null),
    )
  return () => {
    isRemoved = true
    end()
  }
}

/** Whether a mock has a session. To ask for its data would make it. */
async function hasSession(control: Control, name: string): Promise<boolean> {
  const call = { method: 'GET', path: '/__mock/sessions' }
  const listed = await control.call<{ data: { name: string | null }[] }>(call).catch(() => undefined)
  return listed?.data.some((one) => one.name === name) ?? false
}

import { render } from 'preact'
import { createApp } from './frame/create-app'
import { Inspector } from './frame/inspector'
import { framesOf } from './store/batches'
import { placeOf } from './store/place'
import { css } from './css'

/** Options of {@link mountInspector}. */
export interface MountOptions {
  /** The session to show. The main state unless given. */
  session?: string
  /** The control token of the backend, where it was given one. */
  token?: string
  /** The origin that command lines name. `http://127.0.0.1:4010` unless given, where the command serves the mock. */
  origin?: string
}

/**
 * Shows the inspector of a backend that runs in the same page, inside an element. The inspector stands in a shadow root, so that
 * the styles of the page and its own do not meet. It leaves the address of the page alone. Returns a function that removes it.
 *
 * @example
 * const backend = createBackend()
 * const remove = mountInspector(document.querySelector('#inspector')!, backend)
 */
export function mountInspector(
  element: HTMLElement,
  backend: { fetch(request: Request): Promise<Response> },
  { session, token, origin = 'http://127.0.0.1:4010' }: MountOptions = {},
): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const place = placeOf('')
  place.session.value = session ?? null
  let known = token ?? null
  const app = createApp({
    transport: (request) => backend.fetch(request),
    origin,
    token: { get: () => known, set: (given) => (known = given) },
    place,
    root,
    frames: framesOf(window),
  })
  render(<Inspector app={app} />, root)
  return () => {
    render(null, root)
    app.stop()
  }
}

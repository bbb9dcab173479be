// The script of the page that the mock serves.
import { render } from 'preact'
import { App } from './frame/app'
import { Inspector } from './frame/inspector'
import { framesOf } from './store/batches'
import { followAddress, pageStateOf } from './store/page-state'
import { css } from './style/index.css'

const tokenItem = 'mock-token'

// A new tab asks those that are open for the token, so that it is asked for once. It goes to pages of this very origin alone.
const tabs = new BroadcastChannel(tokenItem)
let given = () => {}
tabs.onmessage = ({ data }: MessageEvent<{ token?: string }>) => {
  const known = sessionStorage.getItem(tokenItem)
  if (data.token === undefined) return known !== null && tabs.postMessage({ token: known })
  if (known === null) sessionStorage.setItem(tokenItem, data.token)
  given()
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets = [sheet]

const page = pageStateOf(location.search)
followAddress(page, window)
const app = new App({
  transport: (request) => fetch(request),
  origin: location.origin,
  token: {
    get: () => sessionStorage.getItem(tokenItem),
    set: (token) => sessionStorage.setItem(tokenItem, token),
  },
  page,
  root: document,
  frames: framesOf(window),
})
given = () => void app.begin(sessionStorage.getItem(tokenItem) ?? '')
if (sessionStorage.getItem(tokenItem) === null) tabs.postMessage({})
render(<Inspector app={app} />, document.body)

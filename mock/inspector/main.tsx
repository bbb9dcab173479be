// The script of the page that the mock serves. build.ts bundles it into html.ts.
import { render } from 'preact'
import { App } from './frame/app'
import { Inspector } from './frame/inspector'
import { framesOf } from './store/batches'
import { followAddress, pageStateOf } from './store/page-state'
import { css } from './css'

const tokenItem = 'mock-token'

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
render(<Inspector app={app} />, document.body)

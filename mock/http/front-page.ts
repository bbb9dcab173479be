import { jsonAnswer, type Answer } from './answer'

/** The path of the inspector. The control routes lie below it. */
export const controlRoot = '/__mock'

/** The header by which the inspector says that a request is a look of its own, which nobody asked for. */
export const readerHeader = 'X-Mock-Reader'

/** The places that a client who is lost may look for. */
const places = { interface: '/v1', inspector: controlRoot, document: `${controlRoot}/openapi.json` }

/** The end of a message about a path that leads nowhere. */
export const wayOut = `Paths of the interface begin with ${places.interface}; ${places.document} lists them, and ${places.inspector} is the inspector.`

/** Where a browser looks by itself for the icon of a page. */
export const iconPath = '/favicon.ico'

/** Whether a request reads. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Leads a browser to the inspector, and tells other clients where everything is. */
export function frontPage(headers: Pick<Headers, 'get'>): Answer {
  const isBrowser = (headers.get('accept') ?? '').includes('text/html')
  if (!isBrowser) return jsonAnswer(200, JSON.stringify(places))
  return { status: 302, headers: { location: places.inspector, vary: 'Accept' }, body: null }
}

/** Says that there is no icon, for as long as a browser remembers it. */
export function noIcon(): Answer {
  return { status: 204, headers: { 'cache-control': 'max-age=86400' }, body: null }
}

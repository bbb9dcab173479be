import { addRoute, createRouter, findRoute } from 'rou3'
import { jsonAnswer, type Answer } from '../http/answer'
import { invalidRequest, methodNotAllowed, notFound } from '../http/refusal'
import { readJson, type BodyReader } from '../http/request-body'
import { sessionHeader, type Sessions } from '../state/sessions'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import { clockRoutes } from './clock-routes'
import { faultRoutes } from './fault-routes'
import { forwardRoutes } from './forward-routes'
import { guard } from './guard'
import { journalRoutes } from './journal-routes'
import { keyRoutes } from './key-routes'
import { pageAnswer } from './inspector/page'
import { snapshotRoutes } from './snapshot-routes'
import { webhookRoutes } from './webhook-routes'

/** A control request that was let in. */
export interface ControlRequest {
  body: Record<string, unknown>
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** `null`: the main state. */
  session: string | null
}

/** What a control handler returns that answers with something else than JSON. */
export class ControlAnswer {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** A control request on its way. */
export interface ControlArrival {
  request: Request
  path: string
  search: string
  read: BodyReader
}

/** Carries out a control request. What it returns is the JSON of the answer, `undefined` for an empty one. */
export type ControlHandler = (request: ControlRequest, state: State) => unknown

/** Control routes by `METHOD /path`, below `/__mock`. */
export type ControlRoutes = Record<string, ControlHandler>

const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** Answers the requests below `/__mock`: the service's dashboard, and what moves the mock itself. */
export function createControl(
  settings: Settings,
  sessions: Pick<Sessions, 'state'>,
  token: string | undefined,
): (arrival: ControlArrival) => Promise<Answer> {
  const routes: ControlRoutes = {
    'GET /': () => ({ routes: Object.keys(routes).map((route) => route.replace(' ', ' /__mock')) }),
    'GET /dialect': () => settings.dialect,
    'GET /deliveries': (_request, { record }) => ({ data: record.deliveries() }),
    'POST /reset': (_request, state) => state.reset(),
    ...clockRoutes(settings),
    ...keyRoutes(settings),
    ...faultRoutes(),
    ...forwardRoutes(settings.forwards),
    ...snapshotRoutes(settings),
    ...journalRoutes(),
    ...webhookRoutes(),
  }
  const router = createRouter<ControlHandler>()
  for (const [route, handler] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ')
    addRoute(router, method, `/__mock${path}`, handler)
  }

  return async (arrival) => {
    const { request, path } = arrival
    if (wantsPage(request, path)) return pageAnswer()
    guard(request, token)
    const origin = request.headers.get('origin')
    const found = findRoute(router, request.method, path)
    const allowed = methods.filter((method) => findRoute(router, method, path, { params: false }))
    let answer: Answer
    if (request.method === 'OPTIONS') answer = preflightAnswer(allowed)
    else if (found) answer = await handle(found.data, found.params ?? {}, arrival)
    else
      throw allowed.length > 0
        ? methodNotAllowed(request.method, allowed)
        : notFound('There is no such control route.')
    // The guard let this origin pass: it is this machine's.
    if (origin !== null) answer.headers['access-control-allow-origin'] = origin
    return answer
  }

  async function handle(
    handler: ControlHandler,
    params: Record<string, string>,
    { request, search, read }: ControlArrival,
  ): Promise<Answer> {
    const { headers } = request
    const query = new URLSearchParams(search)
    const session = headers.get(sessionHeader) ?? query.get('session')
    const state = await sessions.state(session)
    const body = await controlBody(request, read, settings)
    const result = await handler({ body, params, query, headers, session }, state)
    if (result instanceof ControlAnswer) return result.answer
    return result === undefined
      ? { status: 204, headers: {}, body: null }
      : jsonAnswer(200, JSON.stringify(result))
  }
}

/** A browser that goes to a page has no token to show, and the page nothing to hide. */
function wantsPage({ method, headers }: Request, path: string): boolean {
  return (
    method === 'GET' &&
    (path === '/__mock' || path === '/__mock/') &&
    (headers.get('accept') ?? '').includes('text/html')
  )
}

/** A control request without a body, or with an empty one, is as good as one with `{}`. */
async function controlBody(
  { method, headers }: Request,
  read: BodyReader,
  { limits }: Settings,
): Promise<Record<string, unknown>> {
  if (method !== 'POST' && method !== 'PUT') return {}
  // A snapshot holds many events, and each some levels deeper than it was sent.
  const bytes = method === 'PUT' ? 2 ** 28 : 2 ** 20
  const sent = await read(bytes)
  if (sent?.length === 0) return {}
  const { value } = await readJson(headers, async () => sent, { bytes, nesting: limits.nesting + 10 })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('The request body must be a JSON object.')
  }
  return value as Record<string, unknown>
}

function preflightAnswer(allowed: readonly string[]): Answer {
  const headers = {
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': `Authorization, Content-Type, Last-Event-ID, ${sessionHeader}`,
  }
  return { status: 204, headers, body: null }
}

import { addRoute, createRouter, findRoute } from 'rou3'
import type { Forwards } from '../deliveries/forwards'
import { requestExamplesOf } from '../document/request-examples'
import { jsonAnswer, type Answer } from '../http/answer'
import { completeFor, type Arrival, type RequestHandler } from '../http/arrival'
import { version } from '../package.json'
import { controlRoot, isRead, readerHeader } from '../http/front-page'
import { errorAnswer, invalidRequest, methodNotAllowed, notFound, Refusal, refusalOf } from '../http/refusal'
import { isJsonObject } from '../http/json-value'
import { readJson } from '../http/request-body'
import { KeptBody } from '../journal/kept-body'
import type { InspectorFiles } from '../inspector/page'
import type { RefusedRequest } from '../journal/refused-request'
import type { Settings } from '../settings/settings'
import { sentSessionHeader, sessionHeader, type Sessions } from '../state/sessions'
import type { State } from '../state/state'
import { awaitedDeliveryRoutes } from './awaited-delivery'
import { clockRoutes } from './clock-routes'
import { copyRoutes } from './copy-routes'
import { refuseUnconfirmed } from './confirmation'
import { deliveryRoutes } from './delivery-routes'
import { controlDocument, queryOf } from './control-document'
import { dialectRoutes, type ChangeDialect } from './dialect-routes'
import { documentRoutes } from './document-routes'
import { eventRoutes } from './event-routes'
import { explanationRoutes } from './explanation-routes'
import { faultRoutes } from './fault-routes'
import { objectOf, queryValues, refuseMisfits } from './fields'
import { forwardRoutes } from './forward-routes'
import { guard } from './guard'
import { inForceRoutes } from './in-force'
import { journalRoutes } from './journal-routes'
import { keyRoutes } from './key-routes'
import { probeOf, type Probes } from './probes'
import {
  ControlAnswer,
  type ControlRequest,
  type ControlRoute,
  type ControlRoutes,
  json,
  nothing,
  route,
} from './route'
import { refusedControl } from './refused-control'
import { allOf, anyObject, flag, listOf, text } from './schemas'
import { sessionRoutes } from './session-routes'
import { signatureRoutes } from './signature-routes'
import { singleDeliveryRoutes } from './single-delivery'
import { snapshotRoutes } from './snapshot-routes'
import { webhookRoutes } from './webhook-routes'

/** The parts of a backend that the control routes show and change. */
export interface ControlOptions {
  settings: Settings
  sessions: Pick<Sessions, 'state' | 'existing' | 'list' | 'remove' | 'removeAll'>
  probes: Probes
  /** Absent when deliveries are sent by a `fetch` from the options that came without forwards. */
  forwards?: Forwards
  /** Writes a refused request into the journal, because the routes themselves leave no entry. */
  record?: (refused: RefusedRequest) => void
  /** Makes the mock play another dialect. */
  changeDialect: ChangeDialect
  /** Whether the dialect of the main state is fixed, because the data of a store that was handed in is of one dialect. */
  isDialectFixed: boolean
  /** The control routes demand this bearer token. Without one they answer to loopback alone. */
  token?: string
}

const root = controlRoot
/** The path below which the page of the inspector asks for its scripts. */
const scripts = `${root}/inspector/`
const unknownSession = 'unknown_session'
const methods = ['GET', 'POST', 'PUT', 'DELETE']

/**
 * Whether a refusal answers a mere look whether something exists: by the page, or by a client that waits for a session. Such looks are
 * repeated, and would fill journal and terminal.
 */
function isLook({ method, headers }: Request, { status, code }: Refusal): boolean {
  return isRead(method) && status === 404 && (code === unknownSession || headers.has(readerHeader))
}

/** Whether a browser asks for a page. Other clients get the list of routes as JSON. */
function asksForPage({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}

/** Answers the requests below `/__mock`: the service's dashboard and the controls of the mock itself. */
export function createControl({
  settings,
  sessions,
  probes,
  forwards,
  record,
  token,
  changeDialect,
  isDialectFixed,
}: ControlOptions): RequestHandler {
  let files: InspectorFiles | undefined
  // Only a browser that asks for a page needs these modules. The bundle of a front end need not load them.
  const inspectorFile = async (name: string) => {
    const { InspectorFiles } = await import('../inspector/page')
    return (files ??= new InspectorFiles()).answer(name)
  }
  const missing = async (name: 'inspector' | 'reference') => {
    const { missingPage } = await import('./missing-page')
    return missingPage(name)
  }
  const routes: ControlRoutes = {
    // A face of Node answers this route before the backend does, where the API reference was built.
    'GET /docs': route({
      title: 'Shows the API reference to people',
      answers: { 200: { 'text/html': text }, 404: { 'text/html': text } },
      handle: async () => new ControlAnswer(await missing('reference')),
    }),
    'GET /': route({
      title: 'Lists the control routes. A browser gets the inspector',
      answers: { 200: { ...json(objectOf({ routes: listOf(text) })), 'text/html': text } },
      handle: () => ({ routes: Object.keys(routes).map((one) => one.replace(' ', ` ${root}`)) }),
    }),
    'GET /control.json': route({
      title: 'Shows this document',
      answers: { 200: json(anyObject) },
      handle: ({ url }) => controlDocument(routes, version, new URL(url).origin),
    }),
    'GET /health': route({
      title: 'Says whether the process can do its work. It wants no token',
      answers: { 200: json(anyObject), 503: json(anyObject) },
      handle: async () => new ControlAnswer(await probes.health()),
    }),
    'GET /metrics': route({
      title: 'Shows what was counted, as text for Prometheus',
      answers: { 200: { 'text/plain': text } },
      handle: async () => new ControlAnswer(await probes.metrics()),
    }),
    ...dialectRoutes(changeDialect, isDialectFixed),
    ...documentRoutes,
    'GET /store': route({
      title:
        'Says whether the data outlasts the process, and which name a call that replaces all of it has to confirm',
      answers: { 200: json(objectOf({ durable: flag, 'confirm?': text })) },
      handle: (_request, { store }) => ({ durable: store.sharing !== undefined, confirm: store.name }),
    }),
    'POST /reset': route({
      title:
        'Forgets the data of the main state or of a session, and begins again with keys, seed and faults of the start',
      more: 'Clock and forwards stay',
      replacesData: true,
      answers: { 204: nothing },
      handle: (_request, state) => state.reset(),
    }),
    ...deliveryRoutes(),
    ...awaitedDeliveryRoutes,
    ...singleDeliveryRoutes,
    ...eventRoutes,
    ...clockRoutes,
    ...keyRoutes,
    'GET /examples': route({
      title: 'Lists bodies that can be sent to the operations as they are',
      answers: {
        200: json(allOf(objectOf({ operation: text, name: text, summary: text, body: anyObject }))),
      },
      handle: (_request, { settings: { dialect } }) => ({ data: requestExamplesOf(dialect) }),
    }),
    ...explanationRoutes,
    ...copyRoutes,
    ...faultRoutes,
    ...forwardRoutes(forwards),
    ...inForceRoutes(forwards),
    ...signatureRoutes,
    ...snapshotRoutes(settings),
    ...sessionRoutes(sessions),
    ...journalRoutes,
    ...webhookRoutes,
  }
  const router = createRouter<ControlRoute>()
  for (const [methodPath, route] of Object.entries(routes)) {
    const [method = '', path = ''] = methodPath.split(' ')
    addRoute(router, method, `${root}${path}`, route)
  }

  return async (arrival) => {
    const { request } = arrival
    const body = new KeptBody(arrival)
    try {
      return completeFor(request, await answer({ ...arrival, read: body.read }))
    } catch (error) {
      const refusal = refusalOf(error, request, settings)
      const write = () =>
        isLook(request, refusal) || record?.(refusedControl(arrival, refusal, body.takeBeginning()))
      // The refusal is answered at once. Its entry in the journal waits for the rest of the body, of which it shows the beginning.
      if (body.isUnread) void body.readRest().then(write)
      else write()
      return completeFor(request, errorAnswer(refusal))
    }
  }

  async function answer(arrival: Arrival): Promise<Answer> {
    const { request, path } = arrival
    // A browser that opens the page has no token to show, and the page itself holds no data.
    const isPage = asksForPage(request) && (path === root || path === `${root}/`)
    if (isPage) return (await inspectorFile('page.html')) ?? missing('inspector')
    const isOfPage = request.method === 'GET' && path.startsWith(scripts)
    const script = isOfPage ? await inspectorFile(path.slice(scripts.length)) : undefined
    if (script) return script
    if (isRead(request.method) && path.replace(/\/$/, '') === `${root}/docs`) return missing('reference')
    const probe = probeOf(request.method, path)
    if (probe === 'health') return probes.health()
    guard(arrival, token)
    const origin = request.headers.get('origin')
    const found = findRoute(router, request.method, path)
    const allowed = methods.filter((method) => findRoute(router, method, path, { params: false }))
    let answer: Answer
    if (request.method === 'OPTIONS') answer = preflightAnswer(allowed)
    else if (probe) answer = await probes[probe]()
    else if (found) answer = await handle(found.data, found.params ?? {}, arrival)
    else if (allowed.length > 0) throw methodNotAllowed({ method: request.method, path }, allowed)
    else throw notFound(`There is no such control route. GET ${root} lists them.`)
    // The guard let this origin pass, so it is an origin of this machine or of the mock itself.
    if (origin !== null) answer.headers['access-control-allow-origin'] = origin
    return answer
  }

  /**
   * The state of the session that a control request names. A session that does not exist is not made: that could remove another session,
   * and would hide a wrong name.
   */
  async function stateOf(session: string | null, path: string): Promise<State> {
    const found = await sessions.existing(session)
    if (found) return found
    if (path.startsWith(`${root}/sessions`)) return sessions.state(null)
    throw new Refusal(
      404,
      unknownSession,
      `There is no session ${session}. A session begins with its first request to /v1 that bears a key, or with POST ${root}/sessions.`,
      { param: sessionHeader },
    )
  }

  async function handle(
    route: ControlRoute,
    params: Record<string, string>,
    arrival: Arrival,
  ): Promise<Answer> {
    const { headers, url } = arrival.request
    const query = new URLSearchParams(arrival.search)
    const [inHeader, inQuery] = [headers.get(sentSessionHeader), query.get('session')]
    if (inHeader !== null && inQuery !== null && inHeader !== inQuery) {
      throw invalidRequest(`${sessionHeader} and ?session= name two sessions. Send one of them.`, 'session')
    }
    const session = inHeader ?? inQuery
    const state = await stateOf(session, arrival.path)
    const asked = queryValues(query, queryOf(route), 'the query')
    if (route.replacesData) refuseUnconfirmed(asked.confirm, state)
    const { body, data } = await controlBody(arrival, settings)
    if (!route.document) refuseMisfits(body, route.body ?? {}, 'the body', route)
    const result = await route.handle(
      { body, data, params, query: asked, headers, url, session, read: arrival.read },
      state,
    )
    await state.shared()
    if (result instanceof ControlAnswer) return result.answer
    if (result === undefined) return { status: 204, headers: {}, body: null }
    return jsonAnswer(201 in route.answers ? 201 : 200, JSON.stringify(result))
  }
}

/** The JSON object in the body of a control request, and the text of its `data`. A missing or empty body counts as `{}`. */
async function controlBody(
  { request: { method, headers }, read }: Arrival,
  { limits }: Settings,
): Promise<Pick<ControlRequest, 'body' | 'data'>> {
  if (method !== 'POST') return { body: {} }
  const bytes = 2 ** 20
  const sent = await read(bytes)
  if (sent?.length === 0) return { body: {} }
  const bounds = { bytes, nesting: limits.nesting + 10 }
  const { value, raw } = await readJson(headers, async () => sent, bounds, 'data')
  if (isJsonObject(value)) return { body: value, data: raw }
  throw invalidRequest('The request body must be a JSON object.')
}

function preflightAnswer(allowed: readonly string[]): Answer {
  const headers = {
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': `Authorization, Content-Type, Last-Event-ID, ${sessionHeader}, ${readerHeader}`,
  }
  return { status: 204, headers, body: null }
}

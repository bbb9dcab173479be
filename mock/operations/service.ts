import { authenticate, authorize } from '../access/authentication'
import type { RequestFaultKind } from '../faults/fault'
import { preferences } from '../faults/prefer'
import type { DrawnFault } from '../faults/registry'
import type { Answer } from '../http/answer'
import { completeFor, type Arrival } from '../http/arrival'
import { optionsAnswer } from '../http/cors'
import { frontPage, isRead } from '../http/front-page'
import { rateLimited, refusalOf, unknownPath, type Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { Match } from '../http/router'
import { KeptBody } from '../journal/kept-body'
import { recordOf } from '../journal/record'
import type { Settings } from '../settings/settings'
import { sessionHeader, type Sessions } from '../state/sessions'
import type { State } from '../state/state'
import type { StoredKey } from '../store/records'
import { operationHandlers } from './handlers'
import { performOtherwise, type Trace } from './interference'

/** The parts that the service works with. */
export interface ServiceOptions {
  sessions: Pick<Sessions, 'state' | 'existing' | 'firstKeys'>
  /** The main state, whose journal holds the requests that reach no session. */
  main: Pick<State, 'settings' | 'router' | 'wording' | 'journal' | 'changing'>
}

/** Answers the requests to the operations of the interface, and writes each into the journal of its session. */
export class Service {
  readonly #sessions: ServiceOptions['sessions']
  readonly #main: ServiceOptions['main']
  /** The keys that journals hide already, each as its store keeps it. */
  readonly #learned = new WeakSet<StoredKey>()

  constructor({ sessions, main }: ServiceOptions) {
    this.#sessions = sessions
    this.#main = main
  }

  async answer(arrival: Arrival): Promise<Answer> {
    const main = this.#main
    const { request, path, peer } = arrival
    const { headers, method } = request
    const { metrics } = main.settings
    // The service's clock may stand still or be moved, so what requests take is measured in real time.
    const began = metrics ? performance.now() : 0
    let { settings } = main
    let at = settings.clock.now()
    const body = new KeptBody(arrival)
    const trace: Trace = {}
    const session = headers.get(sessionHeader)
    let state: State | undefined
    let refusal: Refusal | undefined
    let answer: Answer
    try {
      const existing = this.#sessions.existing(session)
      state = existing instanceof Promise ? await existing : existing
      if (state && state.settings !== settings) {
        settings = state.settings
        at = settings.clock.now()
      }
      const { router } = state ?? main
      if (method === 'OPTIONS' && answersOptions(headers, settings))
        answer = describeMethods(request, router.allowed(path), path, settings)
      else if (path === '/' && isRead(method)) answer = frontPage(request)
      else {
        const match = router.match(method, path)
        trace.operation = match.operation
        if (!state) {
          state = await this.#newSession(session, headers)
          settings = state.settings
        }
        const { store } = state
        const found = authenticate(headers, store, settings.clock.now())
        const key = found instanceof Promise ? await found : found
        trace.key = key
        if (!this.#learned.has(key)) {
          this.#learned.add(key)
          state.secrets.learn(key.key)
        }
        const { rate } = settings.plan
        if (rate !== Infinity) {
          const wait = await store.take(key.id, settings.clock.now(), rate)
          if (wait > 0) throw rateLimited(settings.dialect, wait, settings.clock.now())
        }
        authorize(key, match.operation.scope)
        answer = await perform(arrival, match, body.read, state, trace)
        if (!trace.isOtherwise) trace.about = answer.about
      }
    } catch (error) {
      const { wording } = state ?? main
      refusal = wording.worded(refusalOf(error, request, settings))
      answer = wording.answer(refusal)
    }
    addHeaders(answer, settings)
    completeFor(request, answer)
    const { operation, key, fault, signal, about } = trace
    const record = recordOf(arrival, {
      at,
      duration: Math.max(0, settings.clock.now() - at),
      answer,
      refusal,
      operation,
      key,
      about,
      fault,
      aborted: signal?.aborted || peer?.gone?.() || body.isBrokenOff,
      session: state ? undefined : (session ?? undefined),
    })
    if (!state && main.changing) {
      // A reset of the main state that is under way empties its journal when it ends, so the entry waits. The body cannot
      // wait: a face lets go of an unread one with the answer.
      if (body.isUnread) void body.readRest()
      const add = () => main.journal.addRequest(record, body)
      main.changing.then(add, add)
    } else (state ?? main).journal.addRequest(record, body)
    metrics?.request({
      operation: operation?.id,
      status: answer.status,
      seconds: (performance.now() - began) / 1_000,
    })
    return answer
  }

  /** Makes the session of a request that bears one of its keys, so that nobody else can drive out the sessions of others. */
  async #newSession(name: string | null, headers: Headers): Promise<State> {
    await authenticate(headers, this.#sessions.firstKeys, this.#main.settings.clock.now())
    return this.#sessions.state(name)
  }
}

/** Performs an operation, or what the `Prefer` header or a fault puts in its place. */
function perform(
  { request, search }: Arrival,
  { operation, params }: Match,
  read: BodyReader,
  state: State,
  trace: Trace,
): Promise<Answer> {
  const { settings, faults } = state
  const { headers } = request
  const handle = operationHandlers[operation.id]
  const asked = { headers, params, search, key: trace.key as StoredKey, read }
  const prefer = headers.get('prefer')
  const preferred = prefer === null ? {} : preferences(prefer)
  // A request that asks for an answer or a fault itself is left alone by the injected faults.
  const asksItself = preferred.code ?? preferred.example ?? preferred.fault
  const drawn = asksItself === undefined ? faults.drawForRequest(operation.id) : undefined
  if (!drawn && prefer === null) return handle(asked, settings, state)
  const usual = () => handle(asked, settings, state)
  const otherwise = (fault: DrawnFault<RequestFaultKind> | undefined) =>
    fault || prefer !== null
      ? performOtherwise(
          { request, operation, read, perform: usual, preferred, fault },
          settings,
          state,
          trace,
        )
      : usual()
  return drawn instanceof Promise ? drawn.then(otherwise) : otherwise(drawn)
}

function describeMethods(request: Request, allowed: string[], path: string, { dialect }: Settings): Answer {
  if (allowed.length === 0) throw unknownPath(path)
  return optionsAnswer(request, allowed, dialect.options === '200' ? 200 : 204)
}

/** Whether OPTIONS is answered. A browser's preflight always is: without it no page could ask anything. */
function answersOptions(headers: Headers, { dialect }: Settings): boolean {
  return dialect.options !== 'refuse' || headers.has('access-control-request-method')
}

/** Adds the further headers of the dialect. */
function addHeaders({ headers, about }: Answer, { additions, clock, random }: Settings): void {
  const { headers: ofKinds } = additions
  const values = (about && (about.headers ?? ofKinds[about.kind])) ?? ofKinds.every
  if (!values) return
  const added = values(about?.fields ?? {}, { random, now: clock.now() })
  // A content type of the dialect is one of JSON.
  if (headers['content-type'] !== 'application/json') delete added['content-type']
  Object.assign(headers, added)
}

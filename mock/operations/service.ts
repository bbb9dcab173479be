import { authenticate, authorize } from '../access/authentication'
import { preferences } from '../faults/prefer'
import type { Answer } from '../http/answer'
import { completeFor, type Arrival, type RequestHandler } from '../http/arrival'
import { optionsAnswer } from '../http/cors'
import { frontPage, isRead } from '../http/front-page'
import { rateLimited, refusalOf, unknownPath, type Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import { createOperationRouter, type Match } from '../http/router'
import { createWording } from '../http/wording'
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
  settings: Settings
  sessions: Pick<Sessions, 'state' | 'existing' | 'firstKeys'>
  /** The main state, whose journal holds the requests that reach no session. */
  main: Pick<State, 'journal' | 'changing'>
}

/** Answers the requests to the operations of the interface, and writes each into the journal of its session. */
export function createService(options: ServiceOptions): RequestHandler {
  const service = new Service(options)
  return (arrival) => service.answer(arrival)
}

class Service {
  readonly #settings: Settings
  readonly #sessions: ServiceOptions['sessions']
  readonly #main: ServiceOptions['main']
  /** The keys that journals hide already, each as its store keeps it. */
  readonly #learned = new WeakSet<StoredKey>()
  readonly #router
  readonly #wording

  constructor({ settings, sessions, main }: ServiceOptions) {
    this.#settings = settings
    this.#sessions = sessions
    this.#main = main
    this.#router = createOperationRouter(settings.dialect)
    this.#wording = createWording(settings)
  }

  async answer(arrival: Arrival): Promise<Answer> {
    const { request, path, peer } = arrival
    const { headers, method } = request
    const { clock, memory, metrics } = this.#settings
    // The service's clock may stand still or be moved, so what requests take is measured in real time.
    const began = metrics ? performance.now() : 0
    const at = clock.now()
    const body = new KeptBody(arrival)
    const trace: Trace = {}
    const session = headers.get(sessionHeader)
    let state: State | undefined
    let refusal: Refusal | undefined
    let answer: Answer
    try {
      const found = this.#sessions.existing(session)
      state = found instanceof Promise ? await found : found
      if (method === 'OPTIONS' && this.#answersOptions(headers)) answer = this.#describeMethods(request, path)
      else if (path === '/' && isRead(method)) answer = frontPage(request)
      else {
        const match = this.#router.match(method, path)
        trace.operation = match.operation
        state ??= await this.#newSession(session, headers)
        answer = await this.#perform(arrival, match, body.read, state, trace)
      }
    } catch (error) {
      refusal = this.#wording.worded(refusalOf(error, request, this.#settings))
      answer = this.#wording.answer(refusal)
    }
    this.#addHeaders(answer)
    completeFor(request, answer)
    const { operation, key, fault, signal, about } = trace
    const record = recordOf(arrival, {
      ...{ at, duration: clock.now() - at, answer, refusal, operation, key, about, fault },
      aborted: signal?.aborted || peer?.gone?.() || body.isBrokenOff,
      session: state ? undefined : (session ?? undefined),
    })
    const main = this.#main
    if (!state && main.changing) {
      // A reset of the main state that is under way empties its journal when it ends, so the entry waits. The body cannot
      // wait: a face lets go of an unread one with the answer.
      if (body.isUnread) void body.readRest()
      const add = () => main.journal.addRequest(record, body)
      main.changing.then(add, add)
    } else (state ?? main).journal.addRequest(record, body)
    memory.balance()
    metrics?.request({
      operation: operation?.id,
      status: answer.status,
      seconds: (performance.now() - began) / 1_000,
    })
    return answer
  }

  /** Performs an operation, or what the `Prefer` header or a fault puts in its place. */
  async #perform(
    { request, search }: Arrival,
    { operation, params }: Match,
    read: BodyReader,
    state: State,
    trace: Trace,
  ): Promise<Answer> {
    const settings = this.#settings
    const { dialect, clock, plan } = settings
    const { headers } = request
    const key = await authenticate(headers, state.store, clock.now())
    trace.key = key
    if (!this.#learned.has(key)) {
      this.#learned.add(key)
      state.secrets.learn(key.key)
    }
    const { rate } = plan
    const wait = rate === Infinity ? 0 : await state.store.take(key.id, clock.now(), rate)
    if (wait > 0) throw rateLimited(dialect, wait, clock.now())
    authorize(key, operation.scope)

    const perform = () =>
      operationHandlers[operation.id]({ headers, params, search, key, read }, settings, state)
    const prefer = headers.get('prefer')
    const preferred = prefer === null ? {} : preferences(prefer)
    // A request that asks for an answer or a fault itself is left alone by the injected faults.
    const asksItself = preferred.code ?? preferred.example ?? preferred.fault
    const drawn = asksItself === undefined ? state.faults.drawForRequest(operation.id) : undefined
    const fault = drawn instanceof Promise ? await drawn : drawn
    if (fault || prefer !== null) {
      return performOtherwise({ request, operation, read, perform, preferred, fault }, settings, state, trace)
    }
    const answer = await perform()
    trace.about = answer.about
    return answer
  }

  #describeMethods(request: Request, path: string): Answer {
    const allowed = this.#router.allowed(path)
    if (allowed.length === 0) throw unknownPath(path)
    return optionsAnswer(request, allowed, this.#settings.dialect.options === '200' ? 200 : 204)
  }

  /** Whether OPTIONS is answered. A browser's preflight always is: without it no page could ask anything. */
  #answersOptions(headers: Headers): boolean {
    return this.#settings.dialect.options !== 'refuse' || headers.has('access-control-request-method')
  }

  /** Adds the further headers of the dialect. */
  #addHeaders({ headers, about }: Answer): void {
    const { additions, clock, random } = this.#settings
    const { headers: ofKinds } = additions
    const values = (about && (about.headers ?? ofKinds[about.kind])) ?? ofKinds.every
    if (!values) return
    const added = values(about?.fields ?? {}, { random, now: clock.now() })
    // A content type of the dialect is one of JSON.
    if (headers['content-type'] !== 'application/json') delete added['content-type']
    Object.assign(headers, added)
  }

  /** Makes the session of a request that bears one of its keys, so that nobody else can drive out the sessions of others. */
  async #newSession(name: string | null, headers: Headers): Promise<State> {
    await authenticate(headers, this.#sessions.firstKeys, this.#settings.clock.now())
    return this.#sessions.state(name)
  }
}

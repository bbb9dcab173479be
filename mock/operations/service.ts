import type { Scope } from '../../generated/operations'
import { preferences } from '../faults/prefer'
import { addFurtherHeaders, type Answer } from '../http/answer'
import { completeFor, type Arrival } from '../http/arrival'
import { optionsAnswer } from '../http/cors'
import { frontPage, isRead } from '../http/front-page'
import { missingScope, rateLimited, refusalOf, refuse, unknownPath } from '../http/refusal'
import type { SentHeaders } from '../http/request-body'
import type { Match } from '../http/router'
import { KeptBody } from '../journal/kept-body'
import { longestAnswer, recordedRefusal, recordOf, subjectOf, type RecordedRequest } from '../journal/record'
import type { Clock } from '../settings/clock'
import type { Settings } from '../settings/settings'
import { sentSessionHeader, type Sessions } from '../state/sessions'
import type { State } from '../state/state'
import type { StoredKey } from '../store/records'
import type { Store } from '../store/store'
import { operationHandlers } from './handlers'
import { performOtherwise } from './interference'
import type { OperationRequest } from './operation'

/** The parts that the service works with. */
export interface ServiceOptions {
  sessions: Pick<Sessions, 'state' | 'existing' | 'firstKeys'>
  /** The main state, whose journal holds the requests that reach no session. */
  main: State
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
    const { headers, method, path, peer } = arrival
    const { metrics } = main.settings
    // The service's clock may stand still or be moved, so what requests take is measured in real time.
    const began = metrics ? performance.now() : 0
    let { settings } = main
    const record = recordOf(arrival, settings.clock.now())
    const body = new KeptBody(arrival)
    const session = headers.get(sentSessionHeader)
    let state: State | undefined
    let answer: Answer
    try {
      if (session === null) state = main.changing ? await main.ready() : main
      else state = await this.#sessions.existing(session)
      if (state && state.settings !== settings) {
        settings = state.settings
        record.at = settings.clock.now()
      }
      const { router } = state ?? main
      if (method === 'OPTIONS' && answersOptions(headers, settings))
        answer = describeMethods(headers, router.allowed(path), path, settings)
      else if (path === '/' && isRead(method)) answer = frontPage(headers)
      else {
        const match = router.match(method, path)
        record.operation = match.operation
        if (!state) {
          state = await this.#newSession(session, headers)
          settings = state.settings
        }
        const found = authenticate(headers, state.store, settings.clock)
        const key = found instanceof Promise ? await found : found
        record.key = key
        record.mode = key.mode
        if (!this.#learned.has(key)) {
          this.#learned.add(key)
          state.secrets.learn(key.key)
        }
        const { rate } = settings.plan
        if (rate !== Infinity) {
          const wait = await state.store.take(key.id, settings.clock.now(), rate)
          if (wait > 0) throw rateLimited(settings.dialect, wait, settings.clock.now())
        }
        authorize(key, match.operation.scope)
        const { operation, params } = match
        const request = { headers, params, search: arrival.search, key, read: body.read }
        const isUsual = headers.get('prefer') === null && state.faults.active.size === 0
        const performed = isUsual
          ? operationHandlers[operation.id](request, settings, state)
          : performAsWanted({ arrival, operation, request }, state, record)
        answer = performed instanceof Promise ? await performed : performed
        if (record.fault === undefined) record.subject = subjectOf(answer)
      }
    } catch (error) {
      const { wording } = state ?? main
      const refusal = wording.worded(refusalOf(error, arrival, settings))
      record.refusal = recordedRefusal(refusal)
      answer = wording.answer(refusal)
    }
    addFurtherHeaders(answer, settings)
    completeFor(arrival, answer)
    record.duration = Math.max(0, settings.clock.now() - record.at)
    record.status = answer.status
    const { body: text, parts } = answer
    if (typeof text === 'string') record.answer = text.length > longestAnswer ? text : (parts ?? text)
    record.aborted ||= peer?.gone?.() || body.isBrokenOff
    if (!state) record.session = session ?? undefined
    if (!state && main.changing) this.#addLater(record, body, main.changing)
    else (state ?? main).journal.addRequest(record, body)
    metrics?.request({
      operation: record.operation?.id,
      status: answer.status,
      seconds: (performance.now() - began) / 1_000,
    })
    return answer
  }

  /** Adds a request to the journal of the main state when a change is done: a reset empties the journal when it ends. */
  #addLater(record: RecordedRequest, body: KeptBody, change: Promise<void>): void {
    // The body cannot wait: a face lets go of an unread one with the answer.
    if (body.isUnread) void body.readRest()
    const add = () => this.#main.journal.addRequest(record, body)
    change.then(add, add)
  }

  /** Makes the session of a request that bears one of its keys, so that nobody else can drive out the sessions of others. */
  async #newSession(name: string | null, headers: SentHeaders): Promise<State> {
    await authenticate(headers, this.#sessions.firstKeys, this.#main.settings.clock)
    return this.#sessions.state(name)
  }
}

/** Finds the API key of a request, at once where its store has it at hand. Throws a refusal when it is missing, unknown or expired. */
function authenticate(
  headers: SentHeaders,
  store: Pick<Store, 'findKey'>,
  clock: Pick<Clock, 'now'>,
): StoredKey | Promise<StoredKey> {
  const authorization = headers.get('authorization') ?? ''
  // RFC 9110 section 11.1: the name of a scheme is compared without regard to case.
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw refuse(/^bearer\b/i.test(authorization) ? 'invalidKey' : 'missingKey')
  const found = store.findKey(token)
  return found instanceof Promise ? found.then((key) => validKey(key, clock)) : validKey(found, clock)
}

function validKey(key: StoredKey | undefined, clock: Pick<Clock, 'now'>): StoredKey {
  if (!key) throw refuse('invalidKey')
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= clock.now()) throw refuse('expiredKey')
  return key
}

/** Throws a refusal when the key lacks the scope of the operation. The scope `null` asks for full access. */
function authorize(key: StoredKey, scope: Scope | null): void {
  if (key.scopes === null) return
  if (scope === null || !key.scopes.includes(scope)) throw missingScope(scope)
}

/** A request whose key permits it to be carried out. */
interface Admitted extends Pick<Match, 'operation'> {
  arrival: Arrival
  request: OperationRequest
}

/** Performs an operation, or what the `Prefer` header or a fault puts in its place. */
async function performAsWanted(
  { arrival, operation, request }: Admitted,
  state: State,
  record: RecordedRequest,
): Promise<Answer> {
  const preferred = preferences(arrival.headers.get('prefer') ?? '')
  // A request that asks for an answer or a fault itself is left alone by the injected faults.
  const asksItself = preferred.code ?? preferred.example ?? preferred.fault
  const fault = asksItself === undefined ? await state.faults.drawForRequest(operation.id) : undefined
  const perform = () => operationHandlers[operation.id](request, state.settings, state)
  const course = { request: arrival.request, operation, read: request.read, perform, preferred, fault }
  return performOtherwise(course, state, record)
}

function describeMethods(
  headers: SentHeaders,
  allowed: string[],
  path: string,
  { dialect }: Settings,
): Answer {
  if (allowed.length === 0) throw unknownPath(path)
  return optionsAnswer(headers, allowed, dialect.options === '200' ? 200 : 204)
}

/** Whether OPTIONS is answered. A browser's preflight always is: without it no page could ask anything. */
function answersOptions(headers: SentHeaders, { dialect }: Settings): boolean {
  return dialect.options !== 'refuse' || headers.get('access-control-request-method') !== null
}

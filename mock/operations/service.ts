import { authenticate } from '../access/authentication'
import type { Answer } from '../http/answer'
import { completeFor, type RequestHandler } from '../http/arrival'
import { optionsAnswer } from '../http/cors'
import { frontPage, isFrontPage } from '../http/front-page'
import { refusalOf, unknownPath, type Refusal } from '../http/refusal'
import { createOperationRouter } from '../http/router'
import { createWording } from '../http/wording'
import { Recorder } from '../journal/recorder'
import type { Settings } from '../settings/settings'
import { sessionHeader, type Sessions } from '../state/sessions'
import type { State } from '../state/state'
import { carryOut } from './carry-out'
import type { Trace } from './trace'

/** The parts that the service works with. */
export interface ServiceOptions {
  settings: Settings
  sessions: Pick<Sessions, 'state' | 'existing' | 'firstKeys'>
  /** The main state, whose journal holds the requests that reach no session. */
  main: Pick<State, 'journal' | 'changing'>
}

/** Answers the requests to the operations of the interface, and writes each into the journal of its session. */
export function createService({ settings, sessions, main }: ServiceOptions): RequestHandler {
  const { additions, clock, dialect, memory, metrics, random } = settings
  const router = createOperationRouter(dialect)
  const wording = createWording(settings)

  function describeMethods(request: Request, path: string): Answer {
    const allowed = router.allowed(path)
    if (allowed.length === 0) throw unknownPath(path)
    return optionsAnswer(request, allowed, dialect.options === '200' ? 200 : 204)
  }

  /** Whether OPTIONS is answered. A browser's preflight always is: without it no page could ask anything. */
  function answersOptions(headers: Headers): boolean {
    return dialect.options !== 'refuse' || headers.has('access-control-request-method')
  }

  function addHeaders({ headers, about }: Answer): void {
    const { headers: ofPlace } = additions
    const values = (about && (about.headers ?? ofPlace[about.place])) ?? ofPlace.every
    if (!values) return
    const added = values(about?.fields ?? {}, { random, now: clock.now() })
    // A content type of the dialect is one of JSON.
    if (headers['content-type'] !== 'application/json') delete added['content-type']
    Object.assign(headers, added)
  }

  /** Makes the session of a request that bears one of its keys, so that nobody else can drive out the sessions of others. */
  async function newSession(name: string | null, headers: Headers): Promise<State> {
    await authenticate(headers, sessions.firstKeys, clock.now())
    return sessions.state(name)
  }

  return async (arrival) => {
    const { request, path, search, peer } = arrival
    const { headers, method } = request
    // The service's clock may stand still or be moved, so what requests take is measured in real time.
    const began = metrics ? performance.now() : 0
    const recorder = new Recorder(arrival, clock)
    const trace: Trace = {}
    const session = headers.get(sessionHeader)
    let state: State | undefined
    let refusal: Refusal | undefined
    let answer: Answer
    try {
      const found = sessions.existing(session)
      state = found instanceof Promise ? await found : found
      if (method === 'OPTIONS' && answersOptions(headers)) answer = describeMethods(request, path)
      else if (isFrontPage(method, path)) answer = frontPage(request)
      else {
        const match = router.match(method, path)
        trace.operation = match.operation
        state ??= await newSession(session, headers)
        answer = await carryOut({ request, match, search, read: recorder.read }, settings, state, trace)
      }
    } catch (error) {
      refusal = wording.worded(refusalOf(error, request, settings))
      answer = wording.answer(refusal)
    }
    addHeaders(answer)
    completeFor(request, answer)
    const { operation, key, fault, signal, about } = trace
    const aborted = signal?.aborted || peer?.gone?.()
    const unmade = state ? undefined : (session ?? undefined)
    const outcome = { answer, refusal, operation, key, about, fault, aborted, session: unmade }
    const end = () => {
      recorder.end(outcome, (state ?? main).journal)
      memory.balance()
    }
    // A reset of the main state that is under way empties its journal when it ends.
    if (!state && main.changing) {
      recorder.readAhead()
      main.changing.then(end, end)
    } else end()
    metrics?.request({
      operation: operation?.id,
      status: answer.status,
      seconds: (performance.now() - began) / 1_000,
    })
    return answer
  }
}

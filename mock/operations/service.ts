import type { Answer } from '../http/answer'
import { completeFor, type RequestHandler } from '../http/arrival'
import { optionsAnswer } from '../http/cors'
import { refusalOf, unknownPath, type Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import { createOperationRouter } from '../http/router'
import { createWording } from '../http/wording'
import { flatHeaders, keptAnswer, keptBytes, type KeptText } from '../journal/record'
import type { Settings } from '../settings/settings'
import { sessionHeader, type Sessions } from '../state/sessions'
import type { State } from '../state/state'
import { carryOut, type Trace } from './carry-out'

/** Answers the requests to the operations of the interface, and writes each into the journal of its session. */
export function createService(settings: Settings, sessions: Pick<Sessions, 'state'>): RequestHandler {
  const { additions, clock, dialect, limits, random } = settings
  const router = createOperationRouter(dialect)
  const wording = createWording(settings)

  function describeMethods(request: Request, path: string): Answer {
    const allowed = router.allowed(path)
    if (allowed.length === 0) throw unknownPath(path)
    return optionsAnswer(request, allowed)
  }

  function addHeaders({ headers, about }: Answer): void {
    const { headers: ofPlace } = additions
    const values = (about && ofPlace[about.place]) ?? ofPlace.every
    if (!values) return
    const added = values(about?.fields ?? {}, { random, now: clock.now() })
    // A content type of the dialect is one of JSON.
    if (headers['content-type'] !== 'application/json') delete added['content-type']
    Object.assign(headers, added)
  }

  return async ({ request, path, search, read, peer }) => {
    const { headers, method, url } = request
    const startedAt = clock.now()
    const trace: Trace = {}
    let body: KeptText | undefined
    let state: State | undefined
    let refusal: Refusal | undefined
    let answer: Answer
    const keepingRead: BodyReader = async (limit) => {
      const bytes = await read(limit)
      if (bytes !== null) body = keptBytes(bytes)
      return bytes
    }
    try {
      const found = sessions.state(headers.get(sessionHeader))
      state = found instanceof Promise ? await found : found
      if (method === 'OPTIONS') answer = describeMethods(request, path)
      else {
        const match = router.match(method, path)
        answer = await carryOut({ headers, match, search, read: keepingRead }, settings, state, trace)
      }
    } catch (error) {
      refusal = wording.worded(refusalOf(error, request, settings))
      answer = wording.answer(refusal)
    }
    addHeaders(answer)
    completeFor(request, answer)
    if (state && limits.journal > 0) {
      const { operation, key, fault } = trace
      state.journal.addRequest({
        at: startedAt,
        duration: clock.now() - startedAt,
        method,
        url,
        path: search === '' ? path : `${path}?${search}`,
        headers: peer?.rawHeaders ?? flatHeaders(headers),
        peer,
        body,
        status: answer.status,
        answer: keptAnswer(answer),
        operation,
        mode: key?.mode,
        refusal,
        fault,
      })
    }
    return answer
  }
}

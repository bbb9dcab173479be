import type { OperationDescription } from '../../generated/operations'
import { htmlAnswer, resetAnswer, truncatedAnswer } from '../faults/answers'
import type { RequestFaultKind } from '../faults/fault'
import { appliedPreferences, causeOf, type Preferences } from '../faults/prefer'
import { preferredAnswer } from '../faults/preferred-answer'
import type { DrawnFault } from '../faults/registry'
import type { Answer } from '../http/answer'
import { Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import { isControllable, type Clock } from '../settings/clock'
import type { Settings } from '../settings/settings'
import { subjectOf, type RecordedRequest } from '../journal/record'
import type { State } from '../state/state'

/** A request that takes another course than usual, and the operation that it asks for. */
export interface OtherCourse {
  request: Request
  operation: OperationDescription
  read: BodyReader
  perform: () => Answer | Promise<Answer>
  preferred: Preferences
  fault: DrawnFault<RequestFaultKind> | undefined
}

/** Performs an operation in the way that the `Prefer` header or a fault wants. */
export async function performOtherwise(
  { request, operation, read, perform, preferred, fault }: OtherCourse,
  state: State,
  record: RecordedRequest,
): Promise<Answer> {
  const { settings } = state
  record.fault = causes(fault?.report, { ...preferred, example: undefined })
  const interference = fault ? interferenceOf(fault, preferred) : ofPreferences(preferred)
  const { delay, delayAfter } = interference
  if (delay) {
    // A client that leaves takes its body with it, so the body is read before the wait and not after it.
    Promise.resolve(read(settings.bodyLimits.bytes)).catch(() => {})
    const changes = operation.method !== 'GET' && isPerformed(interference)
    await pass({ milliseconds: delay, request, changes, record }, state)
  }
  const performed = async () => {
    const answer = await perform()
    record.subject = subjectOf(answer)
    return answer
  }
  const answer = await interfere(interference, operation, settings, performed)
  // A name that is no example of the document was refused just now, and it may be a secret that slipped into the header.
  if (preferred.example !== undefined) record.fault = causes(fault?.report, preferred)
  if (delayAfter) await pass({ milliseconds: delayAfter, request, changes: false, record }, state)

  const applied = appliedPreferences(preferred)
  if (applied) answer.headers['preference-applied'] = applied
  if (fault) answer.headers['mock-fault'] = fault.report
  return answer
}

/** The reasons for which a request takes another course than usual. */
function causes(fault: string | undefined, preferred: Preferences): string | undefined {
  return [fault, causeOf(preferred)].filter((cause) => cause !== undefined).join(', ') || undefined
}

/** The changes to the usual course of a request, whether preferred by the request or caused by a fault. */
interface Interference extends Preferences {
  /** `Retry-After` in seconds. */
  retryAfter?: number
  /** Milliseconds to wait once the operation is performed. */
  delayAfter?: number
}

function interferenceOf(
  { kind, status, retryAfter, latency }: DrawnFault<RequestFaultKind>,
  { delay }: Preferences,
): Interference {
  if (kind === 'latency-after-commit') return { delay, delayAfter: latency }
  const fault = kind === 'status' || kind === 'latency' ? undefined : kind
  const code = kind === 'status' ? (status ?? 503) : status
  return { code, fault, retryAfter, delay: latency ?? delay }
}

function ofPreferences(preferred: Preferences): Interference {
  if (preferred.fault !== 'latency-after-commit') return preferred
  return { ...preferred, delay: undefined, delayAfter: preferred.delay }
}

/** Whether the operation is performed, or another answer takes its place. */
function isPerformed({ code, example, fault }: Interference): boolean {
  return code === undefined && example === undefined && fault !== 'reset' && fault !== 'html'
}

/** Answers with the operation's own answer, or with another one where the interference says so. */
async function interfere(
  interference: Interference,
  operation: OperationDescription,
  { dialect, clock }: Settings,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const { code, fault, retryAfter } = interference
  if (fault === 'reset') return resetAnswer(dialect)
  if (fault === 'html') return htmlAnswer(code ?? 502, retryAfter, dialect, clock.now())
  const answer = isPerformed(interference)
    ? await perform()
    : preferredAnswer(interference, { operation, dialect, now: clock.now(), seconds: retryAfter })
  if (fault === 'reset-after-commit') return resetAnswer(dialect)
  return fault === 'truncated' ? truncatedAnswer(answer) : answer
}

/** A request that waits. */
interface Wait {
  milliseconds: number
  request: Request
  /** Whether the request changes something after the wait, which then has to happen at its time. */
  changes: boolean
  record: RecordedRequest
}

/**
 * Waits for the clock. Where it stands still for long, the request is refused: nobody would know what it waits for. When the
 * client leaves, the journal shows it at once: the wait ends, or a notice says why it goes on.
 */
function pass(
  { milliseconds, request, changes, record }: Wait,
  { journal, settings: { clock, dialect, limits } }: State,
): Promise<void> {
  const { method, url, signal } = request
  const [path] = url.replace(/^[^/]*\/\/[^/]*/, '').split('?')
  const message = `${method} ${path} waits for ${milliseconds} ms of a clock that stands still. Advance it (POST /__mock/clock/advance) or let it run (POST /__mock/clock/resume).`
  if (isControllable(clock) && clock.frozen) journal.addNotice('request-waits', message)
  return new Promise((resolve, reject) => {
    const endWatch = watchFrozenClock(clock, limits.frozenWait, () => {
      end()
      reject(new Refusal(503, dialect.errorCodes[503] ?? 'clock_stands_still', message))
    })
    const cancel = clock.schedule(() => {
      end()
      resolve()
    }, milliseconds)
    const end = () => {
      endWatch()
      cancel()
      signal.removeEventListener('abort', onLeave)
    }
    const onLeave = () => {
      record.aborted = true
      if (changes) {
        const left = `The client of ${method} ${path} has left. Its request is carried out when its wait of ${milliseconds} ms is over.`
        journal.addNotice('client-left', left)
        return
      }
      end()
      resolve()
    }
    if (signal.aborted) onLeave()
    else signal.addEventListener('abort', onLeave, { once: true })
  })
}

/**
 * Calls `work` when a clock has stood still for so many milliseconds of real time. Each move of the clock, however small, begins the watch anew,
 * because it shows that somebody moves the clock. Returns a function that ends the watch.
 */
export function watchFrozenClock(clock: Clock, milliseconds: number, work: () => void): () => void {
  let seen = clock.now()
  let timer = setTimeout(look, milliseconds)

  function look() {
    const now = clock.now()
    if (isControllable(clock) && clock.frozen && now === seen) return work()
    seen = now
    timer = setTimeout(look, milliseconds)
  }
  return () => clearTimeout(timer)
}

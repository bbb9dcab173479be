import { operations, type OperationId } from '../../generated/operations'
import { invalidRequest, notFound, Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import { createWording } from '../http/wording'
import { recordedRefusal } from '../journal/record'
import { readEvent } from '../operations/event-input'
import { readWebhook } from '../operations/read-webhook'
import { nearest } from '../../src/core/nearest'
import { type ControlRoutes, refuseStray } from './route'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import type { Mode } from '../store/records'
import { explain } from './explain/explanation'
import { bodyOf, recordedCase, type RefusedCase } from './explain/refused-case'
import { modeFrom } from './keyless-request'

interface Checked {
  headers: Headers
  read: BodyReader
  mode: Mode
}

/** Judges a body as its operation does, and changes nothing. Throws a `Refusal`. */
type Judge = (checked: Checked, settings: Settings, state: State) => Promise<unknown>

const judges: Partial<Record<OperationId, Judge>> = {
  createEvent: ({ headers, read }, settings) => readEvent(headers, read, settings),
  createWebhook: readWebhook,
}

/** Explains refusals: of a request in the journal, and of a body that nobody has sent yet. */
export const explanationRoutes: ControlRoutes = {
  async 'GET /journal/:number/explanation'({ params: { number = '' } }, state) {
    await state.journal.settled()
    const recorded = /^\d{1,15}$/.test(number) ? state.journal.recorded(Number(number)) : undefined
    if (!recorded) throw notFound('No request in the journal has this number.')
    const refused = recordedCase(recorded)
    if (!refused) throw notFound('This request was not refused, so there is nothing to explain.')
    return explain(refused, { settings: state.settings, state }, state.secrets)
  },

  async 'POST /check'({ body: given }, state) {
    const { settings } = state
    refuseStray(given, ['operation', 'body', 'text', 'mode'], 'a check')
    const operation = operationFrom(given.operation)
    const mode = modeFrom(given.mode)
    const text = textFrom(given)
    const bytes = new TextEncoder().encode(text)
    const headers = new Headers({ 'content-type': 'application/json' })
    const read: BodyReader = async (limit) => (bytes.length > limit ? null : bytes)
    try {
      await judges[operation]?.({ headers, read, mode }, settings, state)
      return { ok: true }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { method, path } = operations[operation]
      const refused: RefusedCase = {
        refusal: recordedRefusal(createWording(settings).worded(error)),
        operation: operations[operation],
        ...{ method, path, mode, query: new URLSearchParams() },
        headers: new Map([
          ['content-type', 'application/json'],
          ['content-length', String(bytes.length)],
        ]),
        ...bodyOf(text, false),
      }
      return { ok: false, explanation: await explain(refused, { settings, state }, state.secrets) }
    }
  },
}

function operationFrom(given: unknown = 'createEvent'): OperationId {
  const known = Object.keys(judges) as OperationId[]
  const found = known.find((id) => id === given)
  if (found) return found
  const near = nearest(String(given), known)
  throw invalidRequest(`operation must be ${known.join(' or ')}. The nearest one is ${near}.`, 'operation')
}

/** The body as text: as somebody types it, or the JSON of a value. */
function textFrom({ text, body }: Record<string, unknown>): string {
  if (text !== undefined && body !== undefined)
    throw invalidRequest('Send body or text, and not both.', 'text')
  if (text === undefined) return body === undefined ? '' : JSON.stringify(body)
  if (typeof text === 'string') return text
  throw invalidRequest('text must be a string: the body as it is typed.', 'text')
}

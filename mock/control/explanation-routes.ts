import { operations } from '../../generated/operations'
import { invalidRequest, notFound, Refusal } from '../http/refusal'
import { readJson, type BodyReader } from '../http/request-body'
import { createWording } from '../http/wording'
import { recordedRefusal } from '../journal/record'
import { requestedEvent } from '../operations/event-input'
import { readWebhook } from '../operations/read-webhook'
import { objectOf } from './fields'
import { type ControlRoutes, json, route } from './route'
import { anything, flag, mode, named, text } from './schemas'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import type { Mode } from '../store/records'
import { explain } from './explain/explanation'
import { bodyOf, recordedCase, type RefusedCase } from './explain/refused-case'

interface Checked {
  headers: Headers
  read: BodyReader
  mode: Mode
}

/** Judges a body as its operation does, and changes nothing. Throws a `Refusal`. */
type Judge = (checked: Checked, settings: Settings, state: State) => Promise<unknown>

const judges: Record<'createEvent' | 'createWebhook', Judge> = {
  createEvent: async ({ headers, read }, settings) =>
    requestedEvent(await readJson(headers, read, settings.bodyLimits, 'data'), headers, settings),
  createWebhook: readWebhook,
}

/** Explains refusals: of a request in the journal, and of a body that nobody has sent yet. */
export const explanationRoutes: ControlRoutes = {
  'GET /journal/:number/explanation': route({
    title: 'Explains why a request of the journal was refused',
    answers: { 200: json(named('Explanation')) },
    async handle({ params: { number = '' } }, state) {
      await state.journal.settled()
      const recorded = /^\d{1,15}$/.test(number) ? state.journal.recorded(Number(number)) : undefined
      if (!recorded) throw notFound('No request in the journal has this number.')
      const refused = recordedCase(recorded)
      if (!refused) throw notFound('This request was not refused, so there is nothing to explain.')
      return explain(refused, { settings: state.settings, state }, state.secrets)
    },
  }),
  'POST /check': route({
    title: 'Judges a body as its operation does, and changes nothing',
    body: {
      'operation?': { enum: ['createEvent', 'createWebhook'], description: '`createEvent` unless given.' },
      'body?': anything,
      'text?': {
        ...text,
        title: 'a string: the body as it is typed',
        description: 'The body, in place of `body`.',
      },
      'mode?': mode,
    },
    answers: { 200: json(objectOf({ ok: flag, 'explanation?': named('Explanation') })) },
    handle: ({ body: { operation = 'createEvent', mode = 'live', ...sent } }, state) =>
      checked(operation, mode, textFrom(sent), state),
  }),
}

/** Asks an operation how it would answer a request whose body is this text. */
async function checked(
  operation: keyof typeof judges,
  mode: Mode,
  text: string,
  state: State,
): Promise<object> {
  const { settings } = state
  const bytes = new TextEncoder().encode(text)
  const headers = new Headers({ 'content-type': 'application/json' })
  const read: BodyReader = async (limit) => (bytes.length > limit ? null : bytes)
  try {
    await judges[operation]({ headers, read, mode }, settings, state)
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
}

/** The body as text: as somebody types it, or the JSON of a value. */
function textFrom({ text, body }: { text?: string; body?: unknown }): string {
  if (text !== undefined && body !== undefined)
    throw invalidRequest('Send body or text, and not both.', 'text')
  return text ?? (body === undefined ? '' : JSON.stringify(body))
}

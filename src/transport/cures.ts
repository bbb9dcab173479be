import type { Outcome } from '../errors/request-errors'
import type { Plan } from './plan'

/** Everything that decides what a caller can do about a failure. */
export interface Trouble {
  plan: Pick<Plan<unknown>, 'operation' | 'idempotencyKey'>
  outcome: Outcome
  /** Whether the same request can be sent again without harm. */
  mayRepeat: boolean
}

/** Says how a call whose outcome is not certain can go on. */
export const repetition = ({ plan, outcome, mayRepeat }: Trouble): string => {
  if (outcome === 'unknown' && plan.idempotencyKey) {
    return 'Repeat the call with the idempotencyKey of this error: no second event is made.'
  }
  return mayRepeat ? 'Repeat the call later.' : 'It may have been carried out: look before you repeat it.'
}

/** The scope that an operation needs: `createWebhook` needs `webhooks:write`. Scoped keys create no keys. */
function permission({ plan }: Answer): string {
  const [, verb, resource] = /^(list|retrieve|create|delete)(Event|Webhook)/.exec(plan.operation) ?? []
  if (!resource) return 'Use a key that permits this, such as a full one.'
  const access = verb === 'create' || verb === 'delete' ? 'write' : 'read'
  return `Use a key with the scope ${resource.toLowerCase()}s:${access}.`
}

/** An answer that is no success, as far as the cure depends on it. */
export interface Answer extends Trouble {
  status: number
  /** Whether the body is JSON, as all that the service itself sends. */
  isJson: boolean
  param: string | undefined
  /** How long the service asked to wait, in seconds. */
  wait: number | undefined
}

const correction = ({ param }: Answer) => `Correct ${param ? `the field ${param}` : 'the request'}.`
const checkAddress = () => 'Check that baseUrl is the address of the service, or tell its owner.'

const cures: Record<number, (answer: Answer) => string> = {
  401: () => 'Set the option apiKey or EVENT_DELIVERY_API_KEY to a valid key.',
  403: permission,
  404: () => 'Check the id, and that baseUrl is the address of the service.',
  405: checkAddress,
  408: repetition,
  409: () => 'Repeat the same input later, or give another idempotencyKey.',
  413: () => 'Send less data.',
  429: ({ wait }) =>
    `Wait ${wait === undefined ? 'some seconds' : `${wait} s`}, and set the option rate to that of the plan.`,
}

/** The cure for an answer that is no success. */
export function cureOfAnswer(answer: Answer): string {
  const { status, isJson } = answer
  if (status >= 500) return repetition(answer)
  // A browser hides the status of a redirect.
  if (status < 200 || (status >= 300 && status < 400)) return 'Set baseUrl to the address to which it leads.'
  const cure = cures[status] ?? (status < 300 ? checkAddress : correction)
  return (isJson ? '' : 'A proxy may have answered in place of the service. ') + cure(answer)
}

const connectionCures: [RegExp, string][] = [
  [/refused/i, 'Nothing listens there: check baseUrl, and that the service runs.'],
  [/enotfound|eai_|getaddrinfo|dns/i, 'The name does not resolve: check baseUrl.'],
  [/eproto|wrong version|packet length/i, 'The port does not speak TLS: check baseUrl.'],
  [
    /cert|leaf|self.signed|tls/i,
    'The certificate is not trusted: check baseUrl, or trust its authority, in Node by NODE_EXTRA_CA_CERTS.',
  ],
  [/(timeout|deadline) of/, 'Allow more time by that option, or find out why the service is slow.'],
]

/** The cure for a connection that failed, by the code and the message of its error. */
export const cureOfConnection = (clue: string): string =>
  connectionCures.find(([pattern]) => pattern.test(clue))?.[1] ?? 'Check baseUrl and the network.'

import type { Outcome } from '../errors/request-errors'
import type { Plan } from './plan'
import { setOption } from './preflight'

/** Everything that decides what a caller can do about a failure. */
export interface Trouble {
  plan: Pick<Plan<unknown>, 'operation' | 'idempotencyKey'>
  outcome: Outcome
  /** Whether the same request can be sent again without harm. */
  mayRepeat: boolean
}

/** The trouble that a call is in after an attempt with this outcome. */
export const troubleOf = (plan: Plan<unknown>, outcome: Outcome): Trouble => ({
  plan,
  outcome,
  mayRepeat: plan.mayRepeat?.(outcome) ?? true,
})

/** Says how a call whose outcome is not certain can go on. */
export const repetition = ({ plan, outcome, mayRepeat }: Trouble): string => {
  if (outcome === 'unknown' && plan.idempotencyKey) {
    return 'Repeat the call with the idempotencyKey of this error: no second event is made.'
  }
  return mayRepeat ? 'Repeat the call later.' : 'It may have been carried out: look before you repeat it.'
}

/** The scope that an operation needs: `createWebhook` needs `webhooks:write`. Scoped keys create no keys. */
function permission({ plan }: Answer): string {
  const [, verb, resource] = /^(\w+)(Event|Webhook)/.exec(plan.operation) ?? []
  if (!resource) return 'Use a key that permits this.'
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
  401: () => `${setOption('apiKey', 'API_KEY')} to a valid key.`,
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

// Findings about `baseUrl`, by the code and the message of an error.
const diagnoses: [RegExp, string][] = [
  [/refused/i, 'nothing listens there'],
  [/enotfound|eai_|getaddrinfo|dns/i, 'its name does not resolve'],
  [/eproto|wrong version|packet length/i, 'its port does not speak TLS'],
  [
    /cert|leaf|self.signed|tls/i,
    'its certificate is not trusted. In Node, NODE_EXTRA_CA_CERTS can add its authority',
  ],
]

/** The cure for a connection that failed, by the code and the message of its error. */
export function cureOfConnection(clue: string): string {
  const diagnosis = diagnoses.find(([pattern]) => pattern.test(clue))?.[1]
  return `Check baseUrl${diagnosis ? `: ${diagnosis}` : ' and the network'}.`
}

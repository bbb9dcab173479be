import { type ClientOptions, EventDelivery, type Fetch, type Logger } from '@event-delivery/sdk'
import {
  answer,
  createFakeClock,
  type RecordedRequest,
  refuse,
  scriptedFetch,
  type Step,
} from '@event-delivery/sdk/testing'
import { examples } from '../../generated/examples'
import type { OperationDescription } from '../../generated/operations'
import { expect, onTestFinished } from 'vitest'
import { canary } from '../support/canary'

export const apiKey = `sk_live_${canary}`
export const baseUrl = 'https://api.events.example'

/** An event as the service returns it. */
export const stored = {
  id: 'evt_1',
  type: 'order.paid',
  created: '2026-11-21T03:00:00.000Z',
  data: { order: 1042 },
}

/** A webhook as its creation returns it. */
export const webhook = {
  id: 'wh_1',
  url: 'https://a.example',
  events: ['*'],
  status: 'active',
  created: '2026-11-21T03:00:00Z',
  secret: `whsec_${canary}`,
}

export const input = { type: 'order.paid', data: { order: 1042 } }

/** Inputs of a bulk, each with its number. */
export const inputs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ type: 'order.paid', data: { n } }))

/** The number of the input that a request is to create. */
export const numberOf = ({ body }: Pick<RecordedRequest, 'body'>) =>
  (JSON.parse(body) as { data: { n: number } }).data.n

/** A service that answers for each input by the step that is chosen by its number. */
export const answeringByNumber = (choose: (n: number) => Step) =>
  scriptedFetch((request, signal) => choose(numberOf(request))(request, signal))

/** A schema of the standard that validators share. */
export const schemaOf = <Result>(validate: (data: unknown) => Result) => ({
  '~standard': { version: 1 as const, vendor: 'test', validate },
})

export const created = answer(201, stored)
export const failing = (status: number) => refuse(status, 'broken')

/** A client whose waits take no time, and its clock. Random factors are 1. */
export function clientOf(fetch: Fetch, options: ClientOptions = {}) {
  const clock = createFakeClock({ auto: true })
  const client = new EventDelivery({ apiKey, baseUrl, fetch, clock, random: () => 1, ...options })
  return { client, clock }
}

/** A logger that keeps what each line was written with, and its lines. */
export function recordingLogger(own: object = {}) {
  const lines: [method: string, ...given: unknown[]][] = []
  const methods = ['debug', 'info', 'warn', 'error'].map((method) => [
    method,
    (...given: unknown[]) => void lines.push([method, ...given]),
  ])
  return { lines, logger: { ...own, ...Object.fromEntries(methods) } as Logger }
}

/** Lets the errors of a test have no stacks: where there are thousands, to find the places in the sources takes a quarter of the processor. */
export function withoutStacks(): void {
  const { stackTraceLimit, prepareStackTrace } = Error
  onTestFinished(() => void Object.assign(Error, { stackTraceLimit, prepareStackTrace }))
  Object.assign(Error, { stackTraceLimit: 0, prepareStackTrace: undefined })
}

/** In an expectation: a text that contains another one, or that fits a pattern. */
export const like = (part: string | RegExp) =>
  (typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part)) as string

/** The error that a promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It did not reject.')
}

/** Calls the method of the SDK that calls an operation. */
export function callOf(client: EventDelivery, { sdkMethod, path, request }: OperationDescription): unknown {
  const [name = '', method = ''] = sdkMethod.split('.')
  const resources: Partial<Record<string, object>> = { ...client }
  const resource = resources[name] as Partial<Record<string, (input?: unknown) => unknown>>
  if (!resource[method]) throw new Error(`The SDK has no method ${sdkMethod}.`)
  const [example] = Object.values(request?.examples ?? {})
  return resource[method](example ? examples[example] : path.includes('{id}') ? 'id-1' : undefined)
}

import { createHash } from 'node:crypto'
import { awaitListed } from '../listing'
import type { Asked, PlannedRequest, Means } from './planned-request'
import type { IdempotencyPlace } from '../../engine/options'
import type { Situation } from '../../../../generated/situations'
import { NotApplicable } from '../../engine/check'

const creating = { operation: 'createEvent', mode: 'non-disruptive', resource: 'event' } as const

/** The largest body that is sent to see how a larger one is refused, in bytes. */
const largestTried = 1_048_576

/** The type of an event that a request creates. It is the same for a deployment and its twin. */
export function typeOf({ context }: Pick<Means, 'context'>, name: string): string {
  return `${context.prefix}.planned.${name}`
}

function dataOf({ context }: Means, name: string) {
  const mark = `${context.prefix}.${name}`
  return { run: context.prefix, mark, amount: 12.5, list: [1, 'two', { three: 3 }], nothing: null, yes: true }
}

function bodyOf(means: Means, name: string) {
  return { type: typeOf(means, name), data: dataOf(means, name) }
}

/** A creation whose body differs from a right one in these fields. One that is undefined is left out. */
function variant(
  name: string,
  title: string,
  situation: Situation,
  fields: object | ((means: Means) => object),
  quoted: Pick<Asked, 'value' | 'values'> = {},
): PlannedRequest {
  const request = (means: Means) => {
    const changed = typeof fields === 'function' ? (fields as (means: Means) => object)(means) : fields
    return { key: means.key, odd: true, body: { ...bodyOf(means, name), ...changed }, ...quoted }
  }
  return { ...creating, name, title, situation, request }
}

/** A creation whose body is no object. */
function withoutObject(name: string, title: string, situation: Situation, raw: string): PlannedRequest {
  return { ...creating, name, title, situation, request: ({ key }) => ({ key, raw, odd: true }) }
}

/** A creation with an idempotency key in each place where the deployment reads it. */
async function withKey(
  means: Means,
  body: object,
  value: string,
  choose: (all: readonly IdempotencyPlace[]) => readonly IdempotencyPlace[] = (all) => all,
): Promise<Asked> {
  const places = choose(await means.places())
  const named = (where: IdempotencyPlace['in']) =>
    Object.fromEntries(places.filter((place) => place.in === where).map(({ name }) => [name, value]))
  return { key: means.key, headers: named('header'), body: { ...body, ...named('body') }, value }
}

/** A UUID, which some services demand, that is the same for a deployment and its twin. */
function idempotencyKey({ context }: Means): string {
  const hex = createHash('sha256').update(context.prefix).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Requests that create events, or fail to. */
export const eventRequests: readonly PlannedRequest[] = [
  {
    ...creating,
    name: 'create-event',
    title: 'creation of an event',
    request: (means) => ({ key: means.key, body: bodyOf(means, 'create-event') }),
  },
  {
    ...creating,
    name: 'create-with-key',
    title: 'creation with an idempotency key',
    request: (means) => withKey(means, bodyOf(means, 'create-with-key'), idempotencyKey(means)),
  },
  {
    ...creating,
    name: 'replay',
    title: 'the same creation with the same idempotency key',
    async request(means) {
      await means.answerTo('create-with-key')
      return withKey(means, bodyOf(means, 'create-with-key'), idempotencyKey(means))
    },
  },
  {
    ...creating,
    name: 'replay-of-another-body',
    title: 'another creation with the same idempotency key',
    situation: 'idempotencyMismatch',
    async request(means) {
      await means.answerTo('create-with-key')
      const body = { ...bodyOf(means, 'create-with-key'), data: dataOf(means, 'another') }
      return { ...(await withKey(means, body, idempotencyKey(means))), odd: true }
    },
  },
  ...(['empty-key', 'two-empty-keys'] as const).map((name): PlannedRequest => ({
    ...creating,
    name,
    title: `${name === 'empty-key' ? '' : 'another '}creation with an empty idempotency key`,
    situation: 'emptyIdempotencyKey',
    async request(means) {
      if (name === 'two-empty-keys') await means.answerTo('empty-key')
      return { ...(await withKey(means, bodyOf(means, name), '', (all) => all.slice(0, 1))), odd: true }
    },
  })),
  variant('missing-type', 'creation without type', 'missingType', { type: undefined }),
  variant('type-of-number', 'creation with a number as type', 'invalidType', { type: 42 }, { value: '42' }),
  variant('empty-type', 'creation with an empty type', 'emptyType', { type: '' }),
  variant('missing-data', 'creation without data', 'missingData', { data: undefined }),
  ...Object.entries({ text: 'text', number: 42, list: [1, 2] }).map(([word, data]) => {
    const values = { kind: Array.isArray(data) ? 'array' : typeof data }
    const quoted = { value: JSON.stringify(data), values }
    return variant(`data-of-${word}`, `creation with a ${word} as data`, 'invalidData', { data }, quoted)
  }),
  variant(
    'unknown-field',
    'creation with a field that the interface does not have',
    'unknownField',
    { unknown_field: true },
    { value: 'unknown_field' },
  ),
  withoutObject('body-of-list', 'creation with a list as body', 'invalidBody', '[]'),
  withoutObject('malformed-json', 'creation with a body that is no JSON', 'malformedJson', '{"type": "order'),
  withoutObject('no-body', 'creation without a body', 'missingBody', ''),
  {
    ...creating,
    name: 'undeclared-json',
    title: 'creation that is declared as text/plain',
    situation: 'contentType',
    request: (means) => ({
      key: means.key,
      raw: JSON.stringify(bodyOf(means, 'undeclared-json')),
      contentType: 'text/plain',
      odd: true,
      value: 'text/plain',
    }),
  },
  variant('long-type', 'creation with a type of 1,000 characters', 'longType', (means: Means) => ({
    type: typeOf(means, 'long-type').padEnd(1_000, 'x'),
  })),
  {
    ...creating,
    name: 'payload-too-large',
    title: 'creation with a body of one byte more than the largest one',
    situation: 'payloadTooLarge',
    request(means) {
      const most = means.context.settings.dialect?.maxPayloadBytes
      if (most === undefined || most > largestTried)
        throw new NotApplicable('The largest body is not known, or too large to be sent for a comparison.')
      const start = `{"type":"${typeOf(means, 'large')}","data":{"run":"${means.context.prefix}","text":"`
      const raw = `${start.padEnd(most - 2, 'x')}"}}`
      return { key: means.key, raw, odd: true, value: String(most) }
    },
  },
  {
    name: 'retrieve-event',
    title: 'retrieval of an event',
    mode: 'non-disruptive',
    operation: 'retrieveEvent',
    resource: 'event',
    async request({ context, key, idFrom }) {
      const id = await idFrom('create-event')
      // A deployment that lists a new event late may retrieve it late as well.
      await awaitListed(context, key, [id])
      return { key, path: { id } }
    },
  },
]

import { examples, type ExampleName } from '../../generated/examples'
import { operations, type OperationId } from '../../generated/operations'
import { situationSamples } from '../../generated/situation-samples'
import { situationMessages, type Situation } from '../../generated/situations'
import type { SituationSample } from '../../openapi/model'
import {
  internalError,
  invalidRequest,
  missingScope,
  noScopedKeys,
  rateLimited,
  refuse,
  Refusal,
} from '../http/refusal'
import { idempotencyPlaces } from '../settings/idempotency-places'
import type { Resolution } from './resolution'

type Dialect = Resolution['dialect']

/** A refusal that an operation may answer with, under the name of its example. */
export interface NamedRefusal {
  name: string
  /** The occasion, as a part of a sentence. */
  when: string
  /** The refusal as the dialect words it. */
  refusal: Refusal
  /** Whether its body is the error envelope. */
  isEnvelope: boolean
}

type UnwordedRefusal = Omit<NamedRefusal, 'isEnvelope'>

/** Every refusal that an operation may answer with in a dialect. */
export function refusalsOf(id: OperationId, resolution: Resolution): NamedRefusal[] {
  const { dialect, wording } = resolution
  const situated = (Object.entries(situationSamples) as [Situation, SituationSample][])
    .filter(([, { operations: met }]) => met.includes(id))
    .filter(([, { unless = {} }]) => !Object.entries(unless).some(holds(dialect)))
    .map(([name, sample]): UnwordedRefusal => ({
      name,
      when: occasionOf(sample, dialect),
      refusal: situatedRefusal(name, sample, id, resolution),
    }))
  const further = (furtherRefusals[id] ?? []).filter(({ isMet }) => isMet?.(dialect) ?? true)
  const all = [
    ...situated,
    ...further.map(({ name, when, refusal }) => ({ name, when, refusal: refusal(dialect) })),
    ...failures(dialect),
  ]
  return all.map(({ name, when, refusal }) => {
    const worded = wording.worded(refusal)
    return { name, when, refusal: worded, isEnvelope: wording.bodyOf(worded) === 'error' }
  })
}

/** The occasion without the conditions on the dialect, which hold, and with the dialect's own figures. */
function occasionOf({ when }: SituationSample, dialect: Dialect): string {
  return when
    .replace(/(, and `\w+` is `\w+`)?(;.*)?$/, '')
    .replace(/`(max\w+)`/, (_whole, field: string) => JSON.stringify(dialect[field as keyof Dialect]))
}

/** Whether a field of the dialect has one of some values. */
const holds =
  (dialect: Dialect) =>
  ([field, values]: [string, readonly unknown[]]) =>
    values.includes(dialect[field as keyof Dialect])

function situatedRefusal(
  name: Situation,
  { param, value, values }: SituationSample,
  id: OperationId,
  { dialect, clock }: Resolution,
): Refusal {
  const { scope } = operations[id]
  // A key with full access is missed in other words than a scope, and the time to wait stands in a header.
  if (name === 'missingScope') return missingScope(scope)
  if (name === 'rateLimited') return rateLimited(dialect, 1_000, clock.now())
  const { field, header } = idempotencyPlaces(dialect)
  const texts: Record<string, unknown> = { ...dialect, ...values, idempotencyKey: field ?? header }
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_whole, known: string) => String(texts[known]))
  // A message that the dialect states may name what the mock's own message names, and nothing else of the dialect.
  const named = [...situationMessages[name].matchAll(/\{(\w+)\}/g)].map(([, known = '']) => known)
  return refuse(name, {
    param: param && filled(param),
    value: value && filled(value),
    values: Object.fromEntries(named.map((known) => [known, String(texts[known])])),
  })
}

interface FurtherRefusal {
  name: string
  when: string
  refusal: (dialect: Dialect) => Refusal
  isMet?: (dialect: Dialect) => boolean
}

/** An invalid request, as the example of the document words it. */
function exampleRefusal(name: ExampleName): () => Refusal {
  const { message, param } = (examples[name] as { error: { message: string; param?: string } }).error
  return () => invalidRequest(message, param)
}

/** The refusals that no dialect can word, by the operations that answer with them. */
const furtherRefusals: Partial<Record<OperationId, readonly FurtherRefusal[]>> = {
  createEvent: [
    {
      name: 'conflictingIdempotencyKeys',
      when: 'two idempotency keys differ',
      refusal: exampleRefusal('conflictingIdempotencyKeys'),
      isMet: ({ idempotency }) => idempotency.in === 'both',
    },
  ],
  createKey: [
    { name: 'unknownScope', when: 'a field is missing or wrong', refusal: exampleRefusal('unknownScope') },
    { name: 'otherPlan', when: 'the plan has no scoped keys', refusal: noScopedKeys },
  ],
}

/** The failures that any operation may answer with. */
function failures(dialect: Dialect): UnwordedRefusal[] {
  const failed = internalError(dialect)
  const unavailable = new Refusal(503, failed.code, 'The service is unavailable.')
  return [
    { name: 'internalError', when: 'the service failed', refusal: failed },
    { name: 'unavailable', when: 'the service is unavailable', refusal: unavailable },
  ]
}

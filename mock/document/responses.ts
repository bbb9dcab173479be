import type { OperationId } from '../../generated/operations'
import type { MediaObject, OperationObject, ResponseObject } from '../../openapi/model'
import { jsonAnswer, type Answer } from '../http/answer'
import { operationPlace } from '../http/router'
import { contentOf, headersOf, withFurtherHeaders, type NamedAnswer } from './answers'
import type { Successes } from './bodies'
import type { NamedRefusal } from './refusals'
import type { Resolution } from './resolution'
import { successStatuses } from './successes'

/** The responses of an operation in a dialect, by status. Their examples are what the mock answers. */
export function responsesOf(
  operation: OperationObject,
  refusals: readonly NamedRefusal[],
  successes: Record<string, Successes>,
  resolution: Resolution,
): Record<string, ResponseObject> {
  return { ...successResponses(operation, successes, resolution), ...refusalResponses(refusals, resolution) }
}

function successResponses(
  { operationId, responses }: OperationObject,
  successes: Record<string, Successes>,
  resolution: Resolution,
): Record<string, ResponseObject> {
  const described: Record<string, ResponseObject> = {}
  const [shown = '', response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { schema = {}, examples = {} } = response?.content?.['application/json'] ?? {}
  const played = successes[nameOf(schema.$ref)] ?? asShown(examples)
  const answers = Object.entries(played).map(([name, answer]): NamedAnswer => {
    const summary = examples[name]?.summary ?? name
    const placed = operationId === 'retrieveEvent' ? asRetrieval(answer) : answer
    return { name, summary, answer: withFurtherHeaders(placed, resolution), schema }
  })
  for (const { status, description, isRepetition, mark } of successStatuses(
    operationId as OperationId,
    shown,
    resolution.dialect,
  )) {
    const named = isRepetition ? answers.map((one) => ({ ...one, name: `${one.name}Again` })) : answers
    const headers = headersOf(answers) ?? {}
    if (mark) {
      headers[mark.name.toLowerCase()] = {
        description: 'Says that the answer repeats the original event.',
        required: mark.isAlways,
        schema: { type: 'string', const: mark.value },
        example: mark.value,
      }
    }
    described[status] = {
      ...completed(description ?? response?.description ?? '', headers, named),
      ...linksOf(response?.links, resolution),
    }
  }
  return described
}

/** The links that lead to operations that the dialect offers. */
function linksOf(links: ResponseObject['links'] = {}, { dialect }: Resolution): Partial<ResponseObject> {
  const isOffered = (id: string) => operationPlace(id as OperationId, dialect) !== null
  const offered = Object.entries(links).filter(([, { operationId }]) => isOffered(operationId))
  return offered.length > 0 ? { links: Object.fromEntries(offered) } : {}
}

/** The answers of the document as they stand there: no part of a dialect touches their bodies. */
function asShown(examples: NonNullable<MediaObject['examples']>): Successes {
  const answers = Object.entries(examples).map(([name, { value }]) => [
    name,
    jsonAnswer(200, JSON.stringify(value)),
  ])
  return Object.fromEntries(answers) as Successes
}

/** An answer with an event as the retrieval of the event gives it: the dialect may have other further headers there. */
function asRetrieval({ about, ...answer }: Answer): Answer {
  return { ...answer, about: about && { ...about, kind: 'retrieval' } }
}

function refusalResponses(
  refusals: readonly NamedRefusal[],
  resolution: Resolution,
): Record<string, ResponseObject> {
  const { wording } = resolution
  const byStatus = new Map<number, NamedRefusal[]>()
  for (const one of refusals) {
    const { status } = one.refusal
    byStatus.set(status, [...(byStatus.get(status) ?? []), one])
  }
  const described: Record<string, ResponseObject> = {}
  for (const [status, refused] of byStatus) {
    const answers = refused.map(({ name, when, refusal, isEnvelope }): NamedAnswer => {
      const schema = isEnvelope ? { $ref: '#/components/schemas/Error' } : undefined
      return { name, summary: when, answer: withFurtherHeaders(wording.answer(refusal), resolution), schema }
    })
    const always = ['retry-after', 'www-authenticate'].filter((name) =>
      answers.every(({ answer }) => name in answer.headers),
    )
    const occasions = refused.map(({ when }) => when).join('; ')
    described[status] = completed(`Answered where ${occasions}.`, headersOf(answers, always) ?? {}, answers)
  }
  return described
}

function completed(
  description: string,
  headers: NonNullable<ResponseObject['headers']>,
  answers: readonly NamedAnswer[],
): ResponseObject {
  const content = contentOf(answers)
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(content ? { content } : {}),
  }
}

/** The last segment of a reference, which is the schema's name. */
function nameOf(reference: unknown): string {
  return String(reference).replace(/^.*\//, '')
}

import { type OperationDescription, operations } from '../../../generated/operations'
import { situationSamples } from '../../../generated/situation-samples'
import type { Situation } from '../../../generated/situations'
import type { BrokenRule } from '../../../openapi/model'
import { controlRoot } from '../../http/front-page'
import { pointerOf } from '../../journal/entry'
import type { KnownSecrets } from '../../journal/redaction'
import { nearBody } from './near-body'
import { nearField, nearOtherField } from './near-field'
import { nearKey } from './near-key'
import { nearPath } from './near-path'
import { nearQuery } from './near-query'
import { nearWebhook } from './near-webhook'
import type { Finder, NearMiss, RefusedCase, Surroundings } from './refused-case'

/** The reason of a refusal, for people. */
export interface Explanation {
  status: number
  code: string
  message: string
  param?: string
  /** The occasion, by its name in the rulebook. Absent where a refusal belongs to none. */
  situation?: Situation
  /** The rule that the request breaks, or the open question that this deployment answers so. */
  rule?: Pick<BrokenRule, 'id' | 'text' | 'source' | 'default'> & { kind: 'rule' | 'question' }
  near?: NearMiss
  /** The JSON pointer of the operation, parameter or field in the document. */
  pointer: string
  /** The path and fragment under which the mock serves the reference of the operation. */
  link: string
}

const finders: Readonly<Record<Situation, Finder>> = {
  ...{ ...nearKey, ...nearPath, ...nearBody, ...nearField, ...nearWebhook, ...nearQuery },
}

/** Explains a refusal: by its rule, by what would have been right, and by where to read on. Secrets are hidden. */
export async function explain(
  refused: RefusedCase,
  around: Surroundings,
  known: KnownSecrets,
): Promise<Explanation> {
  const { refusal, operation } = refused
  const { status, code, message, param, situation } = refusal
  const finder = situation ? finders[situation] : nearOtherField[`${operation?.id} ${param}`]
  const near = await finder?.(refused, around)
  return {
    status,
    code,
    message: known.redact(message),
    param: param ?? undefined,
    situation,
    rule: ruleOf(refused),
    near: near && hidden(near, known),
    pointer: pointerOf(refusal, operation),
    link: referenceLink(operation),
  }
}

/** For refusals that belong to no situation, the situation that has the same rule, by their status. */
const alike: Readonly<Record<number, Situation>> = {
  400: 'invalidBody',
  401: 'invalidKey',
  404: 'unknownEvent',
}

function ruleOf({ refusal: { situation, status }, operation }: RefusedCase): Explanation['rule'] {
  const named = situation ?? alike[status]
  if (named === undefined) return undefined
  const { rules } = situationSamples[named]
  const binds = ({ operations }: BrokenRule) => operation !== undefined && operations?.includes(operation.id)
  // An open question names no operations. It is shown where no rule binds the operation.
  const rule = rules.find(binds) ?? rules.find(({ operations }) => !operations) ?? rules[0]
  if (!rule) return undefined
  const { id, text, source, default: usual } = rule
  return { id, kind: source === undefined ? 'question' : 'rule', text, source, default: usual }
}

function hidden({ field, sent, right, hint }: NearMiss, known: KnownSecrets): NearMiss {
  const shown = (text: string | undefined) => (text === undefined ? undefined : known.redact(text))
  return { field: shown(field), sent: shown(sent), right: shown(right), hint: known.redact(hint) }
}

/** The path and fragment of an operation in the reference that the mock serves. Without an operation, those of the first chapter. */
function referenceLink(operation: OperationDescription | undefined): string {
  const { tag } = operation ?? operations.createEvent
  const place = operation ? `/${operation.id.toLowerCase()}` : ''
  return `${controlRoot}/docs#/${tag.toLowerCase()}${place}`
}

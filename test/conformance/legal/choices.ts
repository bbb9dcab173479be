import fc from 'fast-check'
import { dimensionNames, dimensions, type Choices, type DimensionName } from './dimensions'

/** The plainest service of the family. */
export const plain = Object.fromEntries(
  dimensionNames.map((name) => [name, dimensions[name].values[0]]),
) as Choices

/** Every service of the family. It shrinks towards the plainest one, so that a failing service is left with what matters. */
export const legalChoices: fc.Arbitrary<Choices> = fc
  .record(
    Object.fromEntries(
      dimensionNames.map((name) => [name, fc.constantFrom<unknown>(...dimensions[name].values)]),
    ),
  )
  .map(
    (record) => consistent(record as Choices),
    // Rows that were made otherwise shrink as well.
    (choices) => choices as object as Record<string, unknown>,
  )

/** The choices that a seed makes, always the same. */
export function choicesOf(seed: number): Choices {
  const [choices] = fc.sample(legalChoices, { seed, numRuns: 1 })
  return choices as Choices
}

/** Signatures of the body alone, which would be no signature of a body that is always empty. */
const ofBodyAlone: readonly Choices['signature'][] = ['body-hex', 'in-body']
/** Envelopes without a body. */
const bodiless: readonly Choices['envelope'][] = [
  'headers-only',
  'type-in-header',
  'id-and-type-in-headers',
  'event-in-header',
  'query',
  'event-in-query',
  'nothing',
]
/** Envelopes whose body is a JSON object, in which a signature finds a place. */
const objects: readonly Choices['envelope'][] = [
  'event',
  'standard-webhooks',
  'event-created',
  'own-id',
  'own-id-flat',
  'thin',
  'encrypted',
  'text-in-json',
  'json-api',
]

/** The choices with what cannot go together replaced. */
export function consistent(choices: Choices): Choices {
  // Others who create many events meanwhile would push those of a run out of a list that holds few.
  const retention = choices.traffic === 'none' ? choices.retention : null
  // Nobody can tell a webhook that is lost from one that a service gives up because it was answered too late.
  const failing = choices.receiverAnswers === 'in-time' ? choices.failing : 'keeps'
  // One thing that fails at a time: an accident of a gateway in a deploy is another deploy.
  const deploy = choices.gateway === 'none' ? choices.deploy : 'none'
  return withPossibleSignature({ ...choices, retention, failing, deploy })
}

function withPossibleSignature(choices: Choices): Choices {
  const { envelope, signature } = choices
  if (bodiless.includes(envelope) && ofBodyAlone.includes(signature)) {
    return { ...choices, signature: 'timestamped-hex' }
  }
  if (signature === 'in-body' && !objects.includes(envelope)) return { ...choices, signature: 'url-hmac' }
  return choices
}

/**
 * The choices with those replaced that take time or forbid loopback, for a service that lives by the time of this machine and
 * delivers on it.
 */
export function calm(choices: Choices): Choices {
  const { answerLate, clock, deliveryLate, deploy, gateway, keyEnd, listLate, rateLimit, retries, urlGuard } =
    plain
  const { webhookListLate } = plain
  const isLate = choices.scopedKeys === 'valid-after-2-s'
  return {
    ...choices,
    ...{ answerLate, clock, deliveryLate, deploy, gateway, keyEnd, listLate, rateLimit, retries, urlGuard },
    webhookListLate,
    scopedKeys: isLate ? plain.scopedKeys : choices.scopedKeys,
  }
}

/** The choices that are not the plainest ones, as one text for people. */
export function describeChoices(choices: Choices): string {
  const special = dimensionNames.filter((name: DimensionName) => choices[name] !== plain[name])
  return special.map((name) => `${name}: ${JSON.stringify(choices[name])}`).join(', ') || 'none'
}

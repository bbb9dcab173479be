import { apiKeyOf, changeRequests, operationOf, withApiKey, type Mutant } from '../../support/breakage'
import { like } from './like'
import { mockKeys } from '../../support/backend'
import { ofFamily, pick, traps, type Trap } from './trap'
import type { OperationId } from '../../../generated/operations'

/** How services take a key for another one. `valid` is the one that exists. */
const keyMistakes = traps<readonly [given: string, valid: string]>({
  'by-its-beginning': ([given, valid]) => given.startsWith(valid),
  'cut-short': ([given, valid]) => given.slice(0, 10) === valid.slice(0, 10),
  shortened: ([given, valid]) => given.length >= valid.length - 1 && valid.startsWith(given),
  'in-any-case': ([given, valid]) => given.toLowerCase() === valid.toLowerCase(),
  'with-accents': ([given, valid]) => given.normalize('NFD').replace(/\p{Mn}/gu, '') === valid,
  'as-a-pattern': ([given, valid]) => like(valid, /_/g).test(given),
  'as-like': ([given, valid]) => given.startsWith('sk_') && like(given, /%/g).test(valid),
  'with-another-prefix': ([given, valid]) =>
    given.replace(/^sk_(live|test)_/, '') === valid.replace(/^sk_(live|test)_/, ''),
  quoted: ([given, valid]) => given === `"${valid}"`,
  'by-its-end': ([given, valid]) => given.endsWith(valid),
  'cut-at-a-comma': ([given, valid]) => given.split(',')[0] === valid,
})

const scopedKey = mockKeys.scoped[0]?.value ?? ''

const valid = { live: mockKeys.live, test: mockKeys.test, scoped: scopedKey }
const someOperations = ['createEvent', 'listEvents', 'createWebhook', 'deleteWebhook'] as const

function mistake(
  kind: keyof typeof valid,
  { name, change: holds }: Trap<readonly [string, string]>,
  operation?: OperationId,
): Mutant {
  const known = valid[kind]
  return {
    id: `${kind}-key-${name}${operation ? `-for-${operation.toLowerCase()}` : ''}`,
    rule: 'AU-4',
    mode: kind === 'test' ? 'non-disruptive' : 'full',
    break: changeRequests((request) => {
      const given = apiKeyOf(request)
      const isConcerned = operation === undefined || operationOf(request) === operation
      const isInvalid = given !== '' && ![...Object.values(valid), mockKeys.expired].includes(given)
      return isConcerned && isInvalid && holds([given, known]) ? withApiKey(request, known) : request
    }),
  }
}

/** Mutants that take an invalid key for a valid one, in all requests or in those of one operation. */
export const mistakenKeys = ofFamily('mistaken API keys', [
  ...(['live', 'test', 'scoped'] as const).flatMap((kind) => keyMistakes.map((trap) => mistake(kind, trap))),
  ...(['live', 'test'] as const).flatMap((kind) =>
    someOperations.flatMap((operation) =>
      pick(keyMistakes, 'by-its-beginning', 'in-any-case').map((trap) => mistake(kind, trap, operation)),
    ),
  ),
])

import { apiKeyOf, changeRequests, operationOf, withApiKey, type Mutant } from '../../support/breakage'
import { like } from './like'
import { mockKeys } from '../../support/backend'
import { ofFamily, pick, traps, type Trap } from './trap'

/** How services take a key for another one. `valid` is the one that exists. */
const keyMistakes = traps<readonly [given: string, valid: string]>({
  'by-its-beginning': ['holds where it begins with a valid one', ([given, valid]) => given.startsWith(valid)],
  'cut-short': [
    'holds where its first ten characters do',
    ([given, valid]) => given.slice(0, 10) === valid.slice(0, 10),
  ],
  shortened: [
    'holds without its last letter',
    ([given, valid]) => given.length >= valid.length - 1 && valid.startsWith(given),
  ],
  'in-any-case': [
    'holds in any letter case',
    ([given, valid]) => given.toLowerCase() === valid.toLowerCase(),
  ],
  'with-accents': [
    'holds with accents on its letters',
    ([given, valid]) => given.normalize('NFD').replace(/\p{Mn}/gu, '') === valid,
  ],
  'as-a-pattern': [
    'holds where an underscore in it could stand for the letter',
    ([given, valid]) => like(valid, /_/g).test(given),
  ],
  'as-like': [
    'holds where its percent sign could stand for the rest',
    ([given, valid]) => given.startsWith('sk_') && like(given, /%/g).test(valid),
  ],
  'with-another-prefix': [
    'holds with the prefix of the other mode',
    ([given, valid]) => given.replace(/^sk_(live|test)_/, '') === valid.replace(/^sk_(live|test)_/, ''),
  ],
  quoted: ['holds in quotes', ([given, valid]) => given === `"${valid}"`],
  'by-its-end': ['holds where it ends with a valid one', ([given, valid]) => given.endsWith(valid)],
})

const scopedKey = mockKeys.scoped[0]?.value ?? ''

const keyKinds = [
  { kind: 'live', valid: mockKeys.live },
  { kind: 'test', valid: mockKeys.test },
  { kind: 'scoped', valid: scopedKey },
] as const

const someOperations = ['createEvent', 'listEvents', 'createWebhook', 'deleteWebhook'] as const

/** Mutants that take an invalid key for a valid one, in all requests or in those of one operation. */
export const mistakenKeys = ofFamily('mistaken API keys', [
  ...keyKinds.flatMap(({ kind, valid }) =>
    keyMistakes.map(({ name, says, change: holds }) => mistake(kind, valid, name, says, holds)),
  ),
  ...keyKinds
    .slice(0, 2)
    .flatMap(({ kind, valid }) =>
      someOperations.flatMap((operation) =>
        pick(keyMistakes, 'by-its-beginning', 'in-any-case').map(({ name, says, change: holds }) =>
          mistake(kind, valid, name, says, holds, operation),
        ),
      ),
    ),
])

function mistake(
  kind: string,
  valid: string,
  name: string,
  says: string,
  holds: Trap<readonly [string, string]>['change'],
  operation?: (typeof someOperations)[number],
): Mutant {
  return {
    id: `${kind}-key-${name}${operation ? `-for-${operation.toLowerCase()}` : ''}`,
    title: `a ${kind} key ${says}${operation ? `, for ${operation}` : ''}`,
    rule: 'AU-4',
    mode: kind === 'test' ? 'non-disruptive' : 'full',
    break: changeRequests((request) => {
      const given = apiKeyOf(request)
      const isConcerned = operation === undefined || operationOf(request) === operation
      return isConcerned && given !== '' && given !== valid && !isValid(given) && holds([given, valid])
        ? withApiKey(request, valid)
        : request
    }),
  }
}

function isValid(key: string): boolean {
  return [mockKeys.live, mockKeys.test, mockKeys.expired, scopedKey].includes(key)
}

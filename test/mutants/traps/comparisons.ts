import { breakWebhooks, type WebhookHooks } from '../../support/breakage-webhooks'
import {
  remembering,
  withApiKey,
  apiKeyOf,
  changeRequests,
  operationOf,
  type Mutant,
} from '../../support/breakage'
import { received } from '../diversions'
import { changeIdempotencyKey, jsonOf } from '../changes'
import { mockKeys } from '../../support/backend'
import { ofFamily, pick, traps, type Trap } from './trap'
import { textTraps } from './texts'

/** A text as a pattern of SQL's LIKE, with these of its wildcards. */
function like(pattern: string, wildcards: RegExp): RegExp {
  const literal = pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${literal.replace(wildcards, (mark) => (mark === '%' ? '.*' : '.'))}$`, 'su')
}

/** How services compare texts that are equal only where every character is: by what they make of both. */
const folds: readonly Trap<string>[] = [
  ...pick(
    textTraps,
    ...[
      'cut-at-32',
      'cut-at-64',
      'cut-at-128',
      'trimmed-at-its-start',
      'trimmed-at-its-end',
      'with-single-blanks',
    ],
    ...['in-lower-case', 'without-accents', 'composed', 'without-astral-letters', 'with-question-marks'],
    ...['percent-decoded', 'plus-is-a-blank', 'html-escaped'],
  ),
  ...traps<string>({
    'without-dots': ['loses its dots', (text) => text.replaceAll('.', '')],
    'with-underscores': ['has underscores in place of dashes', (text) => text.replaceAll('-', '_')],
    'case-folded': ['has its letters folded, ß to ss', (text) => text.toLowerCase().replaceAll('ß', 'ss')],
  }),
]

/** Has webhooks receive the types that match one of theirs. */
function match(matches: (type: string, subscribed: string) => boolean): () => WebhookHooks {
  return () => ({
    register: (body) =>
      Array.isArray(body.events) && body.events.length > 0 ? { ...body, events: ['*'] } : body,
    deliver: async (delivery, { events }, send) => {
      const type = String((await jsonOf(delivery)).type)
      const isWanted = events.some((one) => one === '*' || matches(type, one))
      return isWanted ? send(delivery) : received()
    },
  })
}

/** Subscriptions that match more types than they should. */
const wider: readonly Mutant[] = [
  ...folds.map(({ name, says, change }) => ({
    name,
    title: `a type is compared with subscriptions as if each ${says}`,
    matches: (type: string, subscribed: string) => change(type) === change(subscribed),
  })),
  {
    name: 'like-percent',
    title: 'a percent sign in a subscribed type stands for any text',
    matches: (type: string, subscribed: string) => like(subscribed, /%/g).test(type),
  },
  {
    name: 'like-underscore',
    title: 'an underscore in a subscribed type stands for any letter',
    matches: (type: string, subscribed: string) => like(subscribed, /_/g).test(type),
  },
  {
    name: 'as-a-list',
    title: 'a subscribed type with commas stands for several types',
    matches: (type: string, subscribed: string) =>
      type === subscribed || subscribed.split(',').includes(type),
  },
  {
    name: 'by-its-end',
    title: 'a type subscribes to all that end with it',
    matches: (type: string, subscribed: string) => type.endsWith(subscribed),
  },
  {
    name: 'by-what-it-holds',
    title: 'a type subscribes to all that hold it',
    matches: (type: string, subscribed: string) => type.includes(subscribed),
  },
  {
    name: 'by-its-first-part',
    title: 'a type subscribes to all that share what stands before its last dot',
    matches: (type: string, subscribed: string) =>
      type === subscribed ||
      (subscribed.includes('.') && type.replace(/\.[^.]*$/, '') === subscribed.replace(/\.[^.]*$/, '')),
  },
  {
    name: 'with-stars',
    title: 'a star within a subscribed type stands for any text',
    matches: (type: string, subscribed: string) => like(subscribed.replaceAll('*', '%'), /%/g).test(type),
  },
].map(({ name, title, matches }) => ({
  id: `subscription-${name}`,
  title,
  rule: 'DL-2',
  mode: 'full',
  break: breakWebhooks(match(matches)),
}))

/** Subscriptions that match fewer types than they should. */
const narrower: readonly Mutant[] = traps<string[]>({
  'of-ten-types': ['keeps its first ten types', (types) => types.slice(0, 10)],
  'of-a-hundred-types': ['keeps its first hundred types', (types) => types.slice(0, 100)],
  'of-its-last-type': ['keeps its last type', (types) => types.slice(-1)],
  'split-at-commas': ['has its types split at commas', (types) => types.flatMap((type) => type.split(','))],
  ...Object.fromEntries(
    pick(
      textTraps,
      'cut-at-32',
      'cut-at-64',
      'cut-at-128',
      'cut-at-255',
      'trimmed-at-its-end',
      'without-accents',
      'composed',
      'decomposed',
      'without-astral-letters',
      'with-question-marks',
      'html-escaped',
      'percent-decoded',
      'in-lower-case',
    ).map(
      ({ name, says, change }) =>
        [`kept-${name}`, [`keeps a type that ${says}`, (types: string[]) => types.map(change)]] as const,
    ),
  ),
}).map(({ name, says, change }) => ({
  id: `subscription-${name}`,
  title: `a subscription ${says}, and is compared exactly`,
  rule: 'DL-1',
  mode: 'full',
  break: breakWebhooks(() => ({
    register: (body) => ({
      ...body,
      events: Array.isArray(body.events) ? change(body.events as string[]) : body.events,
    }),
  })),
}))

/** Mutants that match types with subscriptions as databases do. */
export const matchedSubscriptions = ofFamily('subscriptions as databases compare', [...wider, ...narrower])

/** What services do to idempotency keys before they compare them. A header loses the blanks around its value anyway. */
const keyFolds: readonly Trap<string>[] = [
  ...pick(
    textTraps,
    'cut-at-32',
    'cut-at-64',
    'cut-at-128',
    'in-lower-case',
    'in-upper-case',
    'with-single-blanks',
  ),
  ...pick(
    textTraps,
    'as-a-number-and-back',
    'percent-decoded',
    'plus-is-a-blank',
    'html-escaped',
    'without-backslashes',
  ),
  ...traps<string>({
    'without-quotes': ['loses its quotes', (text) => text.replace(/^"(.*)"$/, '$1')],
    'up-to-a-comma': ['ends at its first comma', (text) => text.split(',')[0]],
    'up-to-a-semicolon': ['ends at its first semicolon', (text) => text.split(';')[0]],
    'up-to-a-blank': ['ends at its first blank', (text) => text.split(' ')[0]],
    'without-marks': ['loses all but letters and digits', (text) => text.replace(/[^a-z0-9]/gi, '')],
    'as-an-integer': [
      'is kept as the integer that it begins with',
      (text) => (/^\d+/.test(text) ? String(Number(/^\d+/.exec(text)?.[0])) : text),
    ],
    'without-leading-zeros': ['loses the zeros at its start', (text) => text.replace(/^0+(?=.)/, '')],
    'in-single-precision': [
      'is kept as a number of 15 digits',
      (text) => (/^\d{16,}$/.test(text) ? String(Number(Number(text).toPrecision(15))) : text),
    ],
  }),
]

/** Mutants that take two idempotency keys for one. */
export const comparedIdempotencyKeys = ofFamily('idempotency keys as databases compare', [
  ...keyFolds.map(({ name, says, change }): Mutant => ({
    id: `idempotency-key-${name}`,
    title: `an idempotency key ${says}`,
    rule: 'EV-13',
    mode: 'non-disruptive',
    break: changeIdempotencyKey((key) => String(change(key))),
  })),
  ...[
    { name: 'like-percent', wildcards: /%/g, title: 'a percent sign' },
    { name: 'like-underscore', wildcards: /_/g, title: 'an underscore' },
  ].map(({ name, wildcards, title }): Mutant => ({
    id: `idempotency-key-${name}`,
    title: `${title} in an idempotency key stands for anything`,
    rule: 'EV-13',
    mode: 'non-disruptive',
    break: remembering(() => {
      const seen: string[] = []
      return changeIdempotencyKey((key) => {
        const pattern = like(key, wildcards)
        const found = seen.find((one) => pattern.test(one)) ?? key
        seen.push(found)
        return found
      })
    }),
  })),
])

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

import { breakWebhooks, type WebhookHooks } from '../../support/breakage-webhooks'
import { jsonOf } from '../changes'
import { received } from '../diversions'
import { like, literal } from './like'
import { ofFamily, pick, traps, type Trap } from './trap'
import { textTraps } from './texts'
import type { Mutant } from '../../support/breakage'

/** How services compare texts that are equal only where every character is: by what they make of both. */
const folds: readonly Trap<string>[] = [
  ...pick(
    textTraps,
    'cut-at-32 cut-at-64 cut-at-128 trimmed-at-its-start trimmed-at-its-end with-single-blanks',
    'in-lower-case without-accents composed without-astral-letters with-question-marks',
    'percent-decoded plus-is-a-blank',
  ),
  ...traps<string>({
    'without-dots': (text) => text.replaceAll('.', ''),
    'with-underscores': (text) => text.replaceAll('-', '_'),
    'case-folded': (text) => text.toLowerCase().replaceAll('ß', 'ss'),
  }),
]

/** Has webhooks receive the types that match one of theirs. */
function match(matches: Matches): () => WebhookHooks {
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

type Matches = (type: string, subscribed: string) => boolean

const matchers: Readonly<Record<string, Matches>> = {
  ...Object.fromEntries(
    folds.map(({ name, change }): [string, Matches] => [
      name,
      (type, subscribed) => change(type) === change(subscribed),
    ]),
  ),
  'like-percent': (type, subscribed) => like(subscribed, /%/g).test(type),
  'like-underscore': (type, subscribed) => like(subscribed, /_/g).test(type),
  'as-a-list': (type, subscribed) => type === subscribed || subscribed.split(',').includes(type),
  'by-its-end': (type, subscribed) => type.endsWith(subscribed),
  'by-its-beginning': (type, subscribed) => type.startsWith(subscribed),
  'dot-as-any-letter': (type, subscribed) => letters(subscribed, '.').test(type),
  'by-what-it-holds': (type, subscribed) => type.includes(subscribed),
  // A type subscribes to all that share what stands before its last dot.
  'by-its-first-part': (type, subscribed) =>
    type === subscribed ||
    (subscribed.includes('.') && type.replace(/\.[^.]*$/, '') === subscribed.replace(/\.[^.]*$/, '')),
  // The type of an event is a pattern, too.
  'star-in-the-event': (type, subscribed) => stars(type).test(subscribed),
  'question-mark-in-the-event': (type, subscribed) => letters(type, '?').test(subscribed),
}

const whole = (expression: string) => new RegExp(`^(?:${expression})$`, 's')
const stars = (text: string, means = '.*') => whole(literal(text).replaceAll('\\*', means))
const letters = (text: string, mark: string) => whole(literal(text).replaceAll(`\\${mark}`, '.'))
const before = (text: string, mark: string) => text.split(mark)[0] ?? ''

/** The subscriptions that hold characters of patterns, by where those stand. */
const patternPlaces: Readonly<Record<string, RegExp>> = {
  'at-the-end': /\w\.\*$/,
  'at-the-start': /^\*\./,
  'in-the-middle': /\.\*\./,
  'in-a-word': /\w\*\w/,
  'after-a-word': /\w\*$/,
  'question-mark': /\w\?\w/,
  hash: /\.#$/,
  brackets: /\[.*\]/,
  braces: /\{.*\}/,
  alternatives: /\(.*\)/,
}

/** How engines read a pattern, and the places at which they match what it may not mean there. */
const engines: Readonly<Record<string, readonly [matches: Matches, places: string]>> = {
  'any-letters': [
    (type, pattern) => stars(pattern).test(type),
    'at-the-start in-the-middle in-a-word after-a-word',
  ],
  'one-part': [(type, pattern) => stars(pattern, '[^.]+').test(type), 'at-the-start in-the-middle'],
  'one-letter': [(type, pattern) => letters(pattern, '?').test(type), 'question-mark'],
  'by-its-start': [
    (type, pattern) => type.startsWith(before(pattern, '*')),
    'at-the-start in-the-middle in-a-word after-a-word',
  ],
  'by-its-words': [(type, pattern) => type.startsWith(before(pattern, '.*')), 'at-the-end'],
  'with-its-parent': [(type, pattern) => type === before(pattern, '.*'), 'at-the-end'],
  'anywhere-within': [(type, pattern) => type.includes(before(pattern, '*')), 'at-the-end'],
  'in-queues': [(type, pattern) => type.startsWith(before(pattern, '#')), 'hash'],
  'in-queues-with-its-parent': [(type, pattern) => type === before(pattern, '.#'), 'hash'],
  expression: [
    (type, pattern) => whole(pattern).test(type),
    'at-the-end in-a-word question-mark brackets alternatives',
  ],
  choices: [
    (type, pattern) => whole(literal(pattern).replace(/\\\{(.*),(.*)\\\}/, '($1|$2)')).test(type),
    'braces',
  ],
}

/** Each reading of patterns at each place, where everything else is compared exactly. */
const asPatterns = Object.entries(engines).flatMap(([engine, [matches, places]]) =>
  places
    .split(' ')
    .map((place): [string, Matches] => [
      `${engine}-${place}`,
      (type, subscribed) =>
        type === subscribed || (patternPlaces[place]?.test(subscribed) === true && matches(type, subscribed)),
    ]),
)

const subscription = (name: string, rule: string, hooks: () => WebhookHooks): Mutant => ({
  ...{ id: `subscription-${name}`, rule, mode: 'full', break: breakWebhooks(hooks) },
})

/** Subscriptions that match more types than they should. */
const wider = [...Object.entries(matchers), ...asPatterns].map(([name, matches]) =>
  subscription(name, 'DL-2', match(matches)),
)

/** Subscriptions that match fewer types than they should. */
const narrower = traps<string[]>({
  'of-ten-types': (types) => types.slice(0, 10),
  'of-a-hundred-types': (types) => types.slice(0, 100),
  'of-its-last-type': (types) => types.slice(-1),
  'split-at-commas': (types) => types.flatMap((type) => type.split(',')),
  ...Object.fromEntries(
    pick(
      textTraps,
      'cut-at-32 cut-at-64 cut-at-128 cut-at-255 trimmed-at-its-end without-accents composed',
      'decomposed without-astral-letters with-question-marks html-escaped percent-decoded',
      'in-lower-case',
    ).map(({ name, change }) => [`kept-${name}`, (types: string[]) => types.map(change)] as const),
  ),
}).map(({ name, change }) =>
  subscription(name, 'DL-1', () => ({
    register: (body) =>
      Array.isArray(body.events) ? { ...body, events: change(body.events as string[]) } : body,
  })),
)

/** Mutants that match types with subscriptions as databases do. */
export const matchedSubscriptions = ofFamily('subscriptions as databases compare', [...wider, ...narrower])

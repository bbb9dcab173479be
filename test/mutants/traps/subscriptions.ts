import { breakWebhooks, type WebhookHooks } from '../../support/breakage-webhooks'
import { jsonOf } from '../changes'
import { received } from '../diversions'
import { like } from './like'
import { ofFamily, pick, traps, type Trap } from './trap'
import { textTraps } from './texts'
import type { Mutant } from '../../support/breakage'

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
    ...['percent-decoded', 'plus-is-a-blank'],
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

import { CouldNotRun, Violation } from '../engine/outcome'
import { awaitDelivery, quiet, received } from './arrivals'
import { eventInput, eventOf, sendEvent, type Created } from './events'
import { isSuccess } from './answers'
import { NoRoom, register, type Registered } from './webhooks'
import type { Context } from '../engine/context'

/** A type to subscribe to, and types that a service may take for it which does not compare texts exactly. */
interface Comparison {
  name: string
  type: (unique: string) => string
  others?: (unique: string) => readonly string[]
}

const unlike = (length: number) => 'x'.repeat(length)
/** Characters of the longest type: columns of databases often end at 255. */
const longest = 256

/** Types that are compared in another way by databases, patterns, numbers and lists that are joined. */
const comparisons: readonly Comparison[] = [
  {
    name: 'dotted',
    type: (unique) => `${unique}.paid`,
    others: (unique) => [
      unique,
      `${unique}.paid.late`,
      `${unique}.pai`,
      `x${unique}.paid`,
      // A service that takes a type for a pattern finds any letter in the place of the dot.
      `${unique}xpaid`,
    ],
  },
  { name: 'without-dots', type: (unique) => unique.replaceAll('.', '') },
  {
    name: 'upper-and-lower-case',
    type: (unique) => `${unique}.OrderPaid`,
    others: (unique) => [`${unique}.orderpaid`],
  },
  {
    name: 'punctuation',
    type: (unique) => `${unique}:a/b_c-d e+f%20&g=h`,
    others: (unique) => [`${unique}:a/b_c-d e f%20&g=h`, `${unique}:a/b_c-d e+f &g=h`],
  },
  {
    name: 'unicode',
    type: (unique) => `${unique}.größe.支払い.😀`,
    others: (unique) => [`${unique}.größe.支払い.😁`],
  },
  { name: 'accents', type: (unique) => `${unique}.café`, others: (unique) => [`${unique}.cafe`] },
  {
    name: 'composed-accents',
    type: (unique) => `${unique}.a\u00e9`,
    others: (unique) => [`${unique}.ae\u0301`],
  },
  {
    name: 'decomposed-accents',
    type: (unique) => `${unique}.ae\u0301`,
    // No webhook but the one for all events has to take these.
    others: (unique) => [`${unique}.a\tb\r\nc`, `${unique}.a\u0000b`],
  },
  { name: 'ending-in-a-dot', type: (unique) => `${unique}..`, others: (unique) => [`${unique}.`] },
  { name: 'ending-in-a-blank', type: (unique) => `${unique}.a `, others: (unique) => [`${unique}.a`] },
  { name: 'beginning-with-a-blank', type: (unique) => ` ${unique}`, others: (unique) => [`${unique}`] },
  { name: 'two-blanks', type: (unique) => `${unique}.a  b`, others: (unique) => [`${unique}.a b`] },
  {
    name: 'underscore',
    type: (unique) => `${unique}.a_b`,
    others: (unique) => [`${unique}.axb`, `${unique}.a-b`],
  },
  { name: 'percent-sign', type: (unique) => `${unique}.%.b`, others: (unique) => [`${unique}.x.b`] },
  {
    name: 'comma',
    type: (unique) => `${unique}.a,${unique}.b`,
    others: (unique) => [`${unique}.a`, `${unique}.b`],
  },
  { name: 'markup', type: (unique) => `${unique}.<b>&amp;`, others: (unique) => [`${unique}.<b>&`] },
  { name: 'quotes', type: (unique) => `${unique}."a'\\b`, others: (unique) => [`${unique}.a'b`] },
  {
    name: 'number',
    type: (unique) => `0${digitsOf(unique)}`,
    others: (unique) => [digitsOf(unique), `0${digitsOf(unique)}.0`],
  },
  {
    name: 'long',
    type: (unique) => `${unique}.${unlike(longest - unique.length - 2)}a`,
    others: (unique) => [`${unique}.${unlike(longest - unique.length - 2)}b`],
  },
]

/** Types of which each webhook may have as many as the list is long, so that a list that is cut shows. */
const mostTypes = 101

/** What happened to events of the compared types. */
export interface ComparedTypes {
  /** Webhooks with the compared types, and the one for all events. */
  star: Registered
  /** The events of each type that is subscribed to, with the webhook that has to get it. */
  wanted: { name: string; type: string; webhook: Registered; created: Created }[]
  /** The events of types that nothing but the webhook for all events is subscribed to. */
  unwanted: { name: string; type: string; subscribed: string; created: Created }[]
  narrow: readonly Registered[]
  /** Types that the deployment took for no subscription or no event. */
  refused: readonly string[]
}

/** Subscribes to types that are easily confused and creates events of them and of others like them, once a run. */
export function comparedTypes(context: Context): Promise<ComparedTypes> {
  return context.once('compared types', async () => {
    const rows = comparisons.map(({ name, type, others }) => {
      const unique = context.unique('kind')
      return { name, type: type(unique), others: others?.(unique) ?? [] }
    })
    const last = { name: 'the last of 101', type: context.unique('last'), others: [] as string[] }
    const fillers = Array.from({ length: mostTypes - rows.length - 1 }, () => context.unique('f'))
    const types = [...rows.map(({ type }) => type), ...fillers, last.type]
    const whole = await tryRegister(context, types)
    // How many types a webhook may have is the service's choice.
    const narrow = whole
      ? [whole]
      : await registerInParts(
          context,
          [...rows, last].map(({ type }) => type),
        )
    if (narrow.length === 0) throw new CouldNotRun('No webhook with several types was registered.')
    const star = await register(context, { events: ['*'] })
    const refused: string[] = []
    const wanted: ComparedTypes['wanted'] = []
    const unwanted: ComparedTypes['unwanted'] = []
    for (const { name, type, others } of [...rows, last]) {
      const webhook = narrow.find(({ input }) => input.events.includes(type))
      const created = webhook && (await createUnlessRefused(context, type))
      if (!webhook || !created) {
        refused.push(name)
        continue
      }
      wanted.push({ name, type, webhook, created })
      for (const other of others) {
        const event = await createUnlessRefused(context, other)
        if (event) unwanted.push({ name, type: other, subscribed: type, created: event })
      }
    }
    for (const { webhook, created } of wanted) await awaitDelivery(context, webhook, created)
    for (const { created } of [...wanted, ...unwanted]) await awaitDelivery(context, star, created)
    await quiet(context)
    return { star, wanted, unwanted, narrow, refused }
  })
}

/** The first event that a webhook got without being subscribed to its type. */
export function findUnwanted(
  context: Context,
  { narrow, unwanted }: ComparedTypes,
): ComparedTypes['unwanted'][number] | undefined {
  return unwanted.find(({ created }) =>
    narrow.some((webhook) => received(context, webhook, created).length > 0),
  )
}

/** Digits that no other run makes, as a type that looks like a number. */
function digitsOf(unique: string): string {
  const codes = [...unique].map((letter) => letter.charCodeAt(0) % 10)
  return `1${codes.join('')}`.slice(0, 15)
}

async function createUnlessRefused(context: Context, type: string): Promise<Created | undefined> {
  const input = { ...eventInput(context, 'kind'), type }
  const answer = await sendEvent(context, context.liveKey(), input)
  // Which types may be is judged elsewhere.
  if (!isSuccess(answer)) return undefined
  return { event: eventOf(answer, 'An event of an unusual type'), answer, input }
}

async function tryRegister(context: Context, events: readonly string[]): Promise<Registered | undefined> {
  try {
    return await register(context, { events })
  } catch (error) {
    const isRefused = error instanceof Violation && error.rules.every((rule) => rule === 'WH-1')
    if (isRefused || error instanceof NoRoom) return undefined
    throw error
  }
}

/** Registers webhooks for parts of the types, smaller ones where a list is refused. */
async function registerInParts(context: Context, types: readonly string[]): Promise<Registered[]> {
  const whole = await tryRegister(context, types)
  if (whole) return [whole]
  if (types.length === 1) return []
  const middle = Math.ceil(types.length / 2)
  return [
    ...(await registerInParts(context, types.slice(0, middle))),
    ...(await registerInParts(context, types.slice(middle))),
  ]
}

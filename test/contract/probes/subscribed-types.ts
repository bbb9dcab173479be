import { awaitDelivery, quiet } from './arrivals'
import { received } from './received'
import { liveEventUnlessRefused } from './deliveries'
import type { Created } from './events'
import { comparedRows, type ComparedRow } from './unusual-types'
import { register, registerUnlessRefused, type Registered } from './webhooks'
import { CouldNotRun, type Context } from '../engine/check'

/** Types of which each webhook may have as many as the list is long, so that a list that is cut shows. */
const mostTypes = 101

/** The deliveries of the events of the compared types. */
export interface ComparedTypes {
  /** Webhooks with the compared types, and the one for all events. */
  star: Registered
  /** The events of each type that is subscribed to, with the webhook that has to get it. */
  wanted: { name: string; type: string; webhook: Registered; created: Created }[]
  /**
   * The events of types that nothing but the webhook for all events is subscribed to, unless the deployment takes a subscription for
   * a pattern as it may.
   */
  unwanted: { name: string; type: string; subscribed: string; mayBeMeant: boolean; created: Created }[]
  narrow: readonly Registered[]
  /** Types that the deployment took for no subscription or no event. */
  refused: readonly string[]
}

/** Subscribes to types that are easily confused and creates events of them and of others like them, once a run. */
export function comparedTypes(context: Context): Promise<ComparedTypes> {
  return context.once('compared types', async () => {
    const { usual, patterns, odd } = comparedRows(context)
    const type = context.unique('last')
    const last: ComparedRow = { name: 'the last of 101', type, others: [], reached: [] }
    const fillers = Array.from({ length: mostTypes - usual.length - 1 }, () => context.unique('f'))
    const typesOf = (rows: readonly ComparedRow[]) => rows.map(({ type }) => type)
    const types = [...typesOf(usual), ...fillers, last.type]
    const whole = await registerUnlessRefused(context, { events: types })
    // How many types a webhook may have is the service's choice.
    const narrow = whole ? [whole] : await registerInParts(context, typesOf([...usual, last]))
    if (narrow.length === 0) throw new CouldNotRun('No webhook with several types was registered.')
    const star = await register(context, { events: ['*'] })
    // These are left out first where an account may have few webhooks.
    narrow.push(...(await registerInParts(context, typesOf(patterns))))
    for (const { type } of odd) narrow.push(...(await registerInParts(context, [type])))
    const refused: string[] = []
    const wanted: ComparedTypes['wanted'] = []
    const unwanted: ComparedTypes['unwanted'] = []
    const rows = [...usual, ...patterns, ...odd, last]
    await context.each(rows, async ({ name, type, others, reached }) => {
      const webhook = narrow.find(({ input }) => input.events.includes(type))
      const created = webhook && (await liveEventUnlessRefused(context, type))
      if (!webhook || !created) {
        refused.push(name)
        return
      }
      wanted.push({ name, type, webhook, created })
      for (const other of [...others, ...reached]) {
        const event = await liveEventUnlessRefused(context, other)
        const mayBeMeant = reached.includes(other)
        if (event) unwanted.push({ name, type: other, subscribed: type, mayBeMeant, created: event })
      }
    })
    for (const { webhook, created } of wanted) await awaitDelivery(context, webhook, created)
    for (const { created } of [...wanted, ...unwanted]) await awaitDelivery(context, star, created)
    await quiet(context)
    return { star, wanted, unwanted, narrow, refused: refused.sort() }
  })
}

/** The events that a webhook got without being subscribed to their types: by a fault, or by what `order.*` may mean. */
export function findUnwanted(context: Context, { narrow, unwanted }: ComparedTypes) {
  const came = unwanted.filter(({ created }) =>
    narrow.some((webhook) => received(context, webhook, created).length > 0),
  )
  const meant = came.filter(({ mayBeMeant }) => mayBeMeant)
  return { faults: came.filter(({ mayBeMeant }) => !mayBeMeant), meant }
}

/** Registers webhooks for parts of the types, smaller ones where a list is refused. */
async function registerInParts(context: Context, types: readonly string[]): Promise<Registered[]> {
  const whole = await registerUnlessRefused(context, { events: types })
  if (whole) return [whole]
  if (types.length === 1) return []
  const middle = Math.ceil(types.length / 2)
  return [
    ...(await registerInParts(context, types.slice(0, middle))),
    ...(await registerInParts(context, types.slice(middle))),
  ]
}

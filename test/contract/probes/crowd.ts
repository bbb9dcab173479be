import { liveEvent } from './deliveries'
import { createAtOnce, eventInput, type Created } from './events'
import { registerSome, type Registered } from './webhooks'
import type { Context } from '../engine/context'

/** Many webhooks of one type, an event that was created alone, and events that were created at once. */
export interface Crowd {
  webhooks: readonly Registered[]
  alone: Created
  atOnce: readonly Created[]
}

/** Webhooks of one type: more than the twenty after which services stop that read one page of their subscribers. */
const mostWebhooks = 21
const leastWebhooks = 2
/** More than ten, too. */
const eventsAtOnce = 12

/** Registers webhooks of one type and creates events of it, once a run: about a hundred deliveries are under way together. */
export function crowd(context: Context): Promise<Crowd> {
  return context.once('crowd', async () => {
    const type = context.unique('Shared')
    const others = [context.unique('other'), context.unique('other')]
    // A description decides nothing about deliveries.
    const wanted = [
      { events: [type], description: 'Described' },
      { events: [...others, type] },
      { events: [type, ...others] },
      ...Array.from({ length: mostWebhooks - 3 }, () => ({ events: [type] })),
    ]
    const webhooks = await registerSome(context, wanted, leastWebhooks)
    const content = { text: 'Größe 支払い 😀 \u2028', list: [1, null, { a: [] }], nothing: null }
    const alone = await liveEvent(context, type, content)
    const inputs = Array.from({ length: eventsAtOnce }, (_, index) => ({
      ...eventInput(context, 'crowd', { index, text: `${index} `.repeat(index * 20) }),
      type,
    }))
    return { webhooks, alone, atOnce: await createAtOnce(context, context.liveKey(), inputs) }
  })
}

import {
  answerInstead,
  changeSuccesses,
  operationOf,
  type Breakage,
  type Hooks,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks } from '../../support/breakage-webhooks'
import { changeBody, creates, idIn, jsonOf, registers, type Json } from '../changes'
import { changeDeep, ofFamily } from './trap'
import { received } from '../diversions'

/** Answers an error where no receiver can be reached. */
const unreachable = () => new Response(null, { status: 500 })

/** Delivers an event to one webhook after the other as they were registered, and to none after the first that answers by an error. */
const stopAtFailure: Breakage = breakWebhooks(() => {
  const queues = new Map<unknown, { number: number; attempt: () => Promise<Response> }[]>()

  /** Makes the attempts of an event that have gathered. */
  async function deliverInTurn(event: unknown): Promise<void> {
    const attempts = queues.get(event) ?? []
    queues.delete(event)
    for (const { attempt } of attempts.sort((one, other) => one.number - other.number)) {
      if (!(await attempt()).ok) return
    }
  }

  return {
    async deliver(delivery, { number }, send) {
      const event = (await jsonOf(delivery)).id
      const queue = queues.get(event) ?? []
      const outcome = { response: received() }
      const attempt = async () => (outcome.response = await send(delivery).catch(unreachable))
      queue.push({ number, attempt })
      queues.set(event, queue)
      await new Promise((resolve) => setImmediate(resolve))
      if (queue[0]?.attempt === attempt) await deliverInTurn(event)
      return outcome.response
    },
  }
})

/** Notes which requests of a kind began while another one was under way, as a store does that reads, changes and writes back. */
function underway(concerns: (request: Request) => boolean) {
  let count = 0
  return async (request: Request): Promise<boolean> => {
    if (!concerns(request)) return false
    count += 1
    const isBeside = count > 1
    await new Promise((resolve) => setImmediate(resolve))
    count -= 1
    return isBeside
  }
}

/** Registers of several webhooks at once only the first: the others are answered, and get nothing. */
const lostRegistrations: Breakage = (clock) => {
  const lost = new Set<string>()
  const webhooks: Hooks = breakWebhooks(() => ({
    deliver: (delivery, { id }, send) => (lost.has(id) ? received() : send(delivery)),
  }))(clock)
  const isBeside = underway(registers)
  return {
    ...webhooks,
    fetch: (send) => {
      const answer = webhooks.fetch?.(send) ?? send
      return async (request) => {
        const isLost = await isBeside(request)
        const response = await answer(request)
        if (isLost && response.ok) lost.add(String((await jsonOf(response)).id))
        return response
      }
    },
  }
}

/** Deletes of several webhooks at once only the first, and says that all are deleted. */
const lostDeletions: Breakage = (clock) => {
  const isBeside = underway((request) => operationOf(request) === 'deleteWebhook')
  return answerInstead(async (request) =>
    (await isBeside(request)) ? Response.json({ id: idIn(request), deleted: true }) : undefined,
  )(clock)
}

/** Gives webhooks for all events the types that were known when they were registered. */
const starOfKnownTypes: Breakage = (clock) => {
  const types = new Set<unknown>()
  const known = new Map<unknown, ReadonlySet<unknown>>()
  const webhooks: Hooks = breakWebhooks(() => ({
    async deliver(delivery, { id }, send) {
      const { type } = await jsonOf(delivery)
      return known.get(id)?.has(type) === false ? received() : send(delivery)
    },
  }))(clock)
  return {
    ...webhooks,
    fetch: (send) => {
      const answer = webhooks.fetch?.(send) ?? send
      return async (request) => {
        const { type } = creates(request) ? await jsonOf(request) : ({} as Json)
        const response = await answer(request)
        types.add(type)
        if (!registers(request) || !response.ok) return response
        const { id, events } = await jsonOf(response)
        if ((events as unknown[]).includes('*')) known.set(id, new Set(types))
        return response
      }
    },
  }
}

/** Mutants that go wrong where webhooks stand side by side, and where a language takes the text of zero for none. */
export const sideBySideMutants: readonly Mutant[] = ofFamily('side by side', [
  {
    id: 'fan-out-stops-at-a-failure',
    title: 'an event is delivered to no webhook after the first that answers by an error',
    rule: 'DL-1',
    mode: 'full',
    break: stopAtFailure,
  },
  {
    id: 'registrations-at-once-are-lost',
    title: 'of several webhooks that are registered at once only the first receives',
    rule: 'DL-1',
    besides: ['DL-5'],
    mode: 'full',
    break: lostRegistrations,
  },
  {
    id: 'deletions-at-once-are-lost',
    title: 'of several webhooks that are deleted at once only the first is',
    rule: 'WD-5',
    besides: ['WD-4', 'WD-2'],
    mode: 'full',
    break: lostDeletions,
  },
  {
    id: 'star-of-known-types',
    title: 'a webhook for all events gets those of types that were known when it was registered',
    rule: 'DL-3',
    besides: ['DL-1'],
    mode: 'full',
    break: starOfKnownTypes,
  },
  {
    id: 'description-of-zero-is-none',
    title: 'a description that is the text of zero is lost',
    rule: 'WH-7',
    mode: 'non-disruptive',
    break: changeBody('createWebhook', ({ description, ...rest }) =>
      description === '0' || description === undefined ? rest : { ...rest, description },
    ),
  },
  {
    id: 'text-of-zero-is-empty',
    title: 'a text of the payload that is zero becomes empty',
    rule: 'EV-10',
    besides: ['EV-3'],
    mode: 'non-disruptive',
    break: changeBody('createEvent', (body) =>
      'data' in body ? { ...body, data: changeDeep(body.data, (part) => (part === '0' ? '' : part)) } : body,
    ),
  },
  {
    id: 'retrieved-id-in-lower-case',
    title: 'an event that is retrieved shows its id in lower case',
    rule: 'EV-7',
    mode: 'non-disruptive',
    break: changeSuccesses('retrieveEvent', (event) => ({ ...event, id: String(event.id).toLowerCase() })),
  },
])

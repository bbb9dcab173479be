import {
  answerInstead,
  changeSuccesses,
  operationOf,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks } from '../../support/breakage-webhooks'
import { changeBody, creates, idIn, jsonOf, keyOf, registers, withoutKey, type Json } from '../changes'
import { changeDeep } from './trap'
import { mutantTable } from '../table'
import { received } from '../diversions'

/**
 * Delivers to webhooks in the order of their registration, and to none after one that fails. It goes by the latest attempt at each, since a
 * sender makes those of one event at once or one by one, as it is busy.
 */
const stopAtFailure: Breakage = breakWebhooks((all) => {
  const failing = new Set<string>()
  return {
    async deliver(delivery, { id, number, events }, send) {
      const isHeld = all.some(
        (one) =>
          one.number < number &&
          !one.isDeleted &&
          failing.has(one.id) &&
          one.events.some((type) => events.includes(type)),
      )
      if (isHeld) return received()
      const response = await send(delivery)
      if (response.ok) failing.delete(id)
      else failing.add(id)
      return response
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
const lostRegistrations: Breakage = () => {
  const lost = new Set<string>()
  const isBeside = underway(registers)
  return breakWebhooks(() => ({
    async fetch(request, answer) {
      const isLost = await isBeside(request)
      const response = await answer(request)
      if (isLost && response.ok) lost.add(String((await jsonOf(response)).id))
      return response
    },
    deliver: (delivery, { id }, send) => (lost.has(id) ? received() : send(delivery)),
  }))()
}

/** Deletes of several webhooks at once only the first, and says that all are deleted. */
const lostDeletions: Breakage = (clock) => {
  const isBeside = underway((request) => operationOf(request) === 'deleteWebhook')
  return answerInstead(async (request) =>
    (await isBeside(request)) ? Response.json({ id: idIn(request), deleted: true }) : undefined,
  )(clock)
}

/** Locks an idempotency key together with its body, so that another body that comes meanwhile makes an event. */
const lockedWithBody: Breakage = () => {
  const underWay = new Map<string, string>()
  return {
    fetch: (send) => async (request) => {
      const text = await request.clone().text()
      const key = keyOf(request, text)
      if (key === undefined) return send(request)
      if ((underWay.get(key) ?? text) !== text) return send(await withoutKey(request))
      underWay.set(key, text)
      await new Promise((resolve) => setImmediate(resolve))
      return send(request).finally(() => underWay.delete(key))
    },
  }
}

/** Gives webhooks for all events the types that were known when they were registered. */
const starOfKnownTypes: Breakage = () => {
  const types = new Set<unknown>()
  const known = new Map<unknown, ReadonlySet<unknown>>()
  return breakWebhooks(() => ({
    async fetch(request, answer) {
      const { type } = creates(request) ? await jsonOf(request) : ({} as Json)
      const response = await answer(request)
      types.add(type)
      if (!registers(request) || !response.ok) return response
      const { id, events } = await jsonOf(response)
      if ((events as unknown[]).includes('*')) known.set(id, new Set(types))
      return response
    },
    async deliver(delivery, { id }, send) {
      const { type } = await jsonOf(delivery)
      return known.get(id)?.has(type) === false ? received() : send(delivery)
    },
  }))()
}

/** Mutants that go wrong where webhooks stand side by side, and where a language takes the text of zero for none. */
export const sideBySideMutants: readonly Mutant[] = [
  ...mutantTable(
    {
      'DL-1': {
        'fan-out-stops-at-a-failure': stopAtFailure,
      },
      'DL-1 DL-5': {
        'registrations-at-once-are-lost': lostRegistrations,
      },
      'WD-5 WD-4 WD-2': {
        'deletions-at-once-are-lost': lostDeletions,
      },
      'DL-3 DL-1': {
        'star-of-known-types': starOfKnownTypes,
      },
    },
    { mode: 'full', family: 'side by side' },
  ),
  ...mutantTable(
    {
      'WH-7': {
        'description-of-zero-is-none': changeBody('createWebhook', ({ description, ...rest }) =>
          description === '0' || description === undefined ? rest : { ...rest, description },
        ),
      },
      'EV-10 EV-3': {
        'text-of-zero-is-empty': changeBody('createEvent', (body) =>
          'data' in body
            ? { ...body, data: changeDeep(body.data, (part) => (part === '0' ? '' : part)) }
            : body,
        ),
      },
      'EV-5': {
        'idempotency-keys-are-locked-with-their-body': lockedWithBody,
      },
      'EV-7': {
        'retrieved-id-in-lower-case': changeSuccesses('retrieveEvent', (event) => ({
          ...event,
          id: String(event.id).toLowerCase(),
        })),
      },
    },
    { mode: 'non-disruptive', family: 'side by side' },
  ),
]

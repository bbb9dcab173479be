import {
  errorResponse,
  operationOf,
  usesTestKey,
  withBody,
  type Breakage,
  type Fetch,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, type KnownWebhook } from '../../support/breakage-webhooks'
import { creates, idIn, itemsOf, jsonOf, type Json } from '../changes'
import { ofFamily } from './trap'
import type { Clock } from '@event-delivery/mock'

/** The machine's clock, for a backend that has none of its own. */
const machine: Clock = {
  now: () => Date.now(),
  schedule(work, delay) {
    const timer = setTimeout(work, delay)
    return () => clearTimeout(timer)
  },
}

const delays = [
  { name: 'after-a-second', says: 'a second later', milliseconds: 1_000 },
  { name: 'after-three-seconds', says: 'three seconds later', milliseconds: 3_000 },
] as const

/** Delivers an event to webhooks when its time has come, without a signature. */
function deliverLater(clock: Clock, delay: number, send: () => Fetch | undefined) {
  return (event: Json, webhooks: readonly KnownWebhook[]) => {
    for (const { url } of webhooks) {
      clock.schedule(() => {
        const sent = send()?.(
          new Request(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(event),
          }),
        )
        if (sent) clock.track?.(sent)
        return sent
      }, delay)
    }
  }
}

const isFor =
  ({ type }: Json) =>
  ({ events }: KnownWebhook) =>
    events.includes('*') || events.includes(String(type))

/** Delivers created events late to webhooks that should not get them. */
function lateDeliveries(
  delay: number,
  unwanted: (
    event: Json,
    response: Response,
    request: Request,
    all: readonly KnownWebhook[],
  ) => readonly KnownWebhook[],
): Breakage {
  return (clock = machine) => {
    let deliver: Fetch | undefined
    let known: readonly KnownWebhook[] = []
    const later = deliverLater(clock, delay, () => deliver)
    const hooks = breakWebhooks((all) => {
      known = all
      return {}
    })(clock)
    return {
      fetch: (send) => {
        const answer = hooks.fetch?.(send) ?? send
        return async (request) => {
          const response = await answer(request.clone())
          if (!creates(request) || !response.ok) return response
          const event = await jsonOf(response)
          later(event, unwanted(event, response, request, known).filter(isFor(event)))
          return response
        }
      },
      deliver: (send) => {
        deliver = send
        return hooks.deliver?.(send) ?? send
      },
    }
  }
}

const lateEffects: readonly {
  name: string
  title: string
  rule: string
  besides?: readonly string[]
  unwanted: Parameters<typeof lateDeliveries>[1]
}[] = [
  {
    name: 'deleted-webhooks-receive',
    title: 'an event is delivered to deleted webhooks of its type',
    rule: 'WD-5',
    unwanted: (_event, _response, request, all) =>
      usesTestKey(request) ? [] : all.filter(({ isDeleted, isTest }) => isDeleted && !isTest),
  },
  {
    name: 'test-events-are-delivered',
    title: 'a test event is delivered to live webhooks of its type',
    rule: 'DL-6',
    besides: ['AU-7', 'AU-8'],
    unwanted: (_event, _response, request, all) =>
      usesTestKey(request) ? all.filter(({ isDeleted, isTest }) => !isDeleted && !isTest) : [],
  },
  {
    name: 'replays-are-delivered',
    title: 'a repeated idempotency key delivers the event again',
    rule: 'DL-7',
    besides: ['EV-5'],
    unwanted: (_event, response, request, all) =>
      response.headers.has('idempotency-replayed') && !usesTestKey(request)
        ? all.filter(({ isDeleted, isTest }) => !isDeleted && !isTest)
        : [],
  },
  {
    name: 'deliveries-repeat',
    title: 'an event is delivered once more',
    rule: 'DL-7',
    unwanted: (_event, _response, request, all) =>
      usesTestKey(request) ? [] : all.filter(({ isDeleted, isTest }) => !isDeleted && !isTest),
  },
]

/** Shows events or webhooks otherwise once some time has passed. */
function changeLater(
  delay: number,
  change: (page: Json, isOld: (id: unknown) => boolean, request: Request) => Json,
  operation: 'listEvents' | 'listWebhooks',
): Breakage {
  return (clock = machine) => {
    const since = new Map<unknown, number>()
    return {
      fetch: (send) => async (request) => {
        const response = await send(request.clone())
        if (!response.ok) return response
        const asked = operationOf(request)
        const json = await jsonOf(response)
        if (asked === 'createEvent' && !since.has(json.id)) since.set(json.id, clock.now())
        if (asked !== operation) return response
        return withBody(
          response,
          change(json, (id) => clock.now() - (since.get(id) ?? Infinity) >= delay, request),
        )
      },
    }
  }
}

const laterChanges: readonly Mutant[] = delays.flatMap(({ name, says, milliseconds }): Mutant[] => [
  {
    id: `listed-payload-is-emptied-${name}`,
    title: `a listed event loses its payload ${says}`,
    rule: 'PG-8',
    besides: ['EV-10', 'EV-1'],
    mode: 'non-disruptive',
    break: changeLater(
      milliseconds,
      (page, isOld) => ({
        ...page,
        data: itemsOf(page).map((event) => (isOld(event.id) ? { ...event, data: {} } : event)),
      }),
      'listEvents',
    ),
  },
  {
    id: `webhooks-are-forgotten-${name}`,
    title: `a webhook is forgotten ${says}: it receives nothing, and its deletion is 404`,
    rule: 'DL-1',
    besides: ['WD-2', 'WD-6', 'DL-3'],
    mode: 'full',
    break: forgetWebhooks(milliseconds),
  },
])

function forgetWebhooks(delay: number): Breakage {
  return (clock = machine) => {
    const since = new Map<unknown, number>()
    const isOld = (id: unknown) => clock.now() - (since.get(id) ?? Infinity) >= delay
    const hooks = breakWebhooks(() => ({
      deliver: (delivery, { id }, send) => (isOld(id) ? new Response(null, { status: 204 }) : send(delivery)),
    }))(clock)
    return {
      ...hooks,
      fetch: (send) => {
        const answer = hooks.fetch?.(send) ?? send
        return async (request) => {
          const asked = operationOf(request)
          if (asked === 'deleteWebhook' && isOld(idIn(request))) {
            await answer(request)
            return errorResponse(404, 'not_found')
          }
          const response = await answer(request.clone())
          if (asked === 'createWebhook' && response.ok) since.set((await jsonOf(response)).id, clock.now())
          return response
        }
      },
    }
  }
}

/** Mutants that do late what must not be done. */
export const lateMutants = ofFamily('late effects', [
  ...lateEffects.flatMap(({ name, title, unwanted, ...rest }) =>
    delays.map((delay): Mutant => ({
      ...rest,
      id: `${name}-${delay.name}`,
      title: `${title} ${delay.says}`,
      mode: 'full',
      break: lateDeliveries(delay.milliseconds, unwanted),
    })),
  ),
  ...laterChanges,
])

import { operationOf, usesTestKey, withBody, type Breakage, type Mutant } from '../../support/breakage'
import { creates, itemsOf, jsonOf, limitOf, lists, parameterOf, type Json } from '../changes'
import { crash } from '../errors/crashes'
import { ofFamily, type Condition } from './trap'

/** A request for a page, and what was created before. */
interface Asked {
  isTest: boolean
  limit: string | null
  cursor: string | null
  /** How many events of the mode were created before. */
  events: number
}

const conditions: readonly Condition<Asked>[] = [
  {
    name: 'without-limit',
    says: 'of a list without limit',
    mode: 'non-disruptive',
    holds: ({ limit }) => limit === null,
  },
  {
    name: 'after-a-cursor',
    says: 'that a cursor leads to',
    mode: 'non-disruptive',
    holds: ({ cursor }) => cursor !== null,
  },
  {
    name: 'with-limit-100',
    says: 'of a list with limit=100',
    mode: 'non-disruptive',
    holds: ({ limit }) => limit === '100',
  },
  {
    name: 'with-limit-1',
    says: 'of a list with limit=1',
    mode: 'non-disruptive',
    holds: ({ limit }) => limit === '1',
  },
  {
    name: 'of-test-keys',
    says: 'of a list for a test key',
    mode: 'non-disruptive',
    holds: ({ isTest }) => isTest,
  },
  { name: 'of-live-keys', says: 'of a list for a live key', mode: 'full', holds: ({ isTest }) => !isTest },
  {
    name: 'over-100-events',
    says: 'of a list of more than 100 events',
    mode: 'non-disruptive',
    holds: ({ events }) => events > 100,
  },
]

/** The ways in which a page that is not empty goes wrong. */
const faults: readonly {
  name: string
  says: string
  rule: string
  besides?: readonly string[]
  spoil: (page: Json, limit: number) => Json
}[] = [
  {
    name: 'loses-its-last',
    says: 'loses its last event',
    rule: 'PG-6',
    besides: ['PG-4'],
    spoil: (page) => ({ ...page, data: itemsOf(page).slice(0, -1) }),
  },
  {
    name: 'loses-its-first',
    says: 'loses its first event',
    rule: 'PG-6',
    besides: ['PG-4'],
    spoil: (page) => ({ ...page, data: itemsOf(page).slice(1) }),
  },
  {
    name: 'doubles-its-last',
    says: 'has its last event twice',
    rule: 'PG-6',
    besides: ['PG-2', 'PG-3'],
    spoil: (page, limit) => ({ ...page, data: [...itemsOf(page), ...itemsOf(page).slice(-1)].slice(-limit) }),
  },
  {
    name: 'has-empty-payloads',
    says: 'has empty payloads',
    rule: 'PG-8',
    besides: ['EV-10'],
    spoil: (page) => ({ ...page, data: itemsOf(page).map((event) => ({ ...event, data: {} })) }),
  },
  {
    name: 'has-other-types',
    says: 'has types in upper case',
    rule: 'PG-8',
    besides: ['EV-8', 'EV-10'],
    spoil: (page) => ({
      ...page,
      data: itemsOf(page).map((event) => ({ ...event, type: String(event.type).toUpperCase() })),
    }),
  },
  {
    name: 'has-other-times',
    says: 'has each `created` a second late',
    rule: 'PG-8',
    besides: ['EV-9'],
    spoil: (page) => ({
      ...page,
      data: itemsOf(page).map((event) => ({
        ...event,
        created: new Date(Date.parse(String(event.created)) + 1_000).toISOString(),
      })),
    }),
  },
  {
    name: 'has-other-ids',
    says: 'has ids in upper case',
    rule: 'PG-8',
    besides: ['EV-7', 'PG-6'],
    spoil: (page) => ({
      ...page,
      data: itemsOf(page).map((event) => ({
        ...event,
        id: `evt_${String(event.id).slice(4).toUpperCase()}X`,
      })),
    }),
  },
  {
    name: 'says-there-is-more',
    says: 'says that more follow, and leads nowhere',
    rule: 'PG-4',
    besides: ['PG-5'],
    spoil: (page) => (page.hasMore ? page : { ...page, hasMore: true, nextCursor: 'cur_end' }),
  },
  {
    name: 'says-there-is-no-more',
    says: 'says that no more follow',
    rule: 'PG-4',
    besides: ['PG-6'],
    spoil: (page) => ({ ...page, hasMore: false, nextCursor: null }),
  },
  {
    name: 'has-no-cursor',
    says: 'has no cursor where more follow',
    rule: 'PG-5',
    besides: ['PG-4'],
    spoil: (page) => ({ ...page, nextCursor: null }),
  },
  {
    name: 'is-bare',
    says: 'comes without its envelope',
    rule: 'PG-1',
    besides: ['PG-4', 'PG-6', 'PG-7'],
    spoil: (page) => page.data as Json,
  },
]

/** Has pages under a condition go wrong. */
function breakPages(
  holds: (asked: Asked) => boolean,
  spoil: (page: Json, limit: number) => unknown,
): Breakage {
  return () => {
    const created = { test: 0, live: 0 }
    return {
      fetch: (send) => async (request) => {
        const mode = usesTestKey(request) ? 'test' : 'live'
        const response = await send(request.clone())
        if (!response.ok) return response
        if (creates(request)) created[mode] += 1
        if (operationOf(request) !== 'listEvents') return response
        const [limit, cursor] = [parameterOf(request, 'limit'), parameterOf(request, 'cursor')]
        const page = await jsonOf(response)
        const asked = { isTest: mode === 'test', limit, cursor, events: created[mode] }
        if (itemsOf(page).length === 0 || !holds(asked)) return response
        return withBody(response, spoil(page, limitOf(request)))
      },
    }
  }
}

const spoiltPages = faults.flatMap(({ name, says, spoil, ...rest }) =>
  conditions
    // The last event of a full page of one is its first, and there is no room for it twice.
    .filter((condition) => !(condition.name === 'with-limit-1' && /loses-its-first|doubles/.test(name)))
    .map((condition): Mutant => ({
      ...rest,
      id: `page-${name}-${condition.name}`,
      title: `a page ${condition.says} ${says}`,
      mode: condition.mode,
      break: breakPages(condition.holds, spoil),
    })),
)

const failingPages = conditions.map(({ name, says, mode, holds }): Mutant => ({
  id: `page-is-500-${name}`,
  title: `a page ${says} is answered by 500`,
  rule: 'ER-5',
  besides: ['PG-1', 'PG-7'],
  mode,
  break: () => {
    const created = { test: 0, live: 0 }
    return {
      fetch: (send) => async (request) => {
        const which = usesTestKey(request) ? 'test' : 'live'
        if (creates(request)) created[which] += 1
        const [limit, cursor] = [parameterOf(request, 'limit'), parameterOf(request, 'cursor')]
        const response = await send(request.clone())
        const fails =
          lists(request) && holds({ isTest: which === 'test', limit, cursor, events: created[which] })
        return response.ok && fails ? crash() : response
      },
    }
  },
}))

/** Mutants whose pages go wrong under a condition. */
export const brokenPages = ofFamily('broken pages', [...spoiltPages, ...failingPages])

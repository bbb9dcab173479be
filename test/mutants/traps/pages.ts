import { operationOf, usesTestKey, withBody, type Breakage, type Mutant } from '../../support/breakage'
import { creates, itemsOf, jsonOf, limitOf, parameterOf, type Json } from '../changes'
import { crash } from '../errors/crashes'
import { conditions, ofFamily, underConditions, type Fate } from './trap'

/** A request for a page, and what was created before. */
interface Asked {
  isTest: boolean
  limit: string | null
  cursor: string | null
  /** How many events of the mode were created before. */
  events: number
}

const pageConditions = conditions<Asked>(
  {
    'without-limit': ({ limit }) => limit === null,
    'after-a-cursor': ({ cursor }) => cursor !== null,
    'with-limit-100': ({ limit }) => limit === '100',
    'with-limit-99': ({ limit }) => limit === '99',
    'with-limit-7-of-test-keys': ({ limit, isTest }) => limit === '7' && isTest,
    'with-limit-50': ({ limit }) => limit === '50',
    'with-limit-2': ({ limit }) => limit === '2',
    'with-limit-1': ({ limit }) => limit === '1',
    'of-test-keys': ({ isTest }) => isTest,
    'of-live-keys': ({ isTest }) => !isTest,
    'over-100-events': ({ events }) => events > 100,
    'without-limit-of-live-keys': ({ limit, isTest }) => limit === null && !isTest,
    'after-a-cursor-without-limit-of-live-keys': ({ limit, cursor, isTest }) =>
      limit === null && cursor !== null && !isTest,
  },
  ['of-live-keys', 'without-limit-of-live-keys', 'after-a-cursor-without-limit-of-live-keys'],
)

/** Makes another page of one, or fails in its place. */
type Spoil = (page: Json, limit: number) => Json | Response

const changeEach =
  (change: (event: Json) => Json): Spoil =>
  (page) => ({ ...page, data: itemsOf(page).map(change) })

// The last event of a full page of one is its first, and there is no room for it twice.
const never = ['with-limit-1']

/** The ways in which a page that is not empty goes wrong. */
const fates: Readonly<Record<string, Fate<Spoil>>> = {
  'loses-its-last': {
    rules: 'PG-6 PG-4',
    meet: (page) => ({ ...page, data: itemsOf(page).slice(0, -1) }),
  },
  'loses-its-first': {
    rules: 'PG-6 PG-4',
    meet: (page) => ({ ...page, data: itemsOf(page).slice(1) }),
    never,
  },
  'doubles-its-last': {
    rules: 'PG-6 PG-2 PG-3',
    meet: (page, limit) => ({ ...page, data: [...itemsOf(page), ...itemsOf(page).slice(-1)].slice(-limit) }),
    never,
  },
  'has-empty-payloads': { rules: 'PG-8 EV-10', meet: changeEach((event) => ({ ...event, data: {} })) },
  'has-other-types': {
    rules: 'PG-8 EV-8 EV-10',
    meet: changeEach((event) => ({ ...event, type: String(event.type).toUpperCase() })),
  },
  // Each `created` is a second late.
  'has-other-times': {
    rules: 'PG-8 EV-9',
    meet: changeEach((event) => ({
      ...event,
      created: new Date(Date.parse(String(event.created)) + 1_000).toISOString(),
    })),
  },
  'has-other-ids': {
    rules: 'PG-8 EV-7 PG-6',
    meet: changeEach((event) => ({ ...event, id: `evt_${String(event.id).slice(4).toUpperCase()}X` })),
  },
  // The cursor leads nowhere.
  'says-there-is-more': {
    rules: 'PG-4 PG-5',
    meet: (page) => (page.hasMore ? page : { ...page, hasMore: true, nextCursor: 'cur_end' }),
  },
  'is-full-and-says-there-is-more': {
    rules: 'PG-4 PG-5',
    meet: (page, limit) =>
      page.hasMore || itemsOf(page).length < limit ? page : { ...page, hasMore: true, nextCursor: 'cur_end' },
    // No run fills the last page of every size.
    never: ['with-limit-99', 'with-limit-7-of-test-keys', 'with-limit-50', 'with-limit-2'],
  },
  'says-there-is-no-more': {
    rules: 'PG-4 PG-6',
    meet: (page) => ({ ...page, hasMore: false, nextCursor: null }),
  },
  'has-no-cursor': { rules: 'PG-5 PG-4', meet: (page) => ({ ...page, nextCursor: null }) },
  // The page comes without its envelope.
  'is-bare': { rules: 'PG-1 PG-4 PG-6 PG-7', meet: (page) => page.data as Json },
  'is-500': { rules: 'ER-5 PG-1 PG-7', meet: crash },
}

/** Has pages under a condition go wrong, those that are empty only where they fail. */
function breakPages(holds: (asked: Asked) => boolean, spoil: Spoil): Breakage {
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
        if ((itemsOf(page).length === 0 && spoil !== crash) || !holds(asked)) return response
        const spoilt = spoil(page, limitOf(request))
        return spoilt instanceof Response ? spoilt : withBody(response, spoilt)
      },
    }
  }
}

/** Mutants whose pages go wrong under a condition. */
export const brokenPages: readonly Mutant[] = ofFamily(
  'broken pages',
  underConditions('page', fates, pageConditions, breakPages),
)

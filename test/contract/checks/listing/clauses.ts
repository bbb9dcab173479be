import type { Clause } from '../../engine/check'

/** What most checks of the list of events have alike. */
export const base = {
  level: 'must',
  mode: 'non-disruptive',
  needs: ['event-key'],
  timeLimit: 90_000,
  lane: 'lists',
} as const

/** The clauses on the list of events. */
export const clauses = {
  envelope: {
    restsOn: 'GET /v1/events, response; List envelope',
    leavesOpen: "Further fields of the envelope are the service's choice.",
  },
  parameters: {
    restsOn: 'GET /v1/events, query parameters',
    leavesOpen:
      "Other parameters, the default page size and limits that are no number are the service's choice.",
  },
  limit: {
    restsOn: 'GET /v1/events, limit; Limits, page size',
    leavesOpen:
      'A page may hold fewer items than its limit, and a limit over 100 may be refused or taken for 100.',
  },
  hasMore: {
    restsOn: 'List envelope, field hasMore',
    leavesOpen:
      'Pages on the way may be empty, and nextCursor on the last page may be null, absent or a cursor.',
  },
  nextCursor: {
    restsOn: 'List envelope, field nextCursor',
    leavesOpen: "The text after the prefix, and nextCursor on the last page, are the service's choice.",
  },
  cursor: {
    restsOn: 'GET /v1/events, cursor; List envelope, field nextCursor',
    leavesOpen:
      "The order of the list, how soon a new event is listed and how long, and whether a cursor is good for another use or another limit are the service's choice.",
  },
  items: {
    restsOn: 'GET /v1/events, response; Event',
    leavesOpen: "Further fields of a listed event and the order of the list are the service's choice.",
  },
  stable: {
    restsOn: 'List envelope, field nextCursor',
    leavesOpen:
      'The interface does not say what events that arrive meanwhile do to a page, so that a breach only warns.',
  },
  order: {
    restsOn: 'GET /v1/events, response',
    leavesOpen: "The order is the service's choice.",
  },
  defaultSize: {
    restsOn: 'Limits, rule 2',
    leavesOpen: "The default page size, from 1 to 100, is the service's choice.",
  },
} as const satisfies Record<string, Clause>

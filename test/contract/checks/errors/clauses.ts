import type { Clause } from '../../engine/check'

/** The clauses on errors. */
export const clauses = {
  shape: {
    restsOn: 'Errors, shape of an error response',
    leavesOpen:
      "The bodies of a 401, a 429 and a 500 are the service's choice, and those of refusals that a gateway may give; so are further fields.",
  },
  param: {
    restsOn: 'Errors, field error.param',
    leavesOpen:
      "Whether there is a param at all, and how it writes the place of a field, are the service's choice.",
  },
  invalid: {
    restsOn: 'Errors, codes given, invalid_request',
    leavesOpen: "The message, param and further fields of the error are the service's choice.",
  },
  notFound: {
    restsOn: 'Errors, codes given, not_found',
    leavesOpen: "The message is the service's choice, and so is whether operations that are not shown exist.",
  },
  malformed: {
    restsOn: 'What the service does; Errors, status codes',
    leavesOpen: "Which 4xx a malformed request gets is the service's choice.",
  },
  odd: {
    restsOn: 'Errors, status codes, 400 and 500',
    leavesOpen: "Any answer but a server error is the service's choice.",
  },
} as const satisfies Record<string, Clause>

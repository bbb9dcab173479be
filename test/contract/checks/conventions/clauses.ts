import type { Clause } from '../../engine/check'

/** The clauses that hold for every operation. */
export const clauses = {
  version: {
    restsOn: 'Conventions; Versioning',
    leavesOpen: "Other versions, and what other paths get, are the service's choice.",
  },
  json: {
    restsOn: 'What the service does, requests and responses',
    leavesOpen:
      "Parameters of the content type, the white space, and the bodies of a 401, a 429 and a 500 are the service's choice.",
  },
  status: {
    restsOn: 'What the service does, status codes; Errors, status codes',
    leavesOpen:
      "Which 2xx a success has where none is shown, and which 4xx a refusal has, are the service's choice.",
  },
} as const satisfies Record<string, Clause>

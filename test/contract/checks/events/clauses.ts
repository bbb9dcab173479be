import type { Clause } from '../../engine/check'

/** The clauses on the creation of events. */
export const clauses = {
  creation: {
    restsOn: 'POST /v1/events, request body and response',
    leavesOpen: "The status of the success, and further fields of the answer, are the service's choice.",
  },
  id: {
    restsOn: 'Event, field id',
    leavesOpen: "The identifier after the prefix, its length and its alphabet are the service's choice.",
  },
  type: {
    restsOn: 'Event, field type; Events, rule 1',
    leavesOpen:
      "The greatest length of a type, and whether it may hold control characters, are the service's choice.",
  },
  created: {
    restsOn: 'Event, field created',
    leavesOpen: "The form of ISO 8601 and its precision, down to minutes, are the service's choice.",
  },
  data: {
    restsOn: 'Event, field data; POST /v1/events, request body',
    leavesOpen:
      "The largest payload, the greatest depth, the order of keys, and numbers beyond what a double holds are the service's choice.",
  },
  missingType: {
    restsOn: 'POST /v1/events, rule 2',
    leavesOpen: "The words of the message and further fields of the error are the service's choice.",
  },
  missingData: {
    restsOn: 'POST /v1/events, request body; Errors, codes given',
    leavesOpen: "Whether the refusal names the field in param is the service's choice.",
  },
  replay: {
    restsOn: 'POST /v1/events, rule 1',
    leavesOpen:
      "Name and place of the key, its longest form, the status of the replay, and further fields and headers of the answer are the service's choice.",
  },
  optionalKey: {
    restsOn: 'POST /v1/events, request body, idempotency key',
    leavesOpen: "Name and place of the key are the service's choice.",
  },
  otherKey: {
    restsOn: 'POST /v1/events, request body, idempotency key',
    leavesOpen: "Which keys are refused for their form or length is the service's choice.",
  },
  otherBody: {
    restsOn: 'POST /v1/events, rule 1',
    leavesOpen:
      "Whether another body with a known key is refused or gets the original is the service's choice.",
  },
  refusedBefore: {
    restsOn: 'POST /v1/events, rule 1',
    leavesOpen: "Whether a key that came with a refused request is used up is the service's choice.",
  },
  modes: {
    restsOn: 'Authentication, rule 4; POST /v1/events, rule 1',
    leavesOpen: "Name and place of the key are the service's choice.",
  },
  window: {
    restsOn: 'POST /v1/events, rule 1; Limits, idempotency window',
    leavesOpen: "What a key means after 24 hours is the service's choice.",
  },
  invalid: {
    restsOn: 'Errors, codes given; POST /v1/events and POST /v1/webhooks, request body',
    leavesOpen:
      "The message, param and further fields of the error are the service's choice, and so is a refusal by 413.",
  },
  size: {
    restsOn: 'Event, field data; Limits, rule 3',
    leavesOpen: "The largest request and the way in which a larger one is refused are the service's choice.",
  },
} as const satisfies Record<string, Clause>

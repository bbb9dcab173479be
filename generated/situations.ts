// Made by `npm run generate` from openapi/. Do not edit.

import type { SituationDescription } from '../openapi/model'

const table = {
  "missingKey": {
    "status": 401,
    "code": "unauthorized",
    "open": [
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "invalidKey": {
    "status": 401,
    "code": "unauthorized",
    "open": [
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "expiredKey": {
    "status": 401,
    "code": "unauthorized",
    "open": [
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "missingScope": {
    "status": 403,
    "code": "insufficient_scope",
    "open": [
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "rateLimited": {
    "status": 429,
    "code": "rate_limited",
    "open": [
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "unknownPath": {
    "status": 404,
    "code": "not_found",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "notOffered": {
    "status": 404,
    "code": "not_found",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "wrongMethod": {
    "status": 405,
    "code": "method_not_allowed",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "payloadTooLarge": {
    "status": 413,
    "code": "payload_too_large",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "contentType": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "contentTypes"
  },
  "missingBody": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "malformedJson": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "invalidBody": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ]
  },
  "unknownField": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "unknownFields"
  },
  "unknownParameter": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "unknownParameters"
  },
  "missingType": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message"
    ]
  },
  "invalidType": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "emptyType": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "emptyType"
  },
  "longType": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "maxTypeLength"
  },
  "missingData": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "invalidData": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "nonObjectData"
  },
  "emptyIdempotencyKey": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "emptyIdempotencyKey"
  },
  "idempotencyMismatch": {
    "status": 409,
    "code": "idempotency_mismatch",
    "open": [
      "code",
      "message",
      "param",
      "contentType"
    ],
    "decidedBy": "idempotencyMismatch"
  },
  "missingUrl": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "invalidUrl": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "webhookHost": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "webhookHosts"
  },
  "insecureUrl": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message"
    ]
  },
  "duplicateUrl": {
    "status": 409,
    "code": "conflict",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "duplicateUrls"
  },
  "missingEvents": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "invalidEvents": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "emptyEvents": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "emptyOrMixedEvents"
  },
  "duplicateEvents": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "emptyOrMixedEvents"
  },
  "mixedEvents": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "emptyOrMixedEvents"
  },
  "longDescription": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "maxDescriptionLength"
  },
  "testWebhook": {
    "status": 403,
    "code": "insufficient_scope",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "testWebhooks"
  },
  "unknownWebhook": {
    "status": 404,
    "code": "not_found",
    "open": [
      "message",
      "param"
    ]
  },
  "unknownEvent": {
    "status": 404,
    "code": "not_found",
    "open": [
      "message",
      "param"
    ]
  },
  "invalidLimit": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "invalidLimit"
  },
  "nonIntegerLimit": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "invalidLimit"
  },
  "overMaxLimit": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "overMaxLimit"
  },
  "invalidCursor": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body",
      "contentType"
    ],
    "decidedBy": "invalidCursor"
  }
} as const

/** The name of an occasion on which a request is refused. */
export type Situation = keyof typeof table

export const situations: Readonly<Record<Situation, SituationDescription>> = table

/** The messages of the mock's refusals by situation, unless its dialect states others. Names in braces stand for what a refusal names. */
export const situationMessages: Readonly<Record<Situation, string>> = {
  "missingKey": "An API key is required: send Authorization: Bearer <API_KEY>.",
  "invalidKey": "The API key is not valid.",
  "expiredKey": "The API key has expired.",
  "missingScope": "The API key lacks the scope {value}.",
  "rateLimited": "Too many requests. Try again after the time in the Retry-After header.",
  "unknownPath": "There is nothing at this path.",
  "notOffered": "There is nothing at this path.",
  "wrongMethod": "{value} is not allowed here. Allowed: {methods}.",
  "payloadTooLarge": "The request body is larger than {value} bytes.",
  "contentType": "The request body must be declared with Content-Type: application/json.",
  "missingBody": "The request has no body.",
  "malformedJson": "The request body is not valid JSON.",
  "invalidBody": "The request body must be a JSON object.",
  "unknownField": "{value} is no field of this request.",
  "unknownParameter": "{value} is no parameter of this list.",
  "missingType": "type is required.",
  "invalidType": "type must be a string.",
  "emptyType": "type must not be empty.",
  "longType": "type must be at most {maxTypeLength} characters long.",
  "missingData": "data is required.",
  "invalidData": "data must be an object.",
  "emptyIdempotencyKey": "{param} must not be empty.",
  "idempotencyMismatch": "This idempotency key was used with another body.",
  "missingUrl": "url is required.",
  "invalidUrl": "url must be a valid HTTPS URL.",
  "webhookHost": "url must name a public host.",
  "insecureUrl": "url must use HTTPS.",
  "duplicateUrl": "Another webhook has this url.",
  "missingEvents": "events is required.",
  "invalidEvents": "events must be an array.",
  "emptyEvents": "events must not be empty.",
  "duplicateEvents": "events must not hold the same element twice.",
  "mixedEvents": "events must hold * alone, or event types without it.",
  "longDescription": "description must be at most {maxDescriptionLength} characters long.",
  "testWebhook": "A test key cannot register webhooks.",
  "unknownWebhook": "No webhook has this id.",
  "unknownEvent": "No event has this id.",
  "invalidLimit": "limit must be at least 1.",
  "nonIntegerLimit": "limit must be an integer.",
  "overMaxLimit": "limit must be at most 100.",
  "invalidCursor": "cursor is not one that this list returned, or its data was replaced or restored since. Begin without a cursor."
}

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

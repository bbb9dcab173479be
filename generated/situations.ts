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
      "body"
    ]
  },
  "invalidKey": {
    "status": 401,
    "code": "unauthorized",
    "open": [
      "code",
      "message",
      "param",
      "body"
    ]
  },
  "expiredKey": {
    "status": 401,
    "code": "unauthorized",
    "open": [
      "code",
      "message",
      "param",
      "body"
    ]
  },
  "missingScope": {
    "status": 403,
    "code": "insufficient_scope",
    "open": [
      "code",
      "message",
      "param",
      "body"
    ]
  },
  "rateLimited": {
    "status": 429,
    "code": "rate_limited",
    "open": [
      "code",
      "message",
      "param",
      "body"
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
      "body"
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
      "body"
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
      "body"
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
      "body"
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
      "body"
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
      "body"
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
      "body"
    ]
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
      "message",
      "param"
    ]
  },
  "longType": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
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
      "message",
      "param"
    ]
  },
  "emptyIdempotencyKey": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body"
    ]
  },
  "idempotencyMismatch": {
    "status": 409,
    "code": "idempotency_mismatch",
    "open": [
      "code",
      "message",
      "param",
      "body"
    ]
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
      "body"
    ]
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
  "longDescription": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "message",
      "param"
    ]
  },
  "testWebhook": {
    "status": 403,
    "code": "insufficient_scope",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body"
    ]
  },
  "unknownWebhook": {
    "status": 404,
    "code": "not_found",
    "open": [
      "message"
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
      "body"
    ]
  },
  "overMaxLimit": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body"
    ]
  },
  "invalidCursor": {
    "status": 400,
    "code": "invalid_request",
    "open": [
      "status",
      "code",
      "message",
      "param",
      "body"
    ]
  }
} as const

/** The name of an occasion on which a request is refused. */
export type Situation = keyof typeof table

export const situations: Readonly<Record<Situation, SituationDescription>> = table

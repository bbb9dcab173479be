// Made by `npm run generate` from openapi/. Do not edit.

const values = {
  "createOrderPaid": {
    "type": "order.paid",
    "data": {
      "order": 1042,
      "total": "19.90",
      "currency": "EUR"
    }
  },
  "createOrderPaidOnce": {
    "type": "order.paid",
    "data": {
      "order": 1042,
      "total": "19.90",
      "currency": "EUR"
    },
    "idempotencyKey": "order-1042-paid"
  },
  "orderPaid": {
    "id": "evt_01JD3Q8X5AZ7V0M2",
    "type": "order.paid",
    "created": "2026-11-21T03:00:00.000Z",
    "data": {
      "order": 1042,
      "total": "19.90",
      "currency": "EUR"
    }
  },
  "orderPaidPayload": {
    "type": "order.paid",
    "timestamp": "2026-11-21T03:00:00.000Z",
    "data": {
      "order": 1042,
      "total": "19.90",
      "currency": "EUR"
    }
  },
  "firstEventPage": {
    "data": [
      {
        "id": "evt_01JD3Q9K2CR5X8N4",
        "type": "order.shipped",
        "created": "2026-11-21T03:05:00.000Z",
        "data": {
          "order": 1042,
          "parcel": "JX-7781"
        }
      },
      {
        "id": "evt_01JD3Q8X5AZ7V0M2",
        "type": "order.paid",
        "created": "2026-11-21T03:00:00.000Z",
        "data": {
          "order": 1042,
          "total": "19.90",
          "currency": "EUR"
        }
      }
    ],
    "hasMore": true,
    "nextCursor": "cur_01JD3Q8X5B"
  },
  "lastEventPage": {
    "data": [
      {
        "id": "evt_01JD3Q6F1HT4B9W7",
        "type": "order.created",
        "created": "2026-11-21T02:55:00.000Z",
        "data": {
          "order": 1042
        }
      }
    ],
    "hasMore": false,
    "nextCursor": null
  },
  "createWarehouse": {
    "url": "https://warehouse.shop.example/hooks/orders",
    "events": [
      "order.paid"
    ],
    "description": "Warehouse"
  },
  "createEverything": {
    "url": "https://audit.shop.example/hooks",
    "events": [
      "*"
    ]
  },
  "warehouseWithSecret": {
    "id": "wh_01JD3Q7R4MW8K6T1",
    "url": "https://warehouse.shop.example/hooks/orders",
    "events": [
      "order.paid"
    ],
    "description": "Warehouse",
    "status": "active",
    "secret": "whsec_ZXhhbXBsZS1zZWNyZXQtMDEyMzQ1Njc4OQ==",
    "created": "2026-11-21T02:50:00.000Z"
  },
  "onlyWebhookPage": {
    "data": [
      {
        "id": "wh_01JD3Q7R4MW8K6T1",
        "url": "https://warehouse.shop.example/hooks/orders",
        "events": [
          "order.paid"
        ],
        "description": "Warehouse",
        "status": "active",
        "created": "2026-11-21T02:50:00.000Z"
      }
    ],
    "hasMore": false,
    "nextCursor": null
  },
  "warehouseDeleted": {
    "id": "wh_01JD3Q7R4MW8K6T1",
    "deleted": true
  },
  "createReportingKey": {
    "name": "reporting",
    "scopes": [
      "events:read",
      "webhooks:read"
    ],
    "expiresAt": "2099-11-21T00:00:00.000Z"
  },
  "reportingKey": {
    "id": "key_01JD3QB7T8PD3F2S",
    "name": "reporting",
    "scopes": [
      "events:read",
      "webhooks:read"
    ],
    "expiresAt": "2099-11-21T00:00:00.000Z",
    "created": "2026-11-21T03:10:00.000Z",
    "key": "sk_live_EXAMPLE01JD3QB7T8"
  },
  "missingType": {
    "error": {
      "code": "invalid_request",
      "message": "type is required.",
      "param": "type"
    }
  },
  "missingData": {
    "error": {
      "code": "invalid_request",
      "message": "data is required.",
      "param": "data"
    }
  },
  "malformedJson": {
    "error": {
      "code": "invalid_request",
      "message": "The request body is not valid JSON."
    }
  },
  "conflictingIdempotencyKeys": {
    "error": {
      "code": "invalid_request",
      "message": "The idempotencyKey field and the Idempotency-Key header differ. Send one, or the same in both.",
      "param": "idempotencyKey"
    }
  },
  "payloadTooLarge": {
    "error": {
      "code": "payload_too_large",
      "message": "The request body is larger than 262144 bytes."
    }
  },
  "insecureUrl": {
    "error": {
      "code": "invalid_request",
      "message": "url must use HTTPS.",
      "param": "url"
    }
  },
  "missingUrl": {
    "error": {
      "code": "invalid_request",
      "message": "url is required.",
      "param": "url"
    }
  },
  "missingEvents": {
    "error": {
      "code": "invalid_request",
      "message": "events is required.",
      "param": "events"
    }
  },
  "unknownScope": {
    "error": {
      "code": "invalid_request",
      "message": "scopes[0] must be one of events:read, events:write, webhooks:read, webhooks:write.",
      "param": "scopes"
    }
  },
  "limitTooLarge": {
    "error": {
      "code": "invalid_request",
      "message": "limit must be at most 100.",
      "param": "limit"
    }
  },
  "unknownCursor": {
    "error": {
      "code": "invalid_request",
      "message": "cursor is not one that this list returned, or its data was replaced or restored since. Begin without a cursor.",
      "param": "cursor"
    }
  },
  "unknownEvent": {
    "error": {
      "code": "not_found",
      "message": "No event has this id."
    }
  },
  "unknownWebhook": {
    "error": {
      "code": "not_found",
      "message": "No webhook has this id."
    }
  },
  "missingKey": {
    "error": {
      "code": "unauthorized",
      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
    }
  },
  "invalidKey": {
    "error": {
      "code": "unauthorized",
      "message": "The API key is not valid."
    }
  },
  "expiredKey": {
    "error": {
      "code": "unauthorized",
      "message": "The API key has expired."
    }
  },
  "insufficientScope": {
    "error": {
      "code": "insufficient_scope",
      "message": "The API key lacks the scope events:write."
    }
  },
  "rateLimited": {
    "error": {
      "code": "rate_limited",
      "message": "Too many requests. Try again after the time in the Retry-After header."
    }
  },
  "internalError": {
    "error": {
      "code": "internal_error",
      "message": "The service failed to handle the request."
    }
  },
  "unavailable": {
    "error": {
      "code": "internal_error",
      "message": "The service is unavailable."
    }
  }
}

/** The name of an example of the document. */
export type ExampleName = keyof typeof values

export const examples: Readonly<Record<ExampleName, unknown>> = values

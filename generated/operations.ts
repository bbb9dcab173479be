// Made by `npm run generate` from openapi/. Do not edit.

import type { BodyDescription as Body, Names as AnyNames, OperationDescription as Operation, ResponseDescription as Response } from '../openapi/model'
import type { ExampleName } from './examples'
import type { OperationId } from './routes'
import type { components } from './types'

export type { OperationId }

/** The name of a schema of the document. */
export type SchemaName = keyof components['schemas']

/** The permissions that a scoped key may carry. */
export const scopes = ["events:read","events:write","webhooks:read","webhooks:write"] as const

/** A permission that a scoped key may carry. */
export type Scope = (typeof scopes)[number]

interface Names extends AnyNames {
  operation: OperationId
  schema: SchemaName
  example: ExampleName
  scope: Scope
}

export type BodyDescription = Body<Names>
export type ResponseDescription = Response<Names>
export type OperationDescription = Operation<Names>

export const operations: Readonly<Record<OperationId, OperationDescription>> = {
  "listEvents": {
    "id": "listEvents",
    "method": "GET",
    "path": "/v1/events",
    "assumed": false,
    "tag": "Events",
    "sdkMethod": "events.list",
    "scope": "events:read",
    "openQuestions": [],
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100
        }
      },
      {
        "name": "cursor",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "minLength": 1
        }
      }
    ],
    "request": null,
    "responses": {
      "200": {
        "description": "One page of events.",
        "openQuestions": [],
        "headers": [],
        "schema": "EventPage",
        "examples": {
          "firstPage": "firstEventPage",
          "lastPage": "lastEventPage"
        }
      },
      "400": {
        "description": "`limit` or `cursor` is none.",
        "openQuestions": [
          "OQ-07",
          "OQ-08"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "limitTooLarge": "limitTooLarge",
          "unknownCursor": "unknownCursor"
        }
      },
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  },
  "createEvent": {
    "id": "createEvent",
    "method": "POST",
    "path": "/v1/events",
    "assumed": false,
    "tag": "Events",
    "sdkMethod": "events.create",
    "scope": "events:write",
    "openQuestions": [],
    "parameters": [
      {
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "schema": {
          "description": "A unique key of the client's choosing that prevents duplicates.",
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "x-open-question": "OQ-01",
          "examples": [
            "order-1042-paid"
          ]
        }
      }
    ],
    "request": {
      "schema": "EventCreate",
      "examples": {
        "orderPaid": "createOrderPaid",
        "orderPaidOnce": "createOrderPaidOnce"
      },
      "fields": [
        "type",
        "data",
        "idempotencyKey"
      ],
      "required": [
        "type",
        "data"
      ]
    },
    "responses": {
      "400": {
        "description": "The request is malformed, or a field is missing or wrong.",
        "openQuestions": [],
        "headers": [],
        "schema": "Error",
        "examples": {
          "missingType": "missingType",
          "missingData": "missingData",
          "malformedJson": "malformedJson",
          "conflictingIdempotencyKeys": "conflictingIdempotencyKeys"
        }
      },
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "413": {
        "description": "The body is larger than the deployment takes.",
        "openQuestions": [
          "OQ-19"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "payloadTooLarge": "payloadTooLarge"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "2XX": {
        "description": "The event, or the original event when the idempotency key was seen before.",
        "openQuestions": [
          "OQ-02"
        ],
        "headers": [
          "Idempotency-Replayed"
        ],
        "schema": "Event",
        "examples": {
          "orderPaid": "orderPaid"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  },
  "retrieveEvent": {
    "id": "retrieveEvent",
    "method": "GET",
    "path": "/v1/events/{id}",
    "assumed": true,
    "tag": "Events",
    "sdkMethod": "events.retrieve",
    "scope": "events:read",
    "openQuestions": [
      "OQ-15"
    ],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "minLength": 1
        }
      }
    ],
    "request": null,
    "responses": {
      "200": {
        "description": "The event.",
        "openQuestions": [],
        "headers": [],
        "schema": "Event",
        "examples": {
          "orderPaid": "orderPaid"
        }
      },
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "404": {
        "description": "No event has this id.",
        "openQuestions": [],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unknownEvent": "unknownEvent"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  },
  "listWebhooks": {
    "id": "listWebhooks",
    "method": "GET",
    "path": "/v1/webhooks",
    "assumed": true,
    "tag": "Webhooks",
    "sdkMethod": "webhooks.list",
    "scope": "webhooks:read",
    "openQuestions": [
      "OQ-16"
    ],
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100
        }
      },
      {
        "name": "cursor",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "minLength": 1
        }
      }
    ],
    "request": null,
    "responses": {
      "200": {
        "description": "One page of webhooks.",
        "openQuestions": [],
        "headers": [],
        "schema": "WebhookPage",
        "examples": {
          "onlyPage": "onlyWebhookPage"
        }
      },
      "400": {
        "description": "`limit` or `cursor` is none.",
        "openQuestions": [
          "OQ-07",
          "OQ-08"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "limitTooLarge": "limitTooLarge",
          "unknownCursor": "unknownCursor"
        }
      },
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  },
  "createWebhook": {
    "id": "createWebhook",
    "method": "POST",
    "path": "/v1/webhooks",
    "assumed": false,
    "tag": "Webhooks",
    "sdkMethod": "webhooks.create",
    "scope": "webhooks:write",
    "openQuestions": [],
    "parameters": [],
    "request": {
      "schema": "WebhookCreate",
      "examples": {
        "warehouse": "createWarehouse",
        "everything": "createEverything"
      },
      "fields": [
        "url",
        "events",
        "description"
      ],
      "required": [
        "url",
        "events"
      ]
    },
    "responses": {
      "201": {
        "description": "The webhook, with its signing secret.",
        "openQuestions": [],
        "headers": [],
        "schema": "WebhookWithSecret",
        "examples": {
          "warehouse": "warehouseWithSecret"
        }
      },
      "400": {
        "description": "The request is malformed, or a field is missing or wrong.",
        "openQuestions": [],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insecureUrl": "insecureUrl",
          "missingUrl": "missingUrl",
          "missingEvents": "missingEvents"
        }
      },
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  },
  "deleteWebhook": {
    "id": "deleteWebhook",
    "method": "DELETE",
    "path": "/v1/webhooks/{id}",
    "assumed": false,
    "tag": "Webhooks",
    "sdkMethod": "webhooks.delete",
    "scope": "webhooks:write",
    "openQuestions": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "minLength": 1
        }
      }
    ],
    "request": null,
    "responses": {
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "404": {
        "description": "No webhook has this id.",
        "openQuestions": [],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unknownWebhook": "unknownWebhook"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "2XX": {
        "description": "The webhook is gone.",
        "openQuestions": [
          "OQ-03"
        ],
        "headers": [],
        "schema": "WebhookDeletion",
        "examples": {
          "warehouse": "warehouseDeleted"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  },
  "createKey": {
    "id": "createKey",
    "method": "POST",
    "path": "/v1/keys",
    "assumed": true,
    "tag": "Keys",
    "sdkMethod": "keys.create",
    "scope": null,
    "openQuestions": [
      "OQ-17"
    ],
    "parameters": [],
    "request": {
      "schema": "KeyCreate",
      "examples": {
        "reporting": "createReportingKey"
      },
      "fields": [
        "name",
        "scopes",
        "expiresAt"
      ],
      "required": [
        "name",
        "scopes",
        "expiresAt"
      ]
    },
    "responses": {
      "201": {
        "description": "The scoped key.",
        "openQuestions": [],
        "headers": [],
        "schema": "Key",
        "examples": {
          "reporting": "reportingKey"
        }
      },
      "400": {
        "description": "The request is malformed, or a field is missing or wrong.",
        "openQuestions": [],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unknownScope": "unknownScope"
        }
      },
      "401": {
        "description": "No key, or a key that does not exist or is no longer valid.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [
          "WWW-Authenticate"
        ],
        "schema": "Error",
        "examples": {
          "missingKey": "missingKey",
          "invalidKey": "invalidKey",
          "expiredKey": "expiredKey"
        }
      },
      "429": {
        "description": "The rate limit of the plan is exceeded.",
        "openQuestions": [
          "OQ-09",
          "OQ-28"
        ],
        "headers": [
          "Retry-After"
        ],
        "schema": "Error",
        "examples": {
          "rateLimited": "rateLimited"
        }
      },
      "500": {
        "description": "The service failed.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "internalError": "internalError"
        }
      },
      "4XX": {
        "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
        "openQuestions": [
          "OQ-09",
          "OQ-10",
          "OQ-20",
          "OQ-27"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "insufficientScope": "insufficientScope"
        }
      },
      "5XX": {
        "description": "Failed, in the service or before it.",
        "openQuestions": [
          "OQ-09"
        ],
        "headers": [],
        "schema": "Error",
        "examples": {
          "unavailable": "unavailable"
        }
      }
    }
  }
}

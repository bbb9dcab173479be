// Made by `npm run generate` from openapi/. Do not edit.

import type { SituationSample } from '../openapi/model'
import type { Situation } from './situations'

/** An answer to a request in each situation. */
export const situationSamples: Readonly<Record<Situation, SituationSample>> = {
  "missingKey": {
    "when": "no API key was sent",
    "operations": [
      "createEvent",
      "listEvents",
      "retrieveEvent",
      "createWebhook",
      "listWebhooks",
      "deleteWebhook",
      "createKey"
    ],
    "message": "An API key is required: send Authorization: Bearer <API_KEY>."
  },
  "invalidKey": {
    "when": "the API key is unknown, or no key at all",
    "operations": [
      "createEvent",
      "listEvents",
      "retrieveEvent",
      "createWebhook",
      "listWebhooks",
      "deleteWebhook",
      "createKey"
    ],
    "message": "The API key is not valid."
  },
  "expiredKey": {
    "when": "the API key has expired; `expiredKeyStatus` is the status",
    "operations": [
      "createEvent",
      "listEvents",
      "retrieveEvent",
      "createWebhook",
      "listWebhooks",
      "deleteWebhook",
      "createKey"
    ],
    "message": "The API key has expired."
  },
  "missingScope": {
    "when": "the API key lacks the scope; `missingScopeStatus` is the status",
    "operations": [
      "createEvent",
      "listEvents",
      "retrieveEvent",
      "createWebhook",
      "listWebhooks",
      "deleteWebhook",
      "createKey"
    ],
    "message": "The API key lacks the scope {scope}.",
    "value": "{scope}"
  },
  "rateLimited": {
    "when": "there were too many requests",
    "operations": [
      "createEvent",
      "listEvents",
      "retrieveEvent",
      "createWebhook",
      "listWebhooks",
      "deleteWebhook",
      "createKey"
    ],
    "message": "Too many requests. Try again after the time in the Retry-After header."
  },
  "unknownPath": {
    "when": "nothing is at the path",
    "operations": [],
    "message": "There is nothing at this path.",
    "value": "/v1/event"
  },
  "notOffered": {
    "when": "an event is retrieved, and `operations.retrieveEvent` is `null`; as `unknownPath` unless stated",
    "operations": [],
    "message": "There is nothing at this path.",
    "value": "/v1/events/evt_0000000000000000"
  },
  "wrongMethod": {
    "when": "the path has other methods",
    "operations": [],
    "message": "PATCH is not allowed here. Allowed: GET, HEAD, POST.",
    "value": "PATCH"
  },
  "payloadTooLarge": {
    "when": "the body is longer than `maxPayloadBytes`",
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "message": "The request body is larger than {maxPayloadBytes} bytes.",
    "value": "{maxPayloadBytes}"
  },
  "contentType": {
    "when": "the body is not declared as JSON, and `contentTypes` is `json`",
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "unless": {
      "contentTypes": [
        "any"
      ]
    },
    "message": "The request body must be declared with Content-Type: application/json.",
    "value": "text/plain"
  },
  "missingBody": {
    "when": "there is no body; as `malformedJson` unless stated",
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "message": "The request has no body."
  },
  "malformedJson": {
    "when": "the body is no JSON",
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "message": "The request body is not valid JSON."
  },
  "invalidBody": {
    "when": "the body is JSON but no object",
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "message": "The request body must be a JSON object."
  },
  "unknownField": {
    "when": "the body has a field that the request does not have, and `unknownFields` is `reject`",
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "unless": {
      "unknownFields": [
        "ignore"
      ]
    },
    "message": "note is no field of this request.",
    "param": "note",
    "value": "note"
  },
  "missingType": {
    "when": "`type` is missing",
    "operations": [
      "createEvent"
    ],
    "message": "type is required.",
    "param": "type"
  },
  "invalidType": {
    "when": "`type` is no string",
    "operations": [
      "createEvent"
    ],
    "message": "type must be a string.",
    "param": "type",
    "value": "5"
  },
  "emptyType": {
    "when": "`type` has no character, and `emptyType` is `reject`",
    "operations": [
      "createEvent"
    ],
    "unless": {
      "emptyType": [
        "accept"
      ]
    },
    "message": "type must not be empty.",
    "param": "type"
  },
  "longType": {
    "when": "`type` is longer than `maxTypeLength`",
    "operations": [
      "createEvent"
    ],
    "unless": {
      "maxTypeLength": [
        null
      ]
    },
    "message": "type must be at most {maxTypeLength} characters long.",
    "param": "type",
    "value": "order.paid.and.so.on"
  },
  "missingData": {
    "when": "`data` is missing",
    "operations": [
      "createEvent"
    ],
    "message": "data is required.",
    "param": "data"
  },
  "invalidData": {
    "when": "`data` is no object, and `nonObjectData` is `reject`",
    "operations": [
      "createEvent"
    ],
    "unless": {
      "nonObjectData": [
        "accept"
      ]
    },
    "message": "data must be an object.",
    "param": "data",
    "value": "[]"
  },
  "emptyIdempotencyKey": {
    "when": "the idempotency key has no character, and `emptyIdempotencyKey` is `reject`",
    "operations": [
      "createEvent"
    ],
    "unless": {
      "emptyIdempotencyKey": [
        "ignore"
      ]
    },
    "message": "{idempotencyKey} must not be empty.",
    "param": "{idempotencyKey}"
  },
  "idempotencyMismatch": {
    "when": "the idempotency key came with another body; `idempotencyMismatch` is the status",
    "operations": [
      "createEvent"
    ],
    "unless": {
      "idempotencyMismatch": [
        "original"
      ]
    },
    "message": "This idempotency key was used with another body.",
    "param": "{idempotencyKey}",
    "value": "order-1042-paid"
  },
  "missingUrl": {
    "when": "`url` is missing",
    "operations": [
      "createWebhook"
    ],
    "message": "url is required.",
    "param": "url"
  },
  "invalidUrl": {
    "when": "`url` is none that can be delivered to",
    "operations": [
      "createWebhook"
    ],
    "message": "url must be a valid HTTPS URL.",
    "param": "url",
    "value": "https://a:b:c"
  },
  "webhookHost": {
    "when": "the host of `url` is none that `webhookHosts` permits; as `invalidUrl` unless stated",
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "webhookHosts": [
        "any"
      ]
    },
    "message": "url must name a public host.",
    "param": "url",
    "value": "https://localhost/hooks"
  },
  "insecureUrl": {
    "when": "`url` does not use HTTPS; the message has to say HTTPS",
    "operations": [
      "createWebhook"
    ],
    "message": "url must use HTTPS.",
    "param": "url",
    "value": "http://warehouse.shop.example/hooks/orders"
  },
  "duplicateUrl": {
    "when": "another webhook has the `url`, and `duplicateUrls` is `reject`",
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "duplicateUrls": [
        "accept",
        "same"
      ]
    },
    "message": "Another webhook has this url.",
    "param": "url",
    "value": "https://warehouse.shop.example/hooks/orders"
  },
  "missingEvents": {
    "when": "`events` is missing",
    "operations": [
      "createWebhook"
    ],
    "message": "events is required.",
    "param": "events"
  },
  "invalidEvents": {
    "when": "`events` is no list of types",
    "operations": [
      "createWebhook"
    ],
    "message": "events must be an array.",
    "param": "events",
    "value": "\"*\""
  },
  "emptyEvents": {
    "when": "`events` is empty, holds duplicates or mixes `*` with others, and `emptyOrMixedEvents` is `reject`; as `invalidEvents` unless stated",
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "emptyOrMixedEvents": [
        "accept"
      ]
    },
    "message": "events must not be empty.",
    "param": "events",
    "value": "[]"
  },
  "longDescription": {
    "when": "`description` is longer than `maxDescriptionLength`",
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "maxDescriptionLength": [
        null
      ]
    },
    "message": "description must be at most {maxDescriptionLength} characters long.",
    "param": "description",
    "value": "Warehouse"
  },
  "testWebhook": {
    "when": "a test key registers a webhook, and `testWebhooks` is `reject`",
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "testWebhooks": [
        "accept"
      ]
    },
    "message": "A test key cannot register webhooks."
  },
  "unknownWebhook": {
    "when": "no webhook has the id",
    "operations": [
      "deleteWebhook"
    ],
    "message": "No webhook has this id.",
    "value": "wh_01JD3Q0000000000"
  },
  "unknownEvent": {
    "when": "no event has the id",
    "operations": [
      "retrieveEvent"
    ],
    "message": "No event has this id.",
    "value": "evt_01JD3Q0000000000"
  },
  "invalidLimit": {
    "when": "`limit` is under 1 or no integer, and `invalidLimit` is `reject`",
    "operations": [
      "listEvents",
      "listWebhooks"
    ],
    "unless": {
      "invalidLimit": [
        "default",
        "clamp"
      ]
    },
    "message": "limit must be at least 1.",
    "param": "limit",
    "value": "0"
  },
  "overMaxLimit": {
    "when": "`limit` is over 100, and `overMaxLimit` is `reject`; as `invalidLimit` unless stated",
    "operations": [
      "listEvents",
      "listWebhooks"
    ],
    "unless": {
      "overMaxLimit": [
        "clamp",
        "default"
      ]
    },
    "message": "limit must be at most 100.",
    "param": "limit",
    "value": "101"
  },
  "invalidCursor": {
    "when": "`cursor` is none of the list, and `invalidCursor` is `reject`",
    "operations": [
      "listEvents",
      "listWebhooks"
    ],
    "unless": {
      "invalidCursor": [
        "first-page",
        "empty-page"
      ]
    },
    "message": "cursor is not one that this list returned.",
    "param": "cursor",
    "value": "cur_unknown"
  }
}

// Made by `npm run generate` from openapi/. Do not edit.

import type { SituationSample } from '../openapi/model'
import type { Situation } from './situations'

/** The examples of situations: where each is met, which rules it breaks, and what the mock's refusal names. */
export const situationSamples: Readonly<Record<Situation, SituationSample>> = {
  "missingKey": {
    "when": "no API key was sent",
    "rules": [
      {
        "id": "AU-3",
        "text": "A request without a key is answered by 401.",
        "source": "Authentication, rule 3",
        "operations": [
          "createEvent",
          "listEvents",
          "createWebhook",
          "deleteWebhook"
        ]
      }
    ],
    "operations": [
      "listEvents",
      "createEvent",
      "retrieveEvent",
      "listWebhooks",
      "createWebhook",
      "deleteWebhook",
      "createKey"
    ]
  },
  "invalidKey": {
    "when": "the API key is unknown, or no key at all",
    "rules": [
      {
        "id": "AU-4",
        "text": "A request with an invalid key is answered by 401.",
        "source": "Authentication, rule 3",
        "operations": [
          "createEvent",
          "listEvents",
          "createWebhook",
          "deleteWebhook"
        ]
      }
    ],
    "operations": [
      "listEvents",
      "createEvent",
      "retrieveEvent",
      "listWebhooks",
      "createWebhook",
      "deleteWebhook",
      "createKey"
    ]
  },
  "expiredKey": {
    "when": "the API key has expired; `expiredKeyStatus` is the status",
    "rules": [
      {
        "id": "AU-15",
        "text": "A scoped key is refused once its `expiresAt` has passed.",
        "source": "Authentication, rule 6",
        "operations": [
          "createEvent",
          "listEvents",
          "createWebhook",
          "deleteWebhook"
        ]
      }
    ],
    "operations": [
      "listEvents",
      "createEvent",
      "retrieveEvent",
      "listWebhooks",
      "createWebhook",
      "deleteWebhook",
      "createKey"
    ]
  },
  "missingScope": {
    "when": "the API key lacks the scope; `missingScopeStatus` is the status",
    "rules": [
      {
        "id": "AU-11",
        "text": "The scope `events:read` permits listing and retrieving events. A scoped key without it may do neither.",
        "source": "Authentication, rule 6",
        "operations": [
          "listEvents",
          "retrieveEvent"
        ]
      },
      {
        "id": "AU-12",
        "text": "The scope `events:write` permits creating events. A scoped key without it may not.",
        "source": "Authentication, rule 6",
        "operations": [
          "createEvent"
        ]
      },
      {
        "id": "AU-13",
        "text": "The scope `webhooks:read` permits listing webhooks. A scoped key without it may not.",
        "source": "Authentication, rule 6",
        "operations": [
          "listWebhooks"
        ]
      },
      {
        "id": "AU-14",
        "text": "The scope `webhooks:write` permits creating and deleting webhooks. A scoped key without it may do neither.",
        "source": "Authentication, rule 6",
        "operations": [
          "createWebhook",
          "deleteWebhook"
        ]
      },
      {
        "id": "OQ-17",
        "text": "How is a scoped key created, what comes back, and what do other plans than enterprise get?",
        "default": "`POST /v1/keys` with a full key; `id`, `name`, `scopes`, `expiresAt`, `created` and, once, `key`. 403 on the free and pro plans."
      }
    ],
    "operations": [
      "listEvents",
      "createEvent",
      "retrieveEvent",
      "listWebhooks",
      "createWebhook",
      "deleteWebhook",
      "createKey"
    ],
    "value": "{scope}"
  },
  "rateLimited": {
    "when": "there were too many requests",
    "rules": [
      {
        "id": "LM-1",
        "text": "Over the rate limit the answer is 429 with a `Retry-After` header.",
        "source": "Limits, rule 1; Errors, status codes",
        "operations": [
          "createEvent",
          "listEvents",
          "createWebhook",
          "deleteWebhook"
        ]
      }
    ],
    "operations": [
      "listEvents",
      "createEvent",
      "retrieveEvent",
      "listWebhooks",
      "createWebhook",
      "deleteWebhook",
      "createKey"
    ]
  },
  "unknownPath": {
    "when": "nothing is at the path",
    "rules": [
      {
        "id": "OQ-27",
        "text": "What do unknown paths and wrong methods get?",
        "default": "404 `not_found`, and 405 with `Allow`."
      }
    ],
    "operations": [],
    "value": "/v1/event"
  },
  "notOffered": {
    "when": "an event is retrieved, and `operations.retrieveEvent` is `null`; as `unknownPath` unless stated",
    "rules": [
      {
        "id": "OQ-15",
        "text": "How is an event retrieved?",
        "default": "`GET /v1/events/{id}`."
      }
    ],
    "operations": [],
    "value": "/v1/events/evt_0000000000000000"
  },
  "wrongMethod": {
    "when": "the path has other methods",
    "rules": [
      {
        "id": "OQ-27",
        "text": "What do unknown paths and wrong methods get?",
        "default": "404 `not_found`, and 405 with `Allow`."
      }
    ],
    "operations": [],
    "value": "PATCH",
    "values": {
      "methods": "GET, POST, HEAD"
    }
  },
  "payloadTooLarge": {
    "when": "the body is longer than `maxPayloadBytes`",
    "rules": [
      {
        "id": "OQ-19",
        "text": "How large may a request be?",
        "default": "256 KiB, then 413 with code `payload_too_large`."
      }
    ],
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ],
    "value": "{maxPayloadBytes}"
  },
  "contentType": {
    "when": "the body is not declared as JSON, and `contentTypes` is `json`",
    "rules": [
      {
        "id": "OQ-34",
        "text": "What happens to a body that is not declared as `application/json`?",
        "default": "400 with code `invalid_request`."
      }
    ],
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
    "value": "text/plain"
  },
  "missingBody": {
    "when": "there is no body; as `malformedJson` unless stated",
    "rules": [
      {
        "id": "ER-3",
        "text": "Invalid parameters are answered by 400 with code `invalid_request`.",
        "source": "Errors, codes given",
        "operations": [
          "createEvent",
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ]
  },
  "malformedJson": {
    "when": "the body is no JSON",
    "rules": [
      {
        "id": "ER-3",
        "text": "Invalid parameters are answered by 400 with code `invalid_request`.",
        "source": "Errors, codes given",
        "operations": [
          "createEvent",
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ]
  },
  "invalidBody": {
    "when": "the body is JSON but no object",
    "rules": [
      {
        "id": "ER-3",
        "text": "Invalid parameters are answered by 400 with code `invalid_request`.",
        "source": "Errors, codes given",
        "operations": [
          "createEvent",
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createEvent",
      "createWebhook",
      "createKey"
    ]
  },
  "unknownField": {
    "when": "the body has a field that the request does not have, and `unknownFields` is `reject`",
    "rules": [
      {
        "id": "OQ-22",
        "text": "What happens to unknown fields of a body, and to unknown parameters of a query?",
        "default": "They are ignored."
      }
    ],
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
    "param": "note",
    "value": "note"
  },
  "unknownParameter": {
    "when": "the query has a parameter that the list does not have, and `unknownParameters` is `reject`",
    "rules": [
      {
        "id": "OQ-22",
        "text": "What happens to unknown fields of a body, and to unknown parameters of a query?",
        "default": "They are ignored."
      }
    ],
    "operations": [
      "listEvents",
      "listWebhooks"
    ],
    "unless": {
      "unknownParameters": [
        "ignore"
      ]
    },
    "param": "page",
    "value": "page"
  },
  "missingType": {
    "when": "`type` is missing",
    "rules": [
      {
        "id": "EV-2",
        "text": "Without `type` the answer is 400 with code `invalid_request` and `param` `type`.",
        "source": "POST /v1/events, rule 2",
        "operations": [
          "createEvent"
        ]
      }
    ],
    "operations": [
      "createEvent"
    ],
    "param": "type"
  },
  "invalidType": {
    "when": "`type` is no string",
    "rules": [
      {
        "id": "EV-8",
        "text": "The type is any string of the client's choosing and comes back as it was sent. Dot notation is not enforced.",
        "source": "Event; Events, rule 1",
        "operations": [
          "createEvent",
          "listEvents"
        ]
      }
    ],
    "operations": [
      "createEvent"
    ],
    "param": "type",
    "value": "5"
  },
  "emptyType": {
    "when": "`type` has no character, and `emptyType` is `reject`",
    "rules": [
      {
        "id": "OQ-32",
        "text": "May `type` be empty, and how long may `type` and `description` be?",
        "default": "A type has 1 to 256 characters, else it is refused by 400. A description may be of any length."
      }
    ],
    "operations": [
      "createEvent"
    ],
    "unless": {
      "emptyType": [
        "accept"
      ]
    },
    "param": "type"
  },
  "longType": {
    "when": "`type` is longer than `maxTypeLength`",
    "rules": [
      {
        "id": "OQ-32",
        "text": "May `type` be empty, and how long may `type` and `description` be?",
        "default": "A type has 1 to 256 characters, else it is refused by 400. A description may be of any length."
      }
    ],
    "operations": [
      "createEvent"
    ],
    "unless": {
      "maxTypeLength": [
        null
      ]
    },
    "param": "type",
    "value": "order.paid.and.so.on"
  },
  "missingData": {
    "when": "`data` is missing",
    "rules": [
      {
        "id": "EV-6",
        "text": "`data` is required. Without it the answer is 400 with code `invalid_request`.",
        "source": "POST /v1/events, request body; Errors",
        "operations": [
          "createEvent"
        ]
      }
    ],
    "operations": [
      "createEvent"
    ],
    "param": "data"
  },
  "invalidData": {
    "when": "`data` is no object, and `nonObjectData` is `reject`",
    "rules": [
      {
        "id": "OQ-21",
        "text": "May `data` be something else than an object?",
        "default": "No. 400 with `param` `data`."
      }
    ],
    "operations": [
      "createEvent"
    ],
    "unless": {
      "nonObjectData": [
        "accept"
      ]
    },
    "param": "data",
    "value": "[]"
  },
  "emptyIdempotencyKey": {
    "when": "the idempotency key has no character, and `emptyIdempotencyKey` is `reject`",
    "rules": [
      {
        "id": "OQ-01",
        "text": "What is the idempotency key called, does it stand in the body or in a header, and how long may it be?",
        "default": "The body field `idempotencyKey` and the header `Idempotency-Key` are both read. When both are present and differ, the answer is 400. A key has 1 to 255 characters."
      }
    ],
    "operations": [
      "createEvent"
    ],
    "unless": {
      "emptyIdempotencyKey": [
        "ignore"
      ]
    },
    "param": "{idempotencyKey}"
  },
  "idempotencyMismatch": {
    "when": "the idempotency key came with another body; `idempotencyMismatch` is the status",
    "rules": [
      {
        "id": "OQ-20",
        "text": "What happens when an idempotency key comes again with another body, or while the first request is in flight?",
        "default": "The original event comes back. A duplicate in flight waits for it."
      }
    ],
    "operations": [
      "createEvent"
    ],
    "unless": {
      "idempotencyMismatch": [
        "original"
      ]
    },
    "param": "{idempotencyKey}",
    "value": "order-1042-paid"
  },
  "missingUrl": {
    "when": "`url` is missing",
    "rules": [
      {
        "id": "WH-4",
        "text": "`url` is required. Without it the answer is 400 with code `invalid_request`.",
        "source": "POST /v1/webhooks, request body; Errors",
        "operations": [
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "param": "url"
  },
  "invalidUrl": {
    "when": "`url` is none that can be delivered to",
    "rules": [
      {
        "id": "ER-3",
        "text": "Invalid parameters are answered by 400 with code `invalid_request`.",
        "source": "Errors, codes given",
        "operations": [
          "createEvent",
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "param": "url",
    "value": "https://a:b:c"
  },
  "webhookHost": {
    "when": "the host of `url` is none that `webhookHosts` permits; as `invalidUrl` unless stated",
    "rules": [
      {
        "id": "OQ-36",
        "text": "Which hosts may the URL of a webhook name?",
        "default": "Any."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "webhookHosts": [
        "any"
      ]
    },
    "param": "url",
    "value": "https://localhost/hooks"
  },
  "insecureUrl": {
    "when": "`url` does not use HTTPS; the message has to say HTTPS",
    "rules": [
      {
        "id": "WH-2",
        "text": "A `url` that is not HTTPS is answered by 400, code `invalid_request`, `param` `url` and a message that says the URL must use HTTPS.",
        "source": "POST /v1/webhooks, rule 2",
        "operations": [
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "param": "url",
    "value": "http://warehouse.shop.example/hooks/orders"
  },
  "duplicateUrl": {
    "when": "another webhook has the `url`, and `duplicateUrls` is `reject`",
    "rules": [
      {
        "id": "OQ-31",
        "text": "When two webhooks have the same URL and one is deleted, is there delivery for the other?",
        "default": "Yes, each stands alone. Pending retries of the deleted one are dropped."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "duplicateUrls": [
        "accept",
        "same"
      ]
    },
    "param": "url",
    "value": "https://warehouse.shop.example/hooks/orders"
  },
  "missingEvents": {
    "when": "`events` is missing",
    "rules": [
      {
        "id": "WH-5",
        "text": "`events` is required. Without it the answer is 400 with code `invalid_request`.",
        "source": "POST /v1/webhooks, request body; Errors",
        "operations": [
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "param": "events"
  },
  "invalidEvents": {
    "when": "`events` is no list of types",
    "rules": [
      {
        "id": "ER-3",
        "text": "Invalid parameters are answered by 400 with code `invalid_request`.",
        "source": "Errors, codes given",
        "operations": [
          "createEvent",
          "createWebhook"
        ]
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "param": "events",
    "value": "\"*\""
  },
  "emptyEvents": {
    "when": "`events` is empty, and `emptyOrMixedEvents` is `reject`; as `invalidEvents` unless stated",
    "rules": [
      {
        "id": "OQ-23",
        "text": "May `events` be empty, hold duplicates, or hold `*` among others?",
        "default": "No. 400 with `param` `events`."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "emptyOrMixedEvents": [
        "accept"
      ]
    },
    "param": "events",
    "value": "[]"
  },
  "duplicateEvents": {
    "when": "`events` holds a type twice, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated",
    "rules": [
      {
        "id": "OQ-23",
        "text": "May `events` be empty, hold duplicates, or hold `*` among others?",
        "default": "No. 400 with `param` `events`."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "emptyOrMixedEvents": [
        "accept"
      ]
    },
    "param": "events",
    "value": "[\"order.paid\",\"order.paid\"]"
  },
  "mixedEvents": {
    "when": "`events` mixes `*` with others, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated",
    "rules": [
      {
        "id": "OQ-23",
        "text": "May `events` be empty, hold duplicates, or hold `*` among others?",
        "default": "No. 400 with `param` `events`."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "emptyOrMixedEvents": [
        "accept"
      ]
    },
    "param": "events",
    "value": "[\"*\",\"order.paid\"]"
  },
  "longDescription": {
    "when": "`description` is longer than `maxDescriptionLength`",
    "rules": [
      {
        "id": "OQ-32",
        "text": "May `type` be empty, and how long may `type` and `description` be?",
        "default": "A type has 1 to 256 characters, else it is refused by 400. A description may be of any length."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "maxDescriptionLength": [
        null
      ]
    },
    "param": "description",
    "value": "Warehouse"
  },
  "testWebhook": {
    "when": "a test key registers a webhook, and `testWebhooks` is `reject`",
    "rules": [
      {
        "id": "OQ-35",
        "text": "May a test key register webhooks, although it triggers no deliveries?",
        "default": "Yes. Nothing is delivered to them."
      }
    ],
    "operations": [
      "createWebhook"
    ],
    "unless": {
      "testWebhooks": [
        "accept"
      ]
    }
  },
  "unknownWebhook": {
    "when": "no webhook has the id",
    "rules": [
      {
        "id": "WD-3",
        "text": "A webhook that does not exist is answered by 404 with code `not_found` and no `param`.",
        "source": "DELETE /v1/webhooks/{id}, rule 3",
        "operations": [
          "deleteWebhook"
        ]
      }
    ],
    "operations": [
      "deleteWebhook"
    ],
    "value": "wh_01JD3Q0000000000"
  },
  "unknownEvent": {
    "when": "no event has the id",
    "rules": [
      {
        "id": "ER-4",
        "text": "A resource that does not exist is answered by 404 with code `not_found`.",
        "source": "Errors, codes given",
        "operations": [
          "deleteWebhook",
          "retrieveEvent"
        ]
      }
    ],
    "operations": [
      "retrieveEvent"
    ],
    "value": "evt_01JD3Q0000000000"
  },
  "invalidLimit": {
    "when": "`limit` is under 1, and `invalidLimit` is `reject`",
    "rules": [
      {
        "id": "OQ-08",
        "text": "What happens to a `limit` that is under 1 or no integer, and to a cursor that is none?",
        "default": "400 with `param`."
      }
    ],
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
    "param": "limit",
    "value": "0"
  },
  "nonIntegerLimit": {
    "when": "`limit` is no integer, and `invalidLimit` is `reject`; as `invalidLimit` unless stated",
    "rules": [
      {
        "id": "OQ-08",
        "text": "What happens to a `limit` that is under 1 or no integer, and to a cursor that is none?",
        "default": "400 with `param`."
      }
    ],
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
    "param": "limit",
    "value": "ten"
  },
  "overMaxLimit": {
    "when": "`limit` is over 100, and `overMaxLimit` is `reject`; as `invalidLimit` unless stated",
    "rules": [
      {
        "id": "OQ-07",
        "text": "What happens to a `limit` over 100?",
        "default": "400 with `param` `limit`."
      }
    ],
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
    "param": "limit",
    "value": "101"
  },
  "invalidCursor": {
    "when": "`cursor` is none of the list, and `invalidCursor` is `reject`",
    "rules": [
      {
        "id": "OQ-08",
        "text": "What happens to a `limit` that is under 1 or no integer, and to a cursor that is none?",
        "default": "400 with `param`."
      }
    ],
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
    "param": "cursor",
    "value": "cur_unknown"
  }
}

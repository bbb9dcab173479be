// Made by `npm run generate` from openapi/. Do not edit.

import type { Complete, DialectFields, JsonSchema } from '../openapi/model'

interface components {
    schemas: {
        /** @description How one deployment resolves what the interface leaves open. */
        Dialect: {
            /** @description Where the idempotency key of an event is read, and under which name. `both`: the body field `idempotencyKey` and the header `Idempotency-Key`, and 400 when they differ. (OQ-01) */
            idempotency?: {
                /** @constant */
                in: "both";
            } | {
                /** @enum {unknown} */
                in: "header" | "body";
                /** @description Name of the header or body field. */
                name: string;
            };
            /** @description The status of a new event. (OQ-02) */
            createEventStatus?: number;
            /** @description The status of the original event, given again. (OQ-02) */
            replayEventStatus?: number;
            /** @description The status of a deletion. (OQ-03) */
            deleteWebhookStatus?: number;
            /**
             * @description What `nextCursor` is on the last page. (OQ-04)
             * @enum {unknown}
             */
            lastPageCursor?: "null" | "absent";
            /** @description How many items a page has when `limit` is omitted. (OQ-05) */
            defaultPageSize?: number;
            /**
             * @description The order of both lists. (OQ-06)
             * @enum {unknown}
             */
            listOrder?: "newest-first" | "oldest-first";
            /**
             * @description Whether a `limit` over 100 is refused, or taken for 100. (OQ-07)
             * @enum {unknown}
             */
            overMaxLimit?: "reject" | "clamp";
            /** @description The `error.code` of each status that the interface leaves open. (OQ-09) */
            errorCodes?: {
                401?: string;
                403?: string;
                429?: string;
                500?: string;
            };
            /**
             * @description The status that a scoped key without the scope gets. (OQ-10)
             * @enum {unknown}
             */
            missingScopeStatus?: 401 | 403;
            /**
             * @description The status that an expired key gets. (OQ-10)
             * @enum {unknown}
             */
            expiredKeyStatus?: 401 | 403;
            /**
             * @description The form of `Retry-After`. (OQ-11)
             * @enum {unknown}
             */
            retryAfter?: "seconds" | "http-date";
            /** @description How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex. (OQ-12) */
            signature?: {
                /**
                 * @description The scheme. `unknown` where it is none of the known ones.
                 * @enum {unknown}
                 */
                scheme: "standard-webhooks" | "svix" | "timestamped-hex" | "body-hex" | "unknown";
                /** @description Name of the header of the schemes that have one. */
                header?: string;
            };
            /**
             * @description What is delivered: the event, or `type`, `timestamp` and `data`. (OQ-13)
             * @enum {unknown}
             */
            deliveryBody?: "event" | "standard-webhooks";
            /** @description Method and path of the operations that the interface does not show. `null` where one is not offered. (OQ-15) */
            operations?: {
                retrieveEvent?: string | null;
                listWebhooks?: string | null;
                createKey?: string | null;
            };
            /** @description The longest body of a request, in bytes. A longer one is refused by 413. (OQ-19) */
            maxPayloadBytes?: number;
            /**
             * @description What a known idempotency key with another type or other data gets. (OQ-20)
             * @enum {unknown}
             */
            idempotencyMismatch?: "original" | "409" | "422";
            /**
             * @description Whether `data` may be any JSON value. (OQ-21)
             * @enum {unknown}
             */
            nonObjectData?: "accept" | "reject";
            /**
             * @description Whether a field that a request does not have is refused. (OQ-22)
             * @enum {unknown}
             */
            unknownFields?: "ignore" | "reject";
            /**
             * @description What happens to `events` that is empty, holds duplicates or mixes `*` with others. (OQ-23)
             * @enum {unknown}
             */
            emptyOrMixedEvents?: "accept" | "reject";
            /**
             * @description What `description` is when none was given. (OQ-25)
             * @enum {unknown}
             */
            omittedDescription?: "absent" | "null";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** How one deployment resolves what the interface leaves open. Every field is optional. */
export type Dialect = components['schemas']['Dialect']

/** A dialect in which every field is stated. */
export type CompleteDialect = Complete<Dialect>

/** The project's own choice for every field. */
export const defaultDialect: CompleteDialect = {
  "idempotency": {
    "in": "both"
  },
  "createEventStatus": 201,
  "replayEventStatus": 201,
  "deleteWebhookStatus": 200,
  "lastPageCursor": "null",
  "defaultPageSize": 20,
  "listOrder": "newest-first",
  "overMaxLimit": "reject",
  "errorCodes": {
    "401": "unauthorized",
    "403": "insufficient_scope",
    "429": "rate_limited",
    "500": "internal_error"
  },
  "missingScopeStatus": 403,
  "expiredKeyStatus": 401,
  "retryAfter": "seconds",
  "signature": {
    "scheme": "standard-webhooks"
  },
  "deliveryBody": "event",
  "operations": {
    "retrieveEvent": "GET /v1/events/{id}",
    "listWebhooks": "GET /v1/webhooks",
    "createKey": "POST /v1/keys"
  },
  "maxPayloadBytes": 262144,
  "idempotencyMismatch": "original",
  "nonObjectData": "reject",
  "unknownFields": "ignore",
  "emptyOrMixedEvents": "reject",
  "omittedDescription": "absent"
}

/** The description of each field. */
export const dialectFields: DialectFields<Dialect> = {
  "idempotency": {
    "openQuestion": "OQ-01",
    "description": "Where the idempotency key of an event is read, and under which name. `both`: the body field `idempotencyKey` and the header `Idempotency-Key`, and 400 when they differ.",
    "values": "`{\"in\":\"both\"}`, or `{\"in\":\"header\",\"name\":\"...\"}`, or `\"body\"` in place of `\"header\"`",
    "default": {
      "in": "both"
    },
    "samples": [
      {
        "in": "both"
      },
      {
        "in": "header",
        "name": "Idempotency-Key"
      },
      {
        "in": "header",
        "name": "X-Idempotency-Key"
      },
      {
        "in": "body",
        "name": "idempotencyKey"
      },
      {
        "in": "body",
        "name": "idempotency_key"
      }
    ],
    "seenBy": "a test key, or mode `full`; a name that is none of the usual ones has to be told with `--idempotency`"
  },
  "createEventStatus": {
    "openQuestion": "OQ-02",
    "description": "The status of a new event.",
    "values": "200 to 299, but 204 and 205",
    "default": 201,
    "samples": [
      200,
      201,
      202
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "replayEventStatus": {
    "openQuestion": "OQ-02",
    "description": "The status of the original event, given again.",
    "values": "200 to 299, but 204 and 205",
    "default": 201,
    "samples": [
      200,
      201,
      202
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "deleteWebhookStatus": {
    "openQuestion": "OQ-03",
    "description": "The status of a deletion.",
    "values": "200 to 299, but 204 and 205",
    "default": 200,
    "samples": [
      200,
      202
    ],
    "seenBy": "a key that may register webhooks"
  },
  "lastPageCursor": {
    "openQuestion": "OQ-04",
    "description": "What `nextCursor` is on the last page.",
    "values": "\"null\", \"absent\"",
    "default": "null",
    "samples": [
      "null",
      "absent"
    ],
    "seenBy": "a test key, or mode `full`, and a list short enough to be walked to its end"
  },
  "defaultPageSize": {
    "openQuestion": "OQ-05",
    "description": "How many items a page has when `limit` is omitted.",
    "values": "1 to 100",
    "default": 20,
    "samples": [
      1,
      20,
      100
    ],
    "seenBy": "a test key, or mode `full`; over 102 events are made for it"
  },
  "listOrder": {
    "openQuestion": "OQ-06",
    "description": "The order of both lists.",
    "values": "\"newest-first\", \"oldest-first\"",
    "default": "newest-first",
    "samples": [
      "newest-first",
      "oldest-first"
    ],
    "seenBy": "a test key, or mode `full`, and a list short enough to be walked to its end"
  },
  "overMaxLimit": {
    "openQuestion": "OQ-07",
    "description": "Whether a `limit` over 100 is refused, or taken for 100.",
    "values": "\"reject\", \"clamp\"",
    "default": "reject",
    "samples": [
      "reject",
      "clamp"
    ],
    "seenBy": "any key"
  },
  "errorCodes": {
    "openQuestion": "OQ-09",
    "description": "The `error.code` of each status that the interface leaves open.",
    "values": "an object with a string for each status",
    "default": {
      "401": "unauthorized",
      "403": "insufficient_scope",
      "429": "rate_limited",
      "500": "internal_error"
    },
    "samples": [
      {},
      {
        "401": "who",
        "403": "not_you",
        "429": "slow_down",
        "500": "oops"
      }
    ],
    "seenBy": "the refusals that carry the codes: a 401 comes with every run, a 403 with what `missingScopeStatus` or `expiredKeyStatus` needs, a 429 with what `retryAfter` needs"
  },
  "missingScopeStatus": {
    "openQuestion": "OQ-10",
    "description": "The status that a scoped key without the scope gets.",
    "values": "401, 403",
    "default": 403,
    "samples": [
      401,
      403
    ],
    "seenBy": "a scoped key, or a deployment that makes them"
  },
  "expiredKeyStatus": {
    "openQuestion": "OQ-10",
    "description": "The status that an expired key gets.",
    "values": "401, 403",
    "default": 401,
    "samples": [
      401,
      403
    ],
    "seenBy": "`--expired-key`"
  },
  "retryAfter": {
    "openQuestion": "OQ-11",
    "description": "The form of `Retry-After`.",
    "values": "\"seconds\", \"http-date\"",
    "default": "seconds",
    "samples": [
      "seconds",
      "http-date"
    ],
    "seenBy": "mode `full` and `--plan`, or a 429 that comes by the way"
  },
  "signature": {
    "openQuestion": "OQ-12",
    "description": "How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex.",
    "values": "`{\"scheme\":\"...\"}` with `\"standard-webhooks\"`, `\"svix\"`, `\"timestamped-hex\"`, `\"body-hex\"` or `\"unknown\"`; the last three may have a `\"header\"`",
    "default": {
      "scheme": "standard-webhooks"
    },
    "samples": [
      {
        "scheme": "standard-webhooks"
      },
      {
        "scheme": "svix"
      },
      {
        "scheme": "timestamped-hex",
        "header": "acme-signature"
      },
      {
        "scheme": "body-hex",
        "header": "x-hub-signature-256"
      },
      {
        "scheme": "unknown",
        "header": "x-odd-signature"
      }
    ],
    "seenBy": "mode `full`, a live key and a receiver"
  },
  "deliveryBody": {
    "openQuestion": "OQ-13",
    "description": "What is delivered: the event, or `type`, `timestamp` and `data`.",
    "values": "\"event\", \"standard-webhooks\"",
    "default": "event",
    "samples": [
      "event",
      "standard-webhooks"
    ],
    "seenBy": "mode `full`, a live key and a receiver"
  },
  "operations": {
    "openQuestion": "OQ-15",
    "description": "Method and path of the operations that the interface does not show. `null` where one is not offered.",
    "values": "`retrieveEvent`, `listWebhooks` and `createKey`, each a method and a path, or `null` where it is not offered",
    "default": {
      "retrieveEvent": "GET /v1/events/{id}",
      "listWebhooks": "GET /v1/webhooks",
      "createKey": "POST /v1/keys"
    },
    "samples": [
      {},
      {
        "retrieveEvent": null
      },
      {
        "listWebhooks": null,
        "createKey": null
      },
      {
        "retrieveEvent": null,
        "listWebhooks": null,
        "createKey": null
      }
    ],
    "seenBy": "nothing where the paths are the usual ones"
  },
  "maxPayloadBytes": {
    "openQuestion": "OQ-19",
    "description": "The longest body of a request, in bytes. A longer one is refused by 413.",
    "values": "1 or more",
    "default": 262144,
    "samples": [
      65536,
      262144
    ],
    "seenBy": "a test key, or mode `full`; at most 4 MiB are tried"
  },
  "idempotencyMismatch": {
    "openQuestion": "OQ-20",
    "description": "What a known idempotency key with another type or other data gets.",
    "values": "\"original\", \"409\", \"422\"",
    "default": "original",
    "samples": [
      "original",
      "409",
      "422"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "nonObjectData": {
    "openQuestion": "OQ-21",
    "description": "Whether `data` may be any JSON value.",
    "values": "\"accept\", \"reject\"",
    "default": "reject",
    "samples": [
      "accept",
      "reject"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "unknownFields": {
    "openQuestion": "OQ-22",
    "description": "Whether a field that a request does not have is refused.",
    "values": "\"ignore\", \"reject\"",
    "default": "ignore",
    "samples": [
      "ignore",
      "reject"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "emptyOrMixedEvents": {
    "openQuestion": "OQ-23",
    "description": "What happens to `events` that is empty, holds duplicates or mixes `*` with others.",
    "values": "\"accept\", \"reject\"",
    "default": "reject",
    "samples": [
      "accept",
      "reject"
    ],
    "seenBy": "a key that may register webhooks"
  },
  "omittedDescription": {
    "openQuestion": "OQ-25",
    "description": "What `description` is when none was given.",
    "values": "\"absent\", \"null\"",
    "default": "absent",
    "samples": [
      "absent",
      "null"
    ],
    "seenBy": "a key that may register webhooks"
  }
}

/** The JSON Schema of a dialect. */
export const dialectSchema: JsonSchema = {
  "description": "How one deployment resolves what the interface leaves open.",
  "type": "object",
  "properties": {
    "idempotency": {
      "description": "Where the idempotency key of an event is read, and under which name. `both`: the body field `idempotencyKey` and the header `Idempotency-Key`, and 400 when they differ. (OQ-01)",
      "oneOf": [
        {
          "title": "IdempotencyAnywhere",
          "type": "object",
          "required": [
            "in"
          ],
          "properties": {
            "in": {
              "const": "both"
            }
          },
          "additionalProperties": false
        },
        {
          "title": "IdempotencyPlace",
          "type": "object",
          "required": [
            "in",
            "name"
          ],
          "properties": {
            "in": {
              "enum": [
                "header",
                "body"
              ]
            },
            "name": {
              "type": "string",
              "minLength": 1,
              "description": "Name of the header or body field."
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "createEventStatus": {
      "description": "The status of a new event. (OQ-02)",
      "type": "integer",
      "minimum": 200,
      "maximum": 299,
      "not": {
        "description": "which have no body",
        "enum": [
          204,
          205
        ]
      }
    },
    "replayEventStatus": {
      "description": "The status of the original event, given again. (OQ-02)",
      "type": "integer",
      "minimum": 200,
      "maximum": 299,
      "not": {
        "description": "which have no body",
        "enum": [
          204,
          205
        ]
      }
    },
    "deleteWebhookStatus": {
      "description": "The status of a deletion. (OQ-03)",
      "type": "integer",
      "minimum": 200,
      "maximum": 299,
      "not": {
        "description": "which have no body",
        "enum": [
          204,
          205
        ]
      }
    },
    "lastPageCursor": {
      "description": "What `nextCursor` is on the last page. (OQ-04)",
      "enum": [
        "null",
        "absent"
      ]
    },
    "defaultPageSize": {
      "description": "How many items a page has when `limit` is omitted. (OQ-05)",
      "type": "integer",
      "minimum": 1,
      "maximum": 100
    },
    "listOrder": {
      "description": "The order of both lists. (OQ-06)",
      "enum": [
        "newest-first",
        "oldest-first"
      ]
    },
    "overMaxLimit": {
      "description": "Whether a `limit` over 100 is refused, or taken for 100. (OQ-07)",
      "enum": [
        "reject",
        "clamp"
      ]
    },
    "errorCodes": {
      "description": "The `error.code` of each status that the interface leaves open. (OQ-09)",
      "type": "object",
      "properties": {
        "401": {
          "type": "string",
          "minLength": 1
        },
        "403": {
          "type": "string",
          "minLength": 1
        },
        "429": {
          "type": "string",
          "minLength": 1
        },
        "500": {
          "type": "string",
          "minLength": 1
        }
      },
      "additionalProperties": false
    },
    "missingScopeStatus": {
      "description": "The status that a scoped key without the scope gets. (OQ-10)",
      "enum": [
        401,
        403
      ]
    },
    "expiredKeyStatus": {
      "description": "The status that an expired key gets. (OQ-10)",
      "enum": [
        401,
        403
      ]
    },
    "retryAfter": {
      "description": "The form of `Retry-After`. (OQ-11)",
      "enum": [
        "seconds",
        "http-date"
      ]
    },
    "signature": {
      "description": "How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex. (OQ-12)",
      "type": "object",
      "required": [
        "scheme"
      ],
      "properties": {
        "scheme": {
          "description": "The scheme. `unknown` where it is none of the known ones.",
          "enum": [
            "standard-webhooks",
            "svix",
            "timestamped-hex",
            "body-hex",
            "unknown"
          ]
        },
        "header": {
          "description": "Name of the header of the schemes that have one.",
          "type": "string",
          "minLength": 1
        }
      },
      "additionalProperties": false
    },
    "deliveryBody": {
      "description": "What is delivered: the event, or `type`, `timestamp` and `data`. (OQ-13)",
      "enum": [
        "event",
        "standard-webhooks"
      ]
    },
    "operations": {
      "description": "Method and path of the operations that the interface does not show. `null` where one is not offered. (OQ-15)",
      "type": "object",
      "properties": {
        "retrieveEvent": {
          "type": [
            "string",
            "null"
          ],
          "pattern": "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$"
        },
        "listWebhooks": {
          "type": [
            "string",
            "null"
          ],
          "pattern": "^GET /v1/[^\\s?#{}]+$"
        },
        "createKey": {
          "type": [
            "string",
            "null"
          ],
          "pattern": "^(POST|PUT) /v1/[^\\s?#{}]+$"
        }
      },
      "additionalProperties": false
    },
    "maxPayloadBytes": {
      "description": "The longest body of a request, in bytes. A longer one is refused by 413. (OQ-19)",
      "type": "integer",
      "minimum": 1
    },
    "idempotencyMismatch": {
      "description": "What a known idempotency key with another type or other data gets. (OQ-20)",
      "enum": [
        "original",
        "409",
        "422"
      ]
    },
    "nonObjectData": {
      "description": "Whether `data` may be any JSON value. (OQ-21)",
      "enum": [
        "accept",
        "reject"
      ]
    },
    "unknownFields": {
      "description": "Whether a field that a request does not have is refused. (OQ-22)",
      "enum": [
        "ignore",
        "reject"
      ]
    },
    "emptyOrMixedEvents": {
      "description": "What happens to `events` that is empty, holds duplicates or mixes `*` with others. (OQ-23)",
      "enum": [
        "accept",
        "reject"
      ]
    },
    "omittedDescription": {
      "description": "What `description` is when none was given. (OQ-25)",
      "enum": [
        "absent",
        "null"
      ]
    }
  },
  "additionalProperties": false
}

// Made by `npm run generate` from openapi/. Do not edit.

import type { DocumentParts } from '../openapi/model'

/** The document, in the parts from which one of a dialect is made. */
export const documentParts: DocumentParts = {
  "openapi": "3.1.0",
  "info": {
    "title": "Event Delivery Service",
    "version": "1.0.0",
    "summary": "Create events, have them delivered to webhook endpoints as signed requests.",
    "description": "Clients create events, each with a type and a JSON payload. The service delivers every event to all\nwebhook endpoints that subscribe to it.\n\nThe extension `x-open-question` (one id or a list of ids) marks what the interface does not settle. Whatever\nstands beside it in the same object (a path, a status, a constraint) is this project's default, described in\n`rules.yaml` together with its alternatives. A deployment that decides otherwise is as right. `rules.yaml`\nalso says which rules each operation obeys.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "servers": [
    {
      "url": "https://{host}",
      "description": "The deployment. Plain HTTP requests fail.",
      "variables": {
        "host": {
          "default": "api.events.example",
          "description": "Host name, and port when it is not 443, of the deployment."
        }
      }
    }
  ],
  "security": [
    {
      "bearerAuth": []
    }
  ],
  "tags": [
    {
      "name": "Events",
      "description": "Things that happened, kept and delivered."
    },
    {
      "name": "Webhooks",
      "description": "HTTPS endpoints that receive events."
    },
    {
      "name": "Keys",
      "description": "Scoped API keys, on enterprise plans."
    },
    {
      "name": "Deliveries",
      "description": "What the service sends to a webhook endpoint."
    }
  ],
  "operations": [
    {
      "path": "/v1/events",
      "method": "get",
      "operationId": "listEvents",
      "summary": "List events",
      "description": "Returns one page of events. While `hasMore` is true, `nextCursor` leads to the page that follows.\nA live key lists live events, a test key lists test events.\n",
      "tags": [
        "Events"
      ],
      "security": [
        {
          "bearerAuth": [
            "events:read"
          ]
        }
      ],
      "parameters": [
        {
          "name": "limit",
          "in": "query",
          "required": false,
          "description": "How many items to return at most. 20 when omitted.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100
          },
          "example": 2
        },
        {
          "name": "cursor",
          "in": "query",
          "required": false,
          "description": "The `nextCursor` of the page before. Opaque.",
          "schema": {
            "type": "string",
            "minLength": 1
          },
          "example": "cur_01JD3Q8X5B"
        }
      ],
      "responses": {
        "200": {
          "description": "One page of events.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EventPage"
              },
              "examples": {
                "firstPage": {
                  "summary": "A page with more behind it",
                  "value": {
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
                  }
                },
                "lastPage": {
                  "summary": "The last page",
                  "value": {
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
                  }
                }
              }
            }
          }
        },
        "400": {
          "description": "`limit` or `cursor` is none.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "limitTooLarge": {
                  "summary": "`limit` is over 100",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "limit must be at most 100.",
                      "param": "limit"
                    }
                  }
                },
                "unknownCursor": {
                  "summary": "The cursor is none",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "cursor is not one that this list returned, or its data was replaced or restored since. Begin without a cursor.",
                      "param": "cursor"
                    }
                  }
                }
              }
            }
          }
        },
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    {
      "path": "/v1/events",
      "method": "post",
      "operationId": "createEvent",
      "summary": "Create an event",
      "description": "Stores the event and delivers it to every subscribed webhook. With a test key nothing is delivered.\nAn idempotency key makes the call safe to repeat for 24 hours: the repetition returns the original\nevent and creates none.\n",
      "tags": [
        "Events"
      ],
      "security": [
        {
          "bearerAuth": [
            "events:write"
          ]
        }
      ],
      "parameters": [
        {
          "name": "Idempotency-Key",
          "in": "header",
          "required": false,
          "description": "The idempotency key, when it is sent as a header. Equal to the body's, when both are sent.",
          "schema": {
            "$ref": "#/components/schemas/IdempotencyKey"
          },
          "example": "order-1042-paid"
        }
      ],
      "requestBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/EventCreate"
            },
            "examples": {
              "orderPaid": {
                "summary": "An order was paid",
                "value": {
                  "type": "order.paid",
                  "data": {
                    "order": 1042,
                    "total": "19.90",
                    "currency": "EUR"
                  }
                }
              },
              "orderPaidOnce": {
                "summary": "The same, safe to repeat",
                "value": {
                  "type": "order.paid",
                  "data": {
                    "order": 1042,
                    "total": "19.90",
                    "currency": "EUR"
                  },
                  "idempotencyKey": "order-1042-paid"
                }
              }
            }
          }
        }
      },
      "responses": {
        "400": {
          "description": "The request is malformed, or a field is missing or wrong.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingType": {
                  "summary": "`type` is missing",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "type is required.",
                      "param": "type"
                    }
                  }
                },
                "missingData": {
                  "summary": "`data` is missing",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "data is required.",
                      "param": "data"
                    }
                  }
                },
                "malformedJson": {
                  "summary": "The body is no JSON",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "The request body is not valid JSON."
                    }
                  }
                },
                "conflictingIdempotencyKeys": {
                  "summary": "Two idempotency keys that differ",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "The idempotencyKey field and the Idempotency-Key header differ. Send one, or the same in both.",
                      "param": "idempotencyKey"
                    }
                  }
                }
              }
            }
          }
        },
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "413": {
          "description": "The body is larger than the deployment takes.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "payloadTooLarge": {
                  "summary": "The body is too large",
                  "value": {
                    "error": {
                      "code": "payload_too_large",
                      "message": "The request body is larger than 262144 bytes."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "2XX": {
          "description": "The event, or the original event when the idempotency key was seen before.",
          "headers": {
            "Idempotency-Replayed": {
              "description": "`true` when the answer repeats the original event.",
              "required": false,
              "schema": {
                "type": "string",
                "enum": [
                  "true"
                ]
              },
              "example": "true"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Event"
              },
              "examples": {
                "orderPaid": {
                  "summary": "The event",
                  "value": {
                    "id": "evt_01JD3Q8X5AZ7V0M2",
                    "type": "order.paid",
                    "created": "2026-11-21T03:00:00.000Z",
                    "data": {
                      "order": 1042,
                      "total": "19.90",
                      "currency": "EUR"
                    }
                  }
                }
              }
            }
          },
          "links": {
            "retrieveEvent": {
              "operationId": "retrieveEvent",
              "description": "The event stays readable by its id.",
              "parameters": {
                "id": "$response.body#/id"
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    {
      "path": "/v1/events/{id}",
      "method": "get",
      "operationId": "retrieveEvent",
      "summary": "Retrieve an event",
      "description": "Returns one event by its id.",
      "tags": [
        "Events"
      ],
      "security": [
        {
          "bearerAuth": [
            "events:read"
          ]
        }
      ],
      "responses": {
        "200": {
          "description": "The event.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Event"
              },
              "examples": {
                "orderPaid": {
                  "summary": "The event",
                  "value": {
                    "id": "evt_01JD3Q8X5AZ7V0M2",
                    "type": "order.paid",
                    "created": "2026-11-21T03:00:00.000Z",
                    "data": {
                      "order": 1042,
                      "total": "19.90",
                      "currency": "EUR"
                    }
                  }
                }
              }
            }
          }
        },
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "404": {
          "description": "No event has this id.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unknownEvent": {
                  "summary": "No such event",
                  "value": {
                    "error": {
                      "code": "not_found",
                      "message": "No event has this id."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      },
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "Id of the event.",
          "schema": {
            "type": "string",
            "minLength": 1
          },
          "example": "evt_01JD3Q8X5AZ7V0M2"
        }
      ]
    },
    {
      "path": "/v1/webhooks",
      "method": "get",
      "operationId": "listWebhooks",
      "summary": "List webhooks",
      "description": "Returns one page of webhooks, never with a secret.",
      "tags": [
        "Webhooks"
      ],
      "security": [
        {
          "bearerAuth": [
            "webhooks:read"
          ]
        }
      ],
      "parameters": [
        {
          "name": "limit",
          "in": "query",
          "required": false,
          "description": "How many items to return at most. 20 when omitted.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100
          },
          "example": 2
        },
        {
          "name": "cursor",
          "in": "query",
          "required": false,
          "description": "The `nextCursor` of the page before. Opaque.",
          "schema": {
            "type": "string",
            "minLength": 1
          },
          "example": "cur_01JD3Q8X5B"
        }
      ],
      "responses": {
        "200": {
          "description": "One page of webhooks.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookPage"
              },
              "examples": {
                "onlyPage": {
                  "summary": "All webhooks on one page",
                  "value": {
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
                  }
                }
              }
            }
          }
        },
        "400": {
          "description": "`limit` or `cursor` is none.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "limitTooLarge": {
                  "summary": "`limit` is over 100",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "limit must be at most 100.",
                      "param": "limit"
                    }
                  }
                },
                "unknownCursor": {
                  "summary": "The cursor is none",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "cursor is not one that this list returned, or its data was replaced or restored since. Begin without a cursor.",
                      "param": "cursor"
                    }
                  }
                }
              }
            }
          }
        },
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    {
      "path": "/v1/webhooks",
      "method": "post",
      "operationId": "createWebhook",
      "summary": "Register a webhook",
      "description": "Registers an HTTPS endpoint for the named event types. The answer is the only place where the\nsigning secret ever appears: keep it.\n",
      "tags": [
        "Webhooks"
      ],
      "security": [
        {
          "bearerAuth": [
            "webhooks:write"
          ]
        }
      ],
      "requestBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/WebhookCreate"
            },
            "examples": {
              "warehouse": {
                "summary": "The warehouse wants to know of paid orders",
                "value": {
                  "url": "https://warehouse.shop.example/hooks/orders",
                  "events": [
                    "order.paid"
                  ],
                  "description": "Warehouse"
                }
              },
              "everything": {
                "summary": "An endpoint for all events",
                "value": {
                  "url": "https://audit.shop.example/hooks",
                  "events": [
                    "*"
                  ]
                }
              }
            }
          }
        }
      },
      "responses": {
        "201": {
          "description": "The webhook, with its signing secret.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookWithSecret"
              },
              "examples": {
                "warehouse": {
                  "summary": "The webhook and its secret",
                  "value": {
                    "id": "wh_01JD3Q7R4MW8K6T1",
                    "url": "https://warehouse.shop.example/hooks/orders",
                    "events": [
                      "order.paid"
                    ],
                    "description": "Warehouse",
                    "status": "active",
                    "secret": "whsec_ZXhhbXBsZS1zZWNyZXQtMDEyMzQ1Njc4OQ==",
                    "created": "2026-11-21T02:50:00.000Z"
                  }
                }
              }
            }
          },
          "links": {
            "deleteWebhook": {
              "operationId": "deleteWebhook",
              "description": "The webhook is deleted by its id.",
              "parameters": {
                "id": "$response.body#/id"
              }
            }
          }
        },
        "400": {
          "description": "The request is malformed, or a field is missing or wrong.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insecureUrl": {
                  "summary": "The URL is not HTTPS",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "url must use HTTPS.",
                      "param": "url"
                    }
                  }
                },
                "missingUrl": {
                  "summary": "`url` is missing",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "url is required.",
                      "param": "url"
                    }
                  }
                },
                "missingEvents": {
                  "summary": "`events` is missing",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "events is required.",
                      "param": "events"
                    }
                  }
                }
              }
            }
          }
        },
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      },
      "parameters": []
    },
    {
      "path": "/v1/webhooks/{id}",
      "method": "delete",
      "operationId": "deleteWebhook",
      "summary": "Delete a webhook",
      "description": "Removes the webhook and ends all further delivery to its URL. Takes no body.",
      "tags": [
        "Webhooks"
      ],
      "security": [
        {
          "bearerAuth": [
            "webhooks:write"
          ]
        }
      ],
      "responses": {
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "404": {
          "description": "No webhook has this id.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unknownWebhook": {
                  "summary": "No such webhook",
                  "value": {
                    "error": {
                      "code": "not_found",
                      "message": "No webhook has this id."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "2XX": {
          "description": "The webhook is gone.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookDeletion"
              },
              "examples": {
                "warehouse": {
                  "summary": "The webhook is gone",
                  "value": {
                    "id": "wh_01JD3Q7R4MW8K6T1",
                    "deleted": true
                  }
                }
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      },
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "Id of the webhook.",
          "schema": {
            "type": "string",
            "minLength": 1
          },
          "example": "wh_01JD3Q7R4MW8K6T1"
        }
      ]
    },
    {
      "path": "/v1/keys",
      "method": "post",
      "operationId": "createKey",
      "summary": "Create a scoped API key",
      "description": "Makes a key with limited permissions that ends by itself. Needs a key with full access, on an\nenterprise plan. The answer is the only place where the key itself ever appears.\n",
      "tags": [
        "Keys"
      ],
      "security": [
        {
          "bearerAuth": []
        }
      ],
      "requestBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/KeyCreate"
            },
            "examples": {
              "reporting": {
                "summary": "A key that may only read",
                "value": {
                  "name": "reporting",
                  "scopes": [
                    "events:read",
                    "webhooks:read"
                  ],
                  "expiresAt": "2099-11-21T00:00:00.000Z"
                }
              }
            }
          }
        }
      },
      "responses": {
        "201": {
          "description": "The scoped key.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Key"
              },
              "examples": {
                "reporting": {
                  "summary": "The key, shown once",
                  "value": {
                    "id": "key_01JD3QB7T8PD3F2S",
                    "name": "reporting",
                    "scopes": [
                      "events:read",
                      "webhooks:read"
                    ],
                    "expiresAt": "2099-11-21T00:00:00.000Z",
                    "created": "2026-11-21T03:10:00.000Z",
                    "key": "sk_live_EXAMPLE01JD3QB7T8"
                  }
                }
              }
            }
          }
        },
        "400": {
          "description": "The request is malformed, or a field is missing or wrong.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unknownScope": {
                  "summary": "A scope that does not exist",
                  "value": {
                    "error": {
                      "code": "invalid_request",
                      "message": "scopes[0] must be one of events:read, events:write, webhooks:read, webhooks:write.",
                      "param": "scopes"
                    }
                  }
                }
              }
            }
          }
        },
        "401": {
          "description": "No key, or a key that does not exist or is no longer valid.",
          "headers": {
            "WWW-Authenticate": {
              "description": "The scheme that is wanted (RFC 9110).",
              "required": false,
              "schema": {
                "type": "string"
              },
              "example": "Bearer"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "missingKey": {
                  "summary": "No key",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "An API key is required: send Authorization: Bearer <API_KEY>."
                    }
                  }
                },
                "invalidKey": {
                  "summary": "A key that does not exist",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key is not valid."
                    }
                  }
                },
                "expiredKey": {
                  "summary": "A key past its end",
                  "value": {
                    "error": {
                      "code": "unauthorized",
                      "message": "The API key has expired."
                    }
                  }
                }
              }
            }
          }
        },
        "429": {
          "description": "The rate limit of the plan is exceeded.",
          "headers": {
            "Retry-After": {
              "description": "When to try again, in whole seconds or as an HTTP-date.",
              "required": true,
              "schema": {
                "type": "string",
                "minLength": 1
              },
              "example": "1"
            }
          },
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "rateLimited": {
                  "summary": "Too fast",
                  "value": {
                    "error": {
                      "code": "rate_limited",
                      "message": "Too many requests. Try again after the time in the Retry-After header."
                    }
                  }
                }
              }
            }
          }
        },
        "500": {
          "description": "The service failed.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "internalError": {
                  "summary": "The service failed",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service failed to handle the request."
                    }
                  }
                }
              }
            }
          }
        },
        "4XX": {
          "description": "Refused for a reason that the interface leaves open, such as a missing scope.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "insufficientScope": {
                  "summary": "The key lacks the scope",
                  "value": {
                    "error": {
                      "code": "insufficient_scope",
                      "message": "The API key lacks the scope events:write."
                    }
                  }
                }
              }
            }
          }
        },
        "5XX": {
          "description": "Failed, in the service or before it.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Error"
              },
              "examples": {
                "unavailable": {
                  "summary": "The service is unavailable",
                  "value": {
                    "error": {
                      "code": "internal_error",
                      "message": "The service is unavailable."
                    }
                  }
                }
              }
            }
          }
        }
      },
      "parameters": []
    }
  ],
  "deliveries": [
    {
      "name": "eventDelivery",
      "method": "post",
      "operationId": "deliverEvent",
      "summary": "Deliver an event",
      "description": "Sent to the URL of every subscribed webhook when an event is created with a live key. Verify the\nsignature over the raw bytes of the body with the webhook's secret before you trust any of it.\n",
      "tags": [
        "Deliveries"
      ],
      "security": [],
      "parameters": [
        {
          "name": "webhook-id",
          "in": "header",
          "required": false,
          "description": "Identifies the delivery, the same on every retry.",
          "schema": {
            "type": "string",
            "minLength": 1
          },
          "example": "evt_01JD3Q8X5AZ7V0M2"
        },
        {
          "name": "webhook-timestamp",
          "in": "header",
          "required": false,
          "description": "Time of the attempt, in whole seconds since the Unix epoch.",
          "schema": {
            "type": "string",
            "pattern": "^\\d+$"
          },
          "example": "1763694000"
        },
        {
          "name": "webhook-signature",
          "in": "header",
          "required": false,
          "description": "Signatures, separated by spaces, each a version and a base64 HMAC-SHA256 of `id.timestamp.body`.",
          "schema": {
            "type": "string",
            "minLength": 1
          },
          "example": "v1,ttLRV6QvLrVABZwX6uuOxJT0oTKkvGqfx1VAMT4GvqE="
        }
      ],
      "requestBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Delivery"
            },
            "examples": {
              "event": {
                "summary": "The event",
                "value": {
                  "id": "evt_01JD3Q8X5AZ7V0M2",
                  "type": "order.paid",
                  "created": "2026-11-21T03:00:00.000Z",
                  "data": {
                    "order": 1042,
                    "total": "19.90",
                    "currency": "EUR"
                  }
                }
              },
              "standardWebhooks": {
                "summary": "The event as Standard Webhooks writes it",
                "value": {
                  "type": "order.paid",
                  "timestamp": "2026-11-21T03:00:00.000Z",
                  "data": {
                    "order": 1042,
                    "total": "19.90",
                    "currency": "EUR"
                  }
                }
              }
            }
          }
        }
      },
      "responses": {
        "410": {
          "description": "The endpoint is gone. The delivery ends without a retry."
        },
        "2XX": {
          "description": "Received. The delivery is done."
        },
        "4XX": {
          "description": "Refused. The delivery is tried again later."
        },
        "5XX": {
          "description": "Failed. The delivery is tried again later."
        }
      }
    }
  ],
  "schemas": {
    "Timestamp": {
      "description": "A moment in UTC, as ISO 8601.",
      "type": "string",
      "pattern": "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:([0-5]\\d|60)([.,]\\d+)?)?(Z|\\+00(:?00)?)$",
      "examples": [
        "2026-11-21T03:00:00.000Z"
      ]
    },
    "IdempotencyKey": {
      "description": "A unique key of the client's choosing that prevents duplicates.",
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "examples": [
        "order-1042-paid"
      ]
    },
    "EventTypeName": {
      "description": "A string of the client's choosing. Dot notation, `<domain>.<action>`, is recommended.",
      "type": "string",
      "minLength": 1,
      "maxLength": 256,
      "examples": [
        "order.paid"
      ]
    },
    "EventCreate": {
      "description": "A new event.",
      "type": "object",
      "required": [
        "type",
        "data"
      ],
      "properties": {
        "type": {
          "description": "The type, by which webhooks subscribe.",
          "$ref": "#/components/schemas/EventTypeName"
        },
        "data": {
          "description": "The payload.",
          "type": "object",
          "additionalProperties": true
        },
        "idempotencyKey": {
          "description": "The idempotency key, when it is sent in the body.",
          "$ref": "#/components/schemas/IdempotencyKey"
        }
      }
    },
    "Event": {
      "description": "Something that happened.",
      "type": "object",
      "required": [
        "id",
        "type",
        "created",
        "data"
      ],
      "properties": {
        "id": {
          "description": "Identifies the event.",
          "type": "string",
          "pattern": "^evt_.+"
        },
        "type": {
          "description": "The type that its creator chose.",
          "type": "string"
        },
        "created": {
          "description": "When the event was created.",
          "$ref": "#/components/schemas/Timestamp"
        },
        "data": {
          "description": "The payload as it was sent. An object, unless the deployment also takes other JSON values."
        }
      }
    },
    "Cursor": {
      "description": "Leads to the page that follows. `null` or absent on the last page.",
      "type": [
        "string",
        "null"
      ],
      "pattern": "^cur_.+"
    },
    "EventPage": {
      "description": "One page of events.",
      "type": "object",
      "required": [
        "data",
        "hasMore"
      ],
      "properties": {
        "data": {
          "description": "The events of the page.",
          "type": "array",
          "maxItems": 100,
          "items": {
            "$ref": "#/components/schemas/Event"
          }
        },
        "hasMore": {
          "description": "Whether more events follow.",
          "type": "boolean"
        },
        "nextCursor": {
          "$ref": "#/components/schemas/Cursor"
        }
      }
    },
    "WebhookCreate": {
      "description": "A new webhook.",
      "type": "object",
      "required": [
        "url",
        "events"
      ],
      "properties": {
        "url": {
          "description": "The HTTPS endpoint that receives the events.",
          "type": "string",
          "pattern": "^[Hh][Tt][Tt][Pp][Ss]://[^/?#\\s]"
        },
        "events": {
          "description": "The event types to receive, or the single element `*` for all.",
          "type": "array",
          "items": {
            "type": "string",
            "$ref": "#/components/schemas/EventTypeName"
          },
          "minItems": 1,
          "uniqueItems": true,
          "if": {
            "contains": {
              "const": "*"
            }
          },
          "then": {
            "maxItems": 1
          }
        },
        "description": {
          "description": "Free text.",
          "type": "string"
        }
      }
    },
    "Webhook": {
      "description": "An endpoint that receives events.",
      "type": "object",
      "required": [
        "id",
        "url",
        "events",
        "status",
        "created"
      ],
      "properties": {
        "id": {
          "description": "Identifies the webhook.",
          "type": "string",
          "pattern": "^wh_.+"
        },
        "url": {
          "description": "The HTTPS endpoint.",
          "type": "string"
        },
        "events": {
          "description": "The event types it receives, or the single element `*` for all.",
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "description": {
          "description": "The client's own text.",
          "type": [
            "string",
            "null"
          ]
        },
        "status": {
          "description": "`active` on creation.",
          "type": "string"
        },
        "created": {
          "description": "When the webhook was registered.",
          "$ref": "#/components/schemas/Timestamp"
        }
      }
    },
    "WebhookWithSecret": {
      "description": "A webhook as its creation returns it.",
      "allOf": [
        {
          "$ref": "#/components/schemas/Webhook"
        },
        {
          "type": "object",
          "required": [
            "secret"
          ],
          "properties": {
            "status": {
              "description": "The status of every new webhook.",
              "type": "string",
              "const": "active"
            },
            "secret": {
              "description": "Verifies the signatures of deliveries. Returned here and never again.",
              "type": "string",
              "pattern": "^whsec_.+"
            }
          }
        }
      ]
    },
    "WebhookPage": {
      "description": "One page of webhooks.",
      "type": "object",
      "required": [
        "data",
        "hasMore"
      ],
      "properties": {
        "data": {
          "description": "The webhooks of the page.",
          "type": "array",
          "maxItems": 100,
          "items": {
            "$ref": "#/components/schemas/Webhook"
          }
        },
        "hasMore": {
          "description": "Whether more webhooks follow.",
          "type": "boolean"
        },
        "nextCursor": {
          "$ref": "#/components/schemas/Cursor"
        }
      }
    },
    "WebhookDeletion": {
      "description": "What a deletion returns.",
      "type": "object",
      "required": [
        "id",
        "deleted"
      ],
      "properties": {
        "id": {
          "description": "Id of the webhook that is gone.",
          "type": "string",
          "pattern": "^wh_.+"
        },
        "deleted": {
          "description": "Always true.",
          "type": "boolean",
          "const": true
        }
      }
    },
    "Scope": {
      "description": "One permission of a scoped key.",
      "type": "string",
      "enum": [
        "events:read",
        "events:write",
        "webhooks:read",
        "webhooks:write"
      ]
    },
    "KeyCreate": {
      "description": "A new scoped key.",
      "type": "object",
      "required": [
        "name",
        "scopes",
        "expiresAt"
      ],
      "properties": {
        "name": {
          "description": "What the key is for.",
          "type": "string",
          "minLength": 1
        },
        "scopes": {
          "description": "What the key permits.",
          "type": "array",
          "minItems": 1,
          "uniqueItems": true,
          "items": {
            "$ref": "#/components/schemas/Scope"
          }
        },
        "expiresAt": {
          "description": "When the key ends by itself.",
          "$ref": "#/components/schemas/Timestamp"
        }
      }
    },
    "Key": {
      "description": "A scoped key as its creation returns it.",
      "type": "object",
      "required": [
        "id",
        "name",
        "scopes",
        "expiresAt",
        "created",
        "key"
      ],
      "properties": {
        "id": {
          "description": "Identifies the key.",
          "type": "string"
        },
        "name": {
          "description": "What the key is for.",
          "type": "string"
        },
        "scopes": {
          "description": "What the key permits.",
          "type": "array",
          "items": {
            "$ref": "#/components/schemas/Scope"
          }
        },
        "expiresAt": {
          "description": "When the key ends by itself.",
          "$ref": "#/components/schemas/Timestamp"
        },
        "created": {
          "description": "When the key was created.",
          "$ref": "#/components/schemas/Timestamp"
        },
        "key": {
          "description": "The key itself. Returned here and never again.",
          "type": "string"
        }
      }
    },
    "Error": {
      "description": "Why a request was refused.",
      "type": "object",
      "required": [
        "error"
      ],
      "properties": {
        "error": {
          "description": "The refusal.",
          "type": "object",
          "required": [
            "code",
            "message"
          ],
          "properties": {
            "code": {
              "description": "For programs.",
              "type": "string",
              "minLength": 1
            },
            "message": {
              "description": "For people.",
              "type": "string"
            },
            "param": {
              "description": "The request field that is at fault, when there is one.",
              "type": "string"
            }
          }
        }
      }
    },
    "DeliveryPayload": {
      "description": "An event in the envelope that Standard Webhooks suggests.",
      "type": "object",
      "required": [
        "type",
        "timestamp",
        "data"
      ],
      "properties": {
        "type": {
          "description": "The type of the event.",
          "type": "string"
        },
        "timestamp": {
          "description": "When the event was created.",
          "$ref": "#/components/schemas/Timestamp"
        },
        "data": {
          "description": "The payload of the event."
        }
      }
    },
    "Delivery": {
      "description": "The body of a delivery.",
      "anyOf": [
        {
          "$ref": "#/components/schemas/Event"
        },
        {
          "$ref": "#/components/schemas/DeliveryPayload"
        }
      ]
    }
  },
  "securitySchemes": {
    "bearerAuth": {
      "type": "http",
      "scheme": "bearer",
      "description": "An API key: `sk_live_...` for production, `sk_test_...` for development. A scoped key carries only\nthe scopes it was created with; each operation names the one it needs.\n"
    }
  }
}

// Made by `npm run generate` from openapi/. Do not edit.

import type { Route } from '../openapi/model'

/** The route of each operation. */
export const routes = {
  "listEvents": {
    "method": "GET",
    "path": "/v1/events",
    "assumed": false
  },
  "createEvent": {
    "method": "POST",
    "path": "/v1/events",
    "assumed": false
  },
  "retrieveEvent": {
    "method": "GET",
    "path": "/v1/events/{id}",
    "assumed": true
  },
  "listWebhooks": {
    "method": "GET",
    "path": "/v1/webhooks",
    "assumed": true
  },
  "createWebhook": {
    "method": "POST",
    "path": "/v1/webhooks",
    "assumed": false
  },
  "deleteWebhook": {
    "method": "DELETE",
    "path": "/v1/webhooks/{id}",
    "assumed": false
  },
  "createKey": {
    "method": "POST",
    "path": "/v1/keys",
    "assumed": true
  }
} as const satisfies Readonly<Record<string, Route>>

/** The id of an operation of the interface. */
export type OperationId = keyof typeof routes

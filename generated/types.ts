// Made by `npm run generate` from openapi/. Do not edit.
export interface paths {
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns one page of events. While `hasMore` is true, `nextCursor` leads to the page that follows.
         *     A live key lists live events, a test key lists test events.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Stores the event and delivers it to every subscribed webhook. With a test key nothing is delivered.
         *     An idempotency key makes the call safe to repeat for 24 hours: the repetition returns the original
         *     event and creates none.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_01JD3Q8X5AZ7V0M2
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description Returns one event by its id.
         */
        get: operations["retrieveEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns one page of webhooks, never with a secret.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Registers an HTTPS endpoint for the named event types. The answer is the only place where the
         *     signing secret ever appears: keep it.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example wh_01JD3Q7R4MW8K6T1
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Removes the webhook and ends all further delivery to its URL. Takes no body.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a scoped API key
         * @description Makes a key with limited permissions that ends by itself. Needs a key with full access, on an
         *     enterprise plan. The answer is the only place where the key itself ever appears.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    eventDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event
         * @description Sent to the URL of every subscribed webhook when an event is created with a live key. Verify the
         *     signature over the raw bytes of the body with the webhook's secret before you trust any of it.
         */
        post: operations["deliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description A moment in UTC, as ISO 8601.
         * @example 2026-11-21T03:00:00.000Z
         */
        Timestamp: string;
        /**
         * @description A unique key of the client's choosing that prevents duplicates.
         * @example order-1042-paid
         */
        IdempotencyKey: string;
        /**
         * @description A string of the client's choosing. Dot notation, `<domain>.<action>`, is recommended.
         * @example order.paid
         */
        EventTypeName: string;
        /** @description A new event. */
        EventCreate: {
            /** @description The type, by which webhooks subscribe. */
            type: components["schemas"]["EventTypeName"];
            /** @description The payload. */
            data: {
                [key: string]: unknown;
            };
            /** @description The idempotency key, when it is sent in the body. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
        };
        /** @description Something that happened. */
        Event: {
            /** @description Identifies the event. */
            id: string;
            /** @description The type that its creator chose. */
            type: string;
            /** @description When the event was created. */
            created: components["schemas"]["Timestamp"];
            /** @description The payload as it was sent. An object, unless the deployment also takes other JSON values. */
            data: unknown;
        };
        /** @description Leads to the page that follows. `null` or absent on the last page. */
        Cursor: string | null;
        /** @description One page of events. */
        EventPage: {
            /** @description The events of the page. */
            data: components["schemas"]["Event"][];
            /** @description Whether more events follow. */
            hasMore: boolean;
            nextCursor?: components["schemas"]["Cursor"];
        };
        /** @description A new webhook. */
        WebhookCreate: {
            /** @description The HTTPS endpoint that receives the events. */
            url: string;
            /** @description The event types to receive, or the single element `*` for all. */
            events: components["schemas"]["EventTypeName"][];
            /** @description Free text. */
            description?: string;
        };
        /** @description An endpoint that receives events. */
        Webhook: {
            /** @description Identifies the webhook. */
            id: string;
            /** @description The HTTPS endpoint. */
            url: string;
            /** @description The event types it receives, or the single element `*` for all. */
            events: string[];
            /** @description The client's own text. */
            description?: string | null;
            /** @description `active` on creation. */
            status: string;
            /** @description When the webhook was registered. */
            created: components["schemas"]["Timestamp"];
        };
        /** @description A webhook as its creation returns it. */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /**
             * @description The status of every new webhook.
             * @constant
             */
            status?: "active";
            /** @description Verifies the signatures of deliveries. Returned here and never again. */
            secret: string;
        };
        /** @description One page of webhooks. */
        WebhookPage: {
            /** @description The webhooks of the page. */
            data: components["schemas"]["Webhook"][];
            /** @description Whether more webhooks follow. */
            hasMore: boolean;
            nextCursor?: components["schemas"]["Cursor"];
        };
        /** @description What a deletion returns. */
        WebhookDeletion: {
            /** @description Id of the webhook that is gone. */
            id: string;
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
        };
        /**
         * @description One permission of a scoped key.
         * @enum {string}
         */
        Scope: "events:read" | "events:write" | "webhooks:read" | "webhooks:write";
        /** @description A new scoped key. */
        KeyCreate: {
            /** @description What the key is for. */
            name: string;
            /** @description What the key permits. */
            scopes: components["schemas"]["Scope"][];
            /** @description When the key ends by itself. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description A scoped key as its creation returns it. */
        Key: {
            /** @description Identifies the key. */
            id: string;
            /** @description What the key is for. */
            name: string;
            /** @description What the key permits. */
            scopes: components["schemas"]["Scope"][];
            /** @description When the key ends by itself. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description When the key was created. */
            created: components["schemas"]["Timestamp"];
            /** @description The key itself. Returned here and never again. */
            key: string;
        };
        /** @description Why a request was refused. */
        Error: {
            /** @description The refusal. */
            error: {
                /** @description For programs. */
                code: string;
                /** @description For people. */
                message: string;
                /** @description The request field that is at fault, when there is one. */
                param?: string;
            };
        };
        /** @description An event in the envelope that Standard Webhooks suggests. */
        DeliveryPayload: {
            /** @description The type of the event. */
            type: string;
            /** @description When the event was created. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The payload of the event. */
            data: unknown;
        };
        /** @description The body of a delivery. */
        Delivery: components["schemas"]["Event"] | components["schemas"]["DeliveryPayload"];
    };
    responses: {
        /** @description No key, or a key that does not exist or is no longer valid. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The rate limit of the plan is exceeded. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `limit` or `cursor` is none. */
        InvalidPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused for a reason that the interface leaves open, such as a missing scope. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Failed, in the service or before it. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The idempotency key, when it is sent as a header. Equal to the body's, when both are sent.
         * @example order-1042-paid
         */
        IdempotencyKeyHeader: components["schemas"]["IdempotencyKey"];
        /**
         * @description How many items to return at most. 20 when omitted.
         * @example 2
         */
        Limit: number;
        /**
         * @description The `nextCursor` of the page before. Opaque.
         * @example cur_01JD3Q8X5B
         */
        Cursor: string;
        /**
         * @description Id of the event.
         * @example evt_01JD3Q8X5AZ7V0M2
         */
        EventId: string;
        /**
         * @description Id of the webhook.
         * @example wh_01JD3Q7R4MW8K6T1
         */
        WebhookId: string;
        /**
         * @description Identifies the delivery, the same on every retry.
         * @example evt_01JD3Q8X5AZ7V0M2
         */
        DeliveryId: string;
        /**
         * @description Time of the attempt, in whole seconds since the Unix epoch.
         * @example 1763694000
         */
        DeliveryTimestamp: string;
        /**
         * @description Signatures, separated by spaces, each a version and a base64 HMAC-SHA256 of `id.timestamp.body`.
         * @example v1,ttLRV6QvLrVABZwX6uuOxJT0oTKkvGqfx1VAMT4GvqE=
         */
        DeliverySignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description `true` when the answer repeats the original event.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description When to try again, in whole seconds or as an HTTP-date.
         * @example 1
         */
        RetryAfter: string;
        /**
         * @description The scheme that is wanted (RFC 9110).
         * @example Bearer
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description How many items to return at most. 20 when omitted.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque.
                 * @example cur_01JD3Q8X5B
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The idempotency key, when it is sent as a header. Equal to the body's, when both are sent.
                 * @example order-1042-paid
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCreate"];
            };
        };
        responses: {
            /** @description The request is malformed, or a field is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The body is larger than the deployment takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            /** @description The event, or the original event when the idempotency key was seen before. */
            "2XX": {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    retrieveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_01JD3Q8X5AZ7V0M2
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description No event has this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description How many items to return at most. 20 when omitted.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque.
                 * @example cur_01JD3Q8X5B
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The webhook, with its signing secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description The request is malformed, or a field is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example wh_01JD3Q7R4MW8K6T1
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            /** @description No webhook has this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            /** @description The webhook is gone. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeletion"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyCreate"];
            };
        };
        responses: {
            /** @description The scoped key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description The request is malformed, or a field is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Unavailable"];
        };
    };
    deliverEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the delivery, the same on every retry.
                 * @example evt_01JD3Q8X5AZ7V0M2
                 */
                "webhook-id"?: components["parameters"]["DeliveryId"];
                /**
                 * @description Time of the attempt, in whole seconds since the Unix epoch.
                 * @example 1763694000
                 */
                "webhook-timestamp"?: components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description Signatures, separated by spaces, each a version and a base64 HMAC-SHA256 of `id.timestamp.body`.
                 * @example v1,ttLRV6QvLrVABZwX6uuOxJT0oTKkvGqfx1VAMT4GvqE=
                 */
                "webhook-signature"?: components["parameters"]["DeliverySignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Delivery"];
            };
        };
        responses: {
            /** @description The endpoint is gone. The delivery ends without a retry. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. The delivery is done. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. The delivery is tried again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. The delivery is tried again later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

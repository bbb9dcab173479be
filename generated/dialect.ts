// Made by `npm run generate` from openapi/. Do not edit.

interface components {
    schemas: {
        /** @description How one deployment resolves what the interface leaves open. */
        Dialect: {
            /** @description Where the idempotency key is read, and under which name. (OQ-01) */
            idempotency?: {
                /** @constant */
                in: "both";
            } | {
                /** @enum {unknown} */
                in: "header" | "body";
                /** @description Name of the header or body field. */
                name: string;
            };
            /** @description Success status of event creation. (OQ-02) */
            createEventStatus?: number;
            /** @description Success status of a replayed event creation. (OQ-02) */
            replayEventStatus?: number;
            /** @description Success status of webhook deletion. (OQ-03) */
            deleteWebhookStatus?: number;
            /**
             * @description What `nextCursor` is on the last page. (OQ-04)
             * @enum {unknown}
             */
            lastPageCursor?: "null" | "absent";
            /** @description Items of a page when `limit` is omitted. (OQ-05) */
            defaultPageSize?: number;
            /**
             * @description Order of the list. (OQ-06)
             * @enum {unknown}
             */
            listOrder?: "newest-first" | "oldest-first";
            /**
             * @description What happens to a `limit` over 100. (OQ-07)
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
             * @description Status for a key that lacks the scope. (OQ-10)
             * @enum {unknown}
             */
            missingScopeStatus?: 401 | 403;
            /**
             * @description Status for a key that has expired. (OQ-10)
             * @enum {unknown}
             */
            expiredKeyStatus?: 401 | 403;
            /**
             * @description Format of `Retry-After`. (OQ-11)
             * @enum {unknown}
             */
            retryAfter?: "seconds" | "http-date";
            /** @description How deliveries are signed. (OQ-12) */
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
             * @description Body of a delivery. (OQ-13)
             * @enum {unknown}
             */
            deliveryBody?: "event" | "standard-webhooks";
            /** @description Method and path of the operations that the interface does not show. `null` where one is not offered. (OQ-15) */
            operations?: {
                retrieveEvent?: string | null;
                listWebhooks?: string | null;
                createKey?: string | null;
            };
            /** @description Largest request body in bytes. (OQ-19) */
            maxPayloadBytes?: number;
            /**
             * @description What a key that comes again with another body gets. (OQ-20)
             * @enum {unknown}
             */
            idempotencyMismatch?: "original" | "409" | "422";
            /**
             * @description What happens to `data` that is no object. (OQ-21)
             * @enum {unknown}
             */
            nonObjectData?: "accept" | "reject";
            /**
             * @description What happens to unknown fields of a body. (OQ-22)
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
export type CompleteDialect = Required<Omit<Dialect, 'errorCodes' | 'operations'>> & {
  errorCodes: Required<NonNullable<Dialect['errorCodes']>>
  operations: Required<NonNullable<Dialect['operations']>>
}

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

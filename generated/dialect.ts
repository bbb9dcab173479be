// Made by `npm run generate` from openapi/. Do not edit.

import { type Complete, type DialectFields, type JsonSchema, type Validate, frozen } from '../openapi/model'
import { validatorOf } from '../openapi/schema-check'

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
            /**
             * @description Whether an idempotency key without a character is refused by 400, or counts as none. (OQ-01)
             * @enum {unknown}
             */
            emptyIdempotencyKey?: "reject" | "ignore";
            /** @description The status of a new event. (OQ-02) */
            createEventStatus?: number;
            /** @description The status of the original event, given again. (OQ-02) */
            replayEventStatus?: number;
            /** @description The header that marks a replay. (OQ-02) */
            replayHeader?: {
                name: components["schemas"]["HeaderName"];
                value: string;
            } | null;
            /** @description The status of a deletion. (OQ-03) */
            deleteWebhookStatus?: number;
            /**
             * @description What `nextCursor` is on the last page. `present`: a cursor, behind which the list is empty. (OQ-04)
             * @enum {unknown}
             */
            lastPageCursor?: "null" | "absent" | "present";
            /** @description How many items a page has when `limit` is omitted. (OQ-05) */
            defaultPageSize?: number;
            /**
             * @description The order of both lists. `by-id`: by the text of the ids, which then say nothing of time. (OQ-06)
             * @enum {unknown}
             */
            listOrder?: "newest-first" | "oldest-first" | "by-id";
            /**
             * @description What a `limit` over 100 gets: a refusal, a page of 100, or a page of the default size. (OQ-07)
             * @enum {unknown}
             */
            overMaxLimit?: "reject" | "clamp" | "default";
            /**
             * @description What a `limit` under 1 or without an integer gets: a refusal, the default page size, or the nearest size. (OQ-08)
             * @enum {unknown}
             */
            invalidLimit?: "reject" | "default" | "clamp";
            /**
             * @description What a cursor that is none gets: a refusal, the first page, or a page without items. (OQ-08)
             * @enum {unknown}
             */
            invalidCursor?: "reject" | "first-page" | "empty-page";
            /** @description The `error.code` of each status, where the interface leaves it open. (OQ-09) */
            errorCodes?: {
                [key: string]: string;
            };
            /** @description The value of `WWW-Authenticate`. (OQ-09) */
            challenge?: (string | null) | {
                missingKey: string | null;
                invalidKey: string | null;
                expiredKey?: string | null;
                missingScope?: string | null;
            };
            /** @description What a refusal says, by its situation. (OQ-09) */
            errors?: {
                /** @description no API key was sent. */
                missingKey?: components["schemas"]["RefusalCodeMessageParamBodyContentType"];
                /** @description the API key is unknown, or no key at all. */
                invalidKey?: components["schemas"]["RefusalCodeMessageParamBodyContentType"];
                /** @description the API key has expired; `expiredKeyStatus` is the status. */
                expiredKey?: components["schemas"]["RefusalCodeMessageParamBodyContentType"];
                /** @description the API key lacks the scope; `missingScopeStatus` is the status. */
                missingScope?: components["schemas"]["RefusalCodeMessageParamBodyContentType"];
                /** @description there were too many requests. */
                rateLimited?: components["schemas"]["RefusalCodeMessageParamBodyContentType"];
                /** @description nothing is at the path. */
                unknownPath?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description an event is retrieved, and `operations.retrieveEvent` is `null`; as `unknownPath` unless stated. */
                notOffered?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the path has other methods. */
                wrongMethod?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the body is longer than `maxPayloadBytes`. */
                payloadTooLarge?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the body is not declared as JSON, and `contentTypes` is `json`. */
                contentType?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description there is no body; as `malformedJson` unless stated. */
                missingBody?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the body is no JSON. */
                malformedJson?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the body is JSON but no object. */
                invalidBody?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the body has a field that the request does not have, and `unknownFields` is `reject`. */
                unknownField?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the query has a parameter that the list does not have, and `unknownParameters` is `reject`. */
                unknownParameter?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `type` is missing. */
                missingType?: components["schemas"]["RefusalMessage"];
                /** @description `type` is no string. */
                invalidType?: components["schemas"]["RefusalMessageParam"];
                /** @description `type` has no character, and `emptyType` is `reject`. */
                emptyType?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `type` is longer than `maxTypeLength`. */
                longType?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `data` is missing. */
                missingData?: components["schemas"]["RefusalMessageParam"];
                /** @description `data` is no object, and `nonObjectData` is `reject`. */
                invalidData?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the idempotency key has no character, and `emptyIdempotencyKey` is `reject`. */
                emptyIdempotencyKey?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description the idempotency key came with another body; `idempotencyMismatch` is the status. */
                idempotencyMismatch?: components["schemas"]["RefusalCodeMessageParamContentType"];
                /** @description `url` is missing. */
                missingUrl?: components["schemas"]["RefusalMessageParam"];
                /** @description `url` is none that can be delivered to. */
                invalidUrl?: components["schemas"]["RefusalMessageParam"];
                /** @description the host of `url` is none that `webhookHosts` permits; as `invalidUrl` unless stated. */
                webhookHost?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `url` does not use HTTPS; the message has to say HTTPS. */
                insecureUrl?: components["schemas"]["RefusalMessageHttps"];
                /** @description another webhook has the `url`, and `duplicateUrls` is `reject`. */
                duplicateUrl?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `events` is missing. */
                missingEvents?: components["schemas"]["RefusalMessageParam"];
                /** @description `events` is no list of types. */
                invalidEvents?: components["schemas"]["RefusalMessageParam"];
                /** @description `events` is empty, and `emptyOrMixedEvents` is `reject`; as `invalidEvents` unless stated. */
                emptyEvents?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `events` holds a type twice, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated. */
                duplicateEvents?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `events` mixes `*` with others, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated. */
                mixedEvents?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `description` is longer than `maxDescriptionLength`. */
                longDescription?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description a test key registers a webhook, and `testWebhooks` is `reject`. */
                testWebhook?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description no webhook has the id. */
                unknownWebhook?: components["schemas"]["RefusalMessageParamNone"];
                /** @description no event has the id. */
                unknownEvent?: components["schemas"]["RefusalMessageParam"];
                /** @description `limit` is under 1, and `invalidLimit` is `reject`. */
                invalidLimit?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `limit` is no integer, and `invalidLimit` is `reject`; as `invalidLimit` unless stated. */
                nonIntegerLimit?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `limit` is over 100, and `overMaxLimit` is `reject`; as `invalidLimit` unless stated. */
                overMaxLimit?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
                /** @description `cursor` is none of the list, and `invalidCursor` is `reject`. */
                invalidCursor?: components["schemas"]["RefusalStatusCodeMessageParamBodyContentType"];
            };
            /** @description The status that a scoped key without the scope gets. (OQ-10) */
            missingScopeStatus?: number;
            /** @description The status that an expired key gets. (OQ-10) */
            expiredKeyStatus?: number;
            /**
             * @description The form of `Retry-After`. (OQ-11)
             * @enum {unknown}
             */
            retryAfter?: "seconds" | "http-date" | "fractional-seconds";
            /** @description How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex or in the shape of the sample. (OQ-12) */
            signature?: {
                /**
                 * @description The scheme. `unknown` where it is none of the known ones.
                 * @enum {unknown}
                 */
                scheme: "standard-webhooks" | "svix" | "timestamped-hex" | "body-hex" | "unknown";
                /** @description Name of the header of the schemes that have one. */
                header?: string;
                /** @description A value of the signature header as it was seen. The mock sends others of its shape. Under `standard-webhooks` and `svix` it says which further signatures stand beside the right one, which is written `{signature}`. */
                sample?: string;
                /**
                 * @description Where a signature of the scheme `unknown` stands. Where it stands in no header, the mock sends no header for it.
                 * @enum {unknown}
                 */
                in?: "header" | "body" | "url";
                /** @description The prefix of the id that the schemes `standard-webhooks` and `svix` sign, where each delivery has one of its own. Without it the id is that of the event. */
                idPrefix?: string;
            };
            /** @description What is delivered: the event, or `type`, `timestamp` and `data`, or what a template says. (OQ-13) */
            deliveryBody?: ("event" | "standard-webhooks") | {
                [key: string]: unknown;
            };
            /** @description How the body of a delivery is written: as JSON, as a JSON string that holds JSON, as a form whose field `payload` holds JSON, not at all, or within a text. (OQ-13) */
            deliveryEncoding?: ("json" | "json-string" | "form" | "empty") | {
                /** @description A text with the body in the place of `{json}`, `{form}`, `{markup}` or `{base64}`. */
                template: string;
            };
            /** @description Method and path of the operations that the interface does not show. `null` where one is not offered. (OQ-15) */
            operations?: {
                retrieveEvent?: string | null;
                listWebhooks?: string | null;
                createKey?: string | null;
            };
            /** @description How the list of webhooks differs from the list of events, and a listed webhook from a registered one. What is left out is alike. (OQ-16) */
            webhookList?: {
                /** @enum {unknown} */
                order?: "newest-first" | "oldest-first" | "by-id";
                /** @enum {unknown} */
                lastPageCursor?: "null" | "absent" | "present";
                item?: components["schemas"]["Sources"];
                list?: components["schemas"]["Sources"];
            };
            /** @description Whether a webhook whose receiver answers 410 is disabled: its status becomes `disabled`, and nothing is delivered to it any more. (OQ-18) */
            goneDisables?: boolean;
            /** @description The longest body of a request, in bytes. A longer one is refused, by 413 unless `errors` says otherwise. (OQ-19) */
            maxPayloadBytes?: number;
            /**
             * @description What a known idempotency key with another type or other data gets. (OQ-20)
             * @enum {unknown}
             */
            idempotencyMismatch?: "original" | "400" | "409" | "422";
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
             * @description Whether a parameter of the query that a list does not have is refused. (OQ-22)
             * @enum {unknown}
             */
            unknownParameters?: "ignore" | "reject";
            /**
             * @description What happens to `events` that is empty, holds duplicates or mixes `*` with others. (OQ-23)
             * @enum {unknown}
             */
            emptyOrMixedEvents?: "accept" | "reject";
            /**
             * @description What a subscription such as `order.*` means besides that type: nothing, `order.paid` (`segment`), or `order.paid.late` as well (`prefix`). (OQ-24)
             * @enum {unknown}
             */
            typePatterns?: "literal" | "segment" | "prefix";
            /**
             * @description What `description` is when none was given. (OQ-25)
             * @enum {unknown}
             */
            omittedDescription?: "absent" | "null" | "empty";
            /**
             * @description Whether the refusal of a wrong method has the header `Allow`, and whether it names HEAD beside GET, and OPTIONS. (OQ-27)
             * @enum {unknown}
             */
            allow?: "with-head" | "without-head" | "absent" | "with-options" | "with-head-and-options";
            /**
             * @description Whether a path that answers GET answers HEAD. `as-allow`: where `allow` names HEAD, or is `absent`. `against-allow`: the other way round. (OQ-27)
             * @enum {unknown}
             */
            head?: "as-allow" | "against-allow";
            /**
             * @description The status with which OPTIONS is answered by the methods of a path, or that it is refused as any other wrong method. The mock always answers the preflight of a browser. (OQ-27)
             * @enum {unknown}
             */
            options?: "204" | "200" | "refuse";
            /**
             * @description What a second webhook with one URL is: another one, refused, or the first one again. (OQ-31)
             * @enum {unknown}
             */
            duplicateUrls?: "accept" | "reject" | "same";
            /**
             * @description Whether a `type` may have no character. (OQ-32)
             * @enum {unknown}
             */
            emptyType?: "reject" | "accept";
            /** @description How many characters a `type` may have. A longer one is refused by 400. (OQ-32) */
            maxTypeLength?: number | null;
            /** @description How many characters a `description` may have. A longer one is refused by 400. (OQ-32) */
            maxDescriptionLength?: number | null;
            /**
             * @description Whether a body that is not declared as JSON is refused (`json`), or read as JSON all the same (`any`). (OQ-34)
             * @enum {unknown}
             */
            contentTypes?: "json" | "any";
            /**
             * @description Whether a test key may register webhooks. (OQ-35)
             * @enum {unknown}
             */
            testWebhooks?: "accept" | "reject";
            /**
             * @description Which webhooks get the events of test keys: none, or those that a test key registered. (OQ-35)
             * @enum {unknown}
             */
            testDeliveries?: "none" | "test-webhooks";
            /**
             * @description Which hosts the URL of a webhook may name. `public`: loopback, private addresses and reserved names (`localhost`, `.invalid`) are refused by 400. (OQ-36)
             * @enum {unknown}
             */
            webhookHosts?: "any" | "public";
            /** @description How `created` is written. (OQ-37) */
            timestamps?: {
                /** @enum {unknown} */
                precision?: "seconds" | "milliseconds" | "microseconds" | "nanoseconds";
                /** @enum {unknown} */
                suffix?: "Z" | "+00:00";
            };
            /** @description Further fields of a resource, of the list envelope, of the error envelope and of the deletion result, and further parameters of the query of a delivery. (OQ-38) */
            extras?: {
                event?: components["schemas"]["Sources"];
                webhook?: components["schemas"]["Sources"];
                list?: components["schemas"]["Sources"];
                error?: components["schemas"]["Sources"];
                deletion?: components["schemas"]["Sources"];
                delivery?: components["schemas"]["Sources"];
            };
            /** @description Further headers of answers and of deliveries. (OQ-38) */
            headers?: {
                every?: components["schemas"]["HeaderSources"];
                event?: components["schemas"]["HeaderSources"];
                webhook?: components["schemas"]["HeaderSources"];
                list?: components["schemas"]["HeaderSources"];
                error?: components["schemas"]["HeaderSources"];
                deletion?: components["schemas"]["HeaderSources"];
                retrieval?: components["schemas"]["HeaderSources"];
                delivery?: components["schemas"]["HeaderSources"];
            };
        };
        /** @description a name of a header */
        HeaderName: string;
        /** @description Further fields by their names, each with the source of its value. */
        Sources: {
            [key: string]: components["schemas"]["Source"];
        };
        /** @description Further headers by their names, each with the source of its value. */
        HeaderSources: {
            [key: string]: components["schemas"]["Source"];
        };
        /** @description {"constant": ...}, {"copy": "..."}, {"template": "..."} or {"kind": "...", "sample": ...} with the kind id, timestamp, url, text, number or boolean */
        Source: {
            /** @description The value, always the same. */
            constant: unknown;
        } | {
            /** @description The field whose value is repeated. */
            copy: string;
        } | {
            /** @description A text in which `{name}` stands for the field of that name. */
            template: string;
        } | {
            /** @enum {unknown} */
            kind: "id" | "timestamp" | "url" | "text" | "number" | "boolean";
            /** @description A value as it was seen. Others have its shape. */
            sample: string | number | boolean;
        };
        /** @description Its status. */
        StatedStatus: number;
        /** @description Its `error.code`. */
        StatedCode: string;
        /** @description Its `error.message`. `{value}` stands for the offending value, `{kind}` for its JSON type, and after a wrong method `{path}` and `{methods}` for the path and its methods. */
        StatedMessage: string;
        /** @description a text, null where it is written as null, or false where it is left out */
        StatedParam: (string | null) | false;
        /**
         * @description Its body: the error envelope, nothing, or the message as the whole text of the body, which is HTML, plain or JSON.
         * @enum {unknown}
         */
        StatedBody: "error" | "empty" | "html" | "text" | "json";
        /** @description Its `Content-Type`. */
        StatedContentType: string;
        RefusalCodeMessageParamBodyContentType: {
            code?: components["schemas"]["StatedCode"];
            message?: components["schemas"]["StatedMessage"];
            param?: components["schemas"]["StatedParam"];
            body?: components["schemas"]["StatedBody"];
            contentType?: components["schemas"]["StatedContentType"];
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
        };
        RefusalStatusCodeMessageParamBodyContentType: {
            status?: components["schemas"]["StatedStatus"];
            code?: components["schemas"]["StatedCode"];
            message?: components["schemas"]["StatedMessage"];
            param?: components["schemas"]["StatedParam"];
            body?: components["schemas"]["StatedBody"];
            contentType?: components["schemas"]["StatedContentType"];
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
        };
        RefusalMessage: {
            message?: components["schemas"]["StatedMessage"];
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
        };
        RefusalMessageParam: {
            message?: components["schemas"]["StatedMessage"];
            param?: components["schemas"]["StatedParam"];
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
        };
        RefusalCodeMessageParamContentType: {
            code?: components["schemas"]["StatedCode"];
            message?: components["schemas"]["StatedMessage"];
            param?: components["schemas"]["StatedParam"];
            contentType?: components["schemas"]["StatedContentType"];
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
        };
        RefusalMessageHttps: {
            /** @description a text that says https */
            message?: string;
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
        };
        RefusalMessageParamNone: {
            message?: components["schemas"]["StatedMessage"];
            /**
             * @description No field is named: null or left out.
             * @enum {unknown}
             */
            param?: null | false;
            /** @description Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out. */
            headers?: components["schemas"]["HeaderSources"];
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

/** The source of a further field's or header's value. */
export type Source = components['schemas']['Source']

/** A dialect in which every field is stated. */
export type CompleteDialect = Complete<Dialect, 'errors' | 'webhookList' | 'extras' | 'headers'>

/** The project's own choice for every field. */
export const defaultDialect: CompleteDialect = /* @__PURE__ */ frozen({
  "idempotency": {
    "in": "both"
  },
  "emptyIdempotencyKey": "reject",
  "createEventStatus": 201,
  "replayEventStatus": 201,
  "replayHeader": {
    "name": "Idempotency-Replayed",
    "value": "true"
  },
  "deleteWebhookStatus": 200,
  "lastPageCursor": "null",
  "defaultPageSize": 20,
  "listOrder": "newest-first",
  "overMaxLimit": "reject",
  "invalidLimit": "reject",
  "invalidCursor": "reject",
  "errorCodes": {
    "401": "unauthorized",
    "403": "insufficient_scope",
    "429": "rate_limited",
    "500": "internal_error"
  },
  "challenge": {
    "missingKey": "Bearer",
    "invalidKey": "Bearer error=\"invalid_token\"",
    "missingScope": "Bearer error=\"insufficient_scope\", scope=\"{scope}\""
  },
  "errors": {},
  "missingScopeStatus": 403,
  "expiredKeyStatus": 401,
  "retryAfter": "seconds",
  "signature": {
    "scheme": "standard-webhooks"
  },
  "deliveryBody": "event",
  "deliveryEncoding": "json",
  "operations": {
    "retrieveEvent": "GET /v1/events/{id}",
    "listWebhooks": "GET /v1/webhooks",
    "createKey": "POST /v1/keys"
  },
  "webhookList": {},
  "goneDisables": false,
  "maxPayloadBytes": 262144,
  "idempotencyMismatch": "original",
  "nonObjectData": "reject",
  "unknownFields": "ignore",
  "unknownParameters": "ignore",
  "emptyOrMixedEvents": "reject",
  "typePatterns": "literal",
  "omittedDescription": "absent",
  "allow": "with-head",
  "head": "as-allow",
  "options": "204",
  "duplicateUrls": "accept",
  "emptyType": "reject",
  "maxTypeLength": 256,
  "maxDescriptionLength": null,
  "contentTypes": "json",
  "testWebhooks": "accept",
  "testDeliveries": "none",
  "webhookHosts": "any",
  "timestamps": {
    "precision": "milliseconds",
    "suffix": "Z"
  },
  "extras": {},
  "headers": {}
})

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
  "emptyIdempotencyKey": {
    "openQuestion": "OQ-01",
    "description": "Whether an idempotency key without a character is refused by 400, or counts as none.",
    "values": "\"reject\", \"ignore\"",
    "default": "reject",
    "samples": [
      "reject",
      "ignore"
    ],
    "seenBy": "a test key, or mode `full`"
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
  "replayHeader": {
    "openQuestion": "OQ-02",
    "description": "The header that marks a replay.",
    "values": "`{\"name\":\"...\",\"value\":\"...\"}`, or `null` for none",
    "default": {
      "name": "Idempotency-Replayed",
      "value": "true"
    },
    "samples": [
      {
        "name": "Idempotency-Replayed",
        "value": "true"
      },
      {
        "name": "X-Replay",
        "value": "1"
      },
      null
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
    "description": "What `nextCursor` is on the last page. `present`: a cursor, behind which the list is empty.",
    "values": "\"null\", \"absent\", \"present\"",
    "default": "null",
    "samples": [
      "null",
      "absent",
      "present"
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
    "description": "The order of both lists. `by-id`: by the text of the ids, which then say nothing of time.",
    "values": "\"newest-first\", \"oldest-first\", \"by-id\"",
    "default": "newest-first",
    "samples": [
      "newest-first",
      "oldest-first",
      "by-id"
    ],
    "seenBy": "a test key, or mode `full`, and a list short enough to be walked to its end"
  },
  "overMaxLimit": {
    "openQuestion": "OQ-07",
    "description": "What a `limit` over 100 gets: a refusal, a page of 100, or a page of the default size.",
    "values": "\"reject\", \"clamp\", \"default\"",
    "default": "reject",
    "samples": [
      "reject",
      "clamp",
      "default"
    ],
    "seenBy": "any key"
  },
  "invalidLimit": {
    "openQuestion": "OQ-08",
    "description": "What a `limit` under 1 or without an integer gets: a refusal, the default page size, or the nearest size.",
    "values": "\"reject\", \"default\", \"clamp\"",
    "default": "reject",
    "samples": [
      "reject",
      "default",
      "clamp"
    ],
    "seenBy": "any key"
  },
  "invalidCursor": {
    "openQuestion": "OQ-08",
    "description": "What a cursor that is none gets: a refusal, the first page, or a page without items.",
    "values": "\"reject\", \"first-page\", \"empty-page\"",
    "default": "reject",
    "samples": [
      "reject",
      "first-page",
      "empty-page"
    ],
    "seenBy": "any key"
  },
  "errorCodes": {
    "openQuestion": "OQ-09",
    "description": "The `error.code` of each status, where the interface leaves it open.",
    "values": "an object with a string for each status from 400 to 599",
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
        "404": "gone",
        "429": "slow_down",
        "500": "oops"
      }
    ],
    "seenBy": "the refusals that carry the codes: a 401 comes with every run, a 403 with what `missingScopeStatus` or `expiredKeyStatus` needs, a 429 with what `retryAfter` needs"
  },
  "challenge": {
    "openQuestion": "OQ-09",
    "description": "The value of `WWW-Authenticate`.",
    "values": "a text for every 401, `null` for none, or an object with a text or `null` for `missingKey`, `invalidKey` and perhaps `expiredKey` (as `invalidKey` unless stated) and `missingScope` (none unless stated)",
    "default": {
      "missingKey": "Bearer",
      "invalidKey": "Bearer error=\"invalid_token\"",
      "missingScope": "Bearer error=\"insufficient_scope\", scope=\"{scope}\""
    },
    "samples": [
      {
        "missingKey": "Bearer",
        "invalidKey": "Bearer error=\"invalid_token\""
      },
      "Bearer realm=\"events\"",
      null
    ],
    "seenBy": "nothing"
  },
  "errors": {
    "openQuestion": "OQ-09",
    "description": "What a refusal says, by its situation.",
    "values": "an object with what is stated of each situation (see below)",
    "default": {},
    "samples": [
      {},
      {
        "missingKey": {
          "message": "Who are you?",
          "code": "no_key",
          "body": "error"
        },
        "invalidKey": {
          "message": "Unknown key.",
          "param": null
        },
        "missingType": {
          "message": "An event must have a type."
        },
        "insecureUrl": {
          "message": "Use HTTPS, not {value}."
        },
        "unknownWebhook": {
          "message": "No such webhook: {value}"
        },
        "missingData": {
          "message": "Where is data?",
          "param": "data"
        },
        "invalidLimit": {
          "status": 422,
          "code": "bad_limit",
          "message": "Bad limit {value}.",
          "param": "limit"
        },
        "contentType": {
          "status": 415,
          "code": "unsupported_media_type",
          "param": false
        },
        "malformedJson": {
          "status": 422,
          "code": "bad_json",
          "message": "This is no JSON."
        },
        "unknownPath": {
          "body": "html"
        },
        "wrongMethod": {
          "status": 404,
          "body": "empty",
          "headers": {
            "x-refused-by": {
              "constant": "gateway"
            }
          }
        }
      },
      {
        "missingKey": {
          "body": "json",
          "message": "{\"title\":\"Unauthorized\"}",
          "contentType": "application/problem+json"
        },
        "invalidKey": {
          "body": "text",
          "message": "Unauthorized"
        },
        "rateLimited": {
          "message": "Slow down.",
          "code": "too_many"
        },
        "wrongMethod": {
          "status": 400,
          "code": "no_such_method",
          "message": "{value}?"
        },
        "payloadTooLarge": {
          "status": 400,
          "code": "too_large",
          "param": false
        },
        "unknownField": {
          "status": 422,
          "code": "unknown_field",
          "message": "There is no {value}.",
          "param": "{value}"
        }
      }
    ],
    "seenBy": "the requests that are refused: most need a test key, or mode `full`"
  },
  "missingScopeStatus": {
    "openQuestion": "OQ-10",
    "description": "The status that a scoped key without the scope gets.",
    "values": "400 to 499",
    "default": 403,
    "samples": [
      401,
      403,
      404
    ],
    "seenBy": "a scoped key, or a deployment that makes them"
  },
  "expiredKeyStatus": {
    "openQuestion": "OQ-10",
    "description": "The status that an expired key gets.",
    "values": "400 to 499",
    "default": 401,
    "samples": [
      401,
      403,
      410
    ],
    "seenBy": "`--expired-key`"
  },
  "retryAfter": {
    "openQuestion": "OQ-11",
    "description": "The form of `Retry-After`.",
    "values": "\"seconds\", \"http-date\", \"fractional-seconds\"",
    "default": "seconds",
    "samples": [
      "seconds",
      "http-date",
      "fractional-seconds"
    ],
    "seenBy": "mode `full` and `--plan`, or a 429 that comes by the way"
  },
  "signature": {
    "openQuestion": "OQ-12",
    "description": "How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex or in the shape of the sample.",
    "values": "`{\"scheme\":\"...\"}` with `\"standard-webhooks\"`, `\"svix\"`, `\"timestamped-hex\"`, `\"body-hex\"` or `\"unknown\"`; the last three may have a `\"header\"`, the last one and the first two a `\"sample\"`, the first two an `\"idPrefix\"`, the last one an `\"in\"`",
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
        "scheme": "standard-webhooks",
        "sample": "v1,kQ7Zt2Wb9Xc4Vn8Lm3Jh6Gf1Ds5Ap0Ou7Iy2Te4Rw8E= {signature}"
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
      },
      {
        "scheme": "unknown",
        "header": "x-odd-signature",
        "sample": "ed25519=:a9XkQ2vB7Lr0pZt5Yw8nM3cJ6hT1uE4sG0dF7iK2oP5:"
      }
    ],
    "seenBy": "mode `full`, a live key and a receiver"
  },
  "deliveryBody": {
    "openQuestion": "OQ-13",
    "description": "What is delivered: the event, or `type`, `timestamp` and `data`, or what a template says.",
    "values": "`\"event\"`, `\"standard-webhooks\"`, or an object that is a template (see below)",
    "default": "event",
    "samples": [
      "event",
      "standard-webhooks",
      {
        "id": "{id:msg_}",
        "type": "event.created",
        "attempt": "{attempt}",
        "event": "{event}"
      }
    ],
    "seenBy": "mode `full`, a live key and a receiver"
  },
  "deliveryEncoding": {
    "openQuestion": "OQ-13",
    "description": "How the body of a delivery is written: as JSON, as a JSON string that holds JSON, as a form whose field `payload` holds JSON, not at all, or within a text.",
    "values": "`\"json\"`, `\"json-string\"`, `\"form\"`, `\"empty\"`, or `{\"template\":\"...\"}` with the body in the place of `{json}`, `{form}` (percent-encoded), `{markup}` (escaped for XML and HTML) or `{base64}`",
    "default": "json",
    "samples": [
      "json",
      "json-string",
      "form",
      "empty",
      {
        "template": "<event>{markup}</event>"
      }
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
  "webhookList": {
    "openQuestion": "OQ-16",
    "description": "How the list of webhooks differs from the list of events, and a listed webhook from a registered one. What is left out is alike.",
    "values": "an object with any of `order` (as `listOrder`), `lastPageCursor` (as that field), `item` (further fields of a listed webhook, see `extras`) and `list` (further fields of the envelope)",
    "default": {},
    "samples": [
      {},
      {
        "order": "oldest-first",
        "lastPageCursor": "absent",
        "item": {
          "hint": {
            "constant": "hidden"
          }
        },
        "list": {}
      }
    ],
    "seenBy": "a key that may register webhooks"
  },
  "goneDisables": {
    "openQuestion": "OQ-18",
    "description": "Whether a webhook whose receiver answers 410 is disabled: its status becomes `disabled`, and nothing is delivered to it any more.",
    "values": "`true` or `false`",
    "default": false,
    "samples": [
      false,
      true
    ],
    "seenBy": "mode `full`, a live key and a receiver"
  },
  "maxPayloadBytes": {
    "openQuestion": "OQ-19",
    "description": "The longest body of a request, in bytes. A longer one is refused, by 413 unless `errors` says otherwise.",
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
    "values": "\"original\", \"400\", \"409\", \"422\"",
    "default": "original",
    "samples": [
      "original",
      "400",
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
  "unknownParameters": {
    "openQuestion": "OQ-22",
    "description": "Whether a parameter of the query that a list does not have is refused.",
    "values": "\"ignore\", \"reject\"",
    "default": "ignore",
    "samples": [
      "ignore",
      "reject"
    ],
    "seenBy": "any key"
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
  "typePatterns": {
    "openQuestion": "OQ-24",
    "description": "What a subscription such as `order.*` means besides that type: nothing, `order.paid` (`segment`), or `order.paid.late` as well (`prefix`).",
    "values": "\"literal\", \"segment\", \"prefix\"",
    "default": "literal",
    "samples": [
      "literal",
      "segment",
      "prefix"
    ],
    "seenBy": "mode `full`, a live key and a receiver"
  },
  "omittedDescription": {
    "openQuestion": "OQ-25",
    "description": "What `description` is when none was given.",
    "values": "\"absent\", \"null\", \"empty\"",
    "default": "absent",
    "samples": [
      "absent",
      "null",
      "empty"
    ],
    "seenBy": "a key that may register webhooks"
  },
  "allow": {
    "openQuestion": "OQ-27",
    "description": "Whether the refusal of a wrong method has the header `Allow`, and whether it names HEAD beside GET, and OPTIONS.",
    "values": "\"with-head\", \"without-head\", \"absent\", \"with-options\", \"with-head-and-options\"",
    "default": "with-head",
    "samples": [
      "with-head",
      "without-head",
      "absent",
      "with-options",
      "with-head-and-options"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "head": {
    "openQuestion": "OQ-27",
    "description": "Whether a path that answers GET answers HEAD. `as-allow`: where `allow` names HEAD, or is `absent`. `against-allow`: the other way round.",
    "values": "\"as-allow\", \"against-allow\"",
    "default": "as-allow",
    "samples": [
      "as-allow",
      "against-allow"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "options": {
    "openQuestion": "OQ-27",
    "description": "The status with which OPTIONS is answered by the methods of a path, or that it is refused as any other wrong method. The mock always answers the preflight of a browser.",
    "values": "\"204\", \"200\", \"refuse\"",
    "default": "204",
    "samples": [
      "204",
      "200",
      "refuse"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "duplicateUrls": {
    "openQuestion": "OQ-31",
    "description": "What a second webhook with one URL is: another one, refused, or the first one again.",
    "values": "\"accept\", \"reject\", \"same\"",
    "default": "accept",
    "samples": [
      "accept",
      "reject",
      "same"
    ],
    "seenBy": "a key that may register webhooks"
  },
  "emptyType": {
    "openQuestion": "OQ-32",
    "description": "Whether a `type` may have no character.",
    "values": "\"reject\", \"accept\"",
    "default": "reject",
    "samples": [
      "reject",
      "accept"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "maxTypeLength": {
    "openQuestion": "OQ-32",
    "description": "How many characters a `type` may have. A longer one is refused by 400.",
    "values": "1 or more, or `null` for any length",
    "default": 256,
    "samples": [
      256,
      300,
      null
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "maxDescriptionLength": {
    "openQuestion": "OQ-32",
    "description": "How many characters a `description` may have. A longer one is refused by 400.",
    "values": "0 or more, or `null` for any length",
    "default": null,
    "samples": [
      null,
      500
    ],
    "seenBy": "a key that may register webhooks"
  },
  "contentTypes": {
    "openQuestion": "OQ-34",
    "description": "Whether a body that is not declared as JSON is refused (`json`), or read as JSON all the same (`any`).",
    "values": "\"json\", \"any\"",
    "default": "json",
    "samples": [
      "json",
      "any"
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "testWebhooks": {
    "openQuestion": "OQ-35",
    "description": "Whether a test key may register webhooks.",
    "values": "\"accept\", \"reject\"",
    "default": "accept",
    "samples": [
      "accept",
      "reject"
    ],
    "seenBy": "a test key"
  },
  "testDeliveries": {
    "openQuestion": "OQ-35",
    "description": "Which webhooks get the events of test keys: none, or those that a test key registered.",
    "values": "\"none\", \"test-webhooks\"",
    "default": "none",
    "samples": [
      "none",
      "test-webhooks"
    ],
    "seenBy": "mode `full`, a live key, a test key that may register webhooks and a receiver"
  },
  "webhookHosts": {
    "openQuestion": "OQ-36",
    "description": "Which hosts the URL of a webhook may name. `public`: loopback, private addresses and reserved names (`localhost`, `.invalid`) are refused by 400.",
    "values": "\"any\", \"public\"",
    "default": "any",
    "samples": [
      "any",
      "public"
    ],
    "seenBy": "a key that may register webhooks"
  },
  "timestamps": {
    "openQuestion": "OQ-37",
    "description": "How `created` is written.",
    "values": "`{\"precision\":\"...\",\"suffix\":\"...\"}` with `\"seconds\"`, `\"milliseconds\"`, `\"microseconds\"` or `\"nanoseconds\"`, and `\"Z\"` or `\"+00:00\"`",
    "default": {
      "precision": "milliseconds",
      "suffix": "Z"
    },
    "samples": [
      {
        "precision": "milliseconds",
        "suffix": "Z"
      },
      {
        "precision": "seconds",
        "suffix": "+00:00"
      },
      {
        "precision": "microseconds",
        "suffix": "Z"
      }
    ],
    "seenBy": "a test key, or mode `full`"
  },
  "extras": {
    "openQuestion": "OQ-38",
    "description": "Further fields of a resource, of the list envelope, of the error envelope and of the deletion result, and further parameters of the query of a delivery.",
    "values": "an object with further fields for `event`, `webhook`, `list`, `error` and `deletion`, and with parameters that are added to the URL of a `delivery`, each of them a source (see below)",
    "default": {},
    "samples": [
      {},
      {
        "event": {
          "object": {
            "constant": "event"
          },
          "livemode": {
            "kind": "boolean",
            "sample": true
          }
        },
        "webhook": {
          "object": {
            "constant": "webhook"
          },
          "self": {
            "template": "/v1/webhooks/{id}"
          }
        },
        "list": {
          "object": {
            "constant": "list"
          },
          "took": {
            "kind": "number",
            "sample": 12
          }
        },
        "error": {
          "requestId": {
            "kind": "id",
            "sample": "req_9f86d081884c7d65"
          },
          "error.type": {
            "copy": "code"
          }
        },
        "deletion": {
          "object": {
            "constant": "webhook"
          },
          "at": {
            "kind": "timestamp",
            "sample": "2026-11-21T03:00:00Z"
          }
        },
        "delivery": {
          "type": {
            "copy": "type"
          },
          "from": {
            "constant": "events"
          }
        }
      }
    ],
    "seenBy": "a test key, or mode `full`; those of webhooks a key that may register them; those of deliveries mode `full`, a live key and a receiver"
  },
  "headers": {
    "openQuestion": "OQ-38",
    "description": "Further headers of answers and of deliveries.",
    "values": "an object with further headers for `every` answer, for those with an `event`, a `webhook`, a `list`, an `error` or a `deletion`, for the `retrieval` of an event beside those of `event`, and for a `delivery`, each of them a source (see below)",
    "default": {},
    "samples": [
      {},
      {
        "every": {
          "x-request-id": {
            "kind": "id",
            "sample": "0f8fad5b-d9cb-469f-a165-70867728950e"
          },
          "content-type": {
            "constant": "application/json; charset=utf-8"
          }
        },
        "event": {
          "location": {
            "template": "/v1/events/{id}"
          }
        },
        "retrieval": {
          "location": {
            "constant": null
          },
          "cache-control": {
            "constant": "private"
          }
        },
        "list": {
          "x-total": {
            "kind": "number",
            "sample": 42
          }
        },
        "error": {
          "cache-control": {
            "constant": "no-store"
          }
        },
        "delivery": {
          "x-event-type": {
            "copy": "type"
          },
          "x-attempt": {
            "copy": "attempt"
          },
          "user-agent": {
            "constant": "Hooks/1.0"
          }
        }
      }
    ],
    "seenBy": "nothing; those of deliveries mode `full`, a live key and a receiver"
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
    "emptyIdempotencyKey": {
      "description": "Whether an idempotency key without a character is refused by 400, or counts as none. (OQ-01)",
      "enum": [
        "reject",
        "ignore"
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
    "replayHeader": {
      "description": "The header that marks a replay. (OQ-02)",
      "type": [
        "object",
        "null"
      ],
      "required": [
        "name",
        "value"
      ],
      "properties": {
        "name": {
          "$ref": "#/$defs/HeaderName"
        },
        "value": {
          "type": "string",
          "minLength": 1
        }
      },
      "additionalProperties": false
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
      "description": "What `nextCursor` is on the last page. `present`: a cursor, behind which the list is empty. (OQ-04)",
      "enum": [
        "null",
        "absent",
        "present"
      ]
    },
    "defaultPageSize": {
      "description": "How many items a page has when `limit` is omitted. (OQ-05)",
      "type": "integer",
      "minimum": 1,
      "maximum": 100
    },
    "listOrder": {
      "description": "The order of both lists. `by-id`: by the text of the ids, which then say nothing of time. (OQ-06)",
      "enum": [
        "newest-first",
        "oldest-first",
        "by-id"
      ]
    },
    "overMaxLimit": {
      "description": "What a `limit` over 100 gets: a refusal, a page of 100, or a page of the default size. (OQ-07)",
      "enum": [
        "reject",
        "clamp",
        "default"
      ]
    },
    "invalidLimit": {
      "description": "What a `limit` under 1 or without an integer gets: a refusal, the default page size, or the nearest size. (OQ-08)",
      "enum": [
        "reject",
        "default",
        "clamp"
      ]
    },
    "invalidCursor": {
      "description": "What a cursor that is none gets: a refusal, the first page, or a page without items. (OQ-08)",
      "enum": [
        "reject",
        "first-page",
        "empty-page"
      ]
    },
    "errorCodes": {
      "description": "The `error.code` of each status, where the interface leaves it open. (OQ-09)",
      "type": "object",
      "propertyNames": {
        "description": "a status from 400 to 599",
        "type": "string",
        "pattern": "^[45]\\d\\d$"
      },
      "additionalProperties": {
        "type": "string",
        "minLength": 1
      }
    },
    "challenge": {
      "description": "The value of `WWW-Authenticate`. (OQ-09)",
      "oneOf": [
        {
          "title": "ChallengeOfAll",
          "type": [
            "string",
            "null"
          ],
          "minLength": 1
        },
        {
          "title": "ChallengeBySituation",
          "type": "object",
          "required": [
            "missingKey",
            "invalidKey"
          ],
          "properties": {
            "missingKey": {
              "type": [
                "string",
                "null"
              ],
              "minLength": 1
            },
            "invalidKey": {
              "type": [
                "string",
                "null"
              ],
              "minLength": 1
            },
            "expiredKey": {
              "type": [
                "string",
                "null"
              ],
              "minLength": 1
            },
            "missingScope": {
              "type": [
                "string",
                "null"
              ],
              "minLength": 1
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "errors": {
      "description": "What a refusal says, by its situation. (OQ-09)",
      "type": "object",
      "properties": {
        "missingKey": {
          "description": "no API key was sent.",
          "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType"
        },
        "invalidKey": {
          "description": "the API key is unknown, or no key at all.",
          "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType"
        },
        "expiredKey": {
          "description": "the API key has expired; `expiredKeyStatus` is the status.",
          "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType"
        },
        "missingScope": {
          "description": "the API key lacks the scope; `missingScopeStatus` is the status.",
          "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType"
        },
        "rateLimited": {
          "description": "there were too many requests.",
          "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType"
        },
        "unknownPath": {
          "description": "nothing is at the path.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "notOffered": {
          "description": "an event is retrieved, and `operations.retrieveEvent` is `null`; as `unknownPath` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "wrongMethod": {
          "description": "the path has other methods.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "payloadTooLarge": {
          "description": "the body is longer than `maxPayloadBytes`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "contentType": {
          "description": "the body is not declared as JSON, and `contentTypes` is `json`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "missingBody": {
          "description": "there is no body; as `malformedJson` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "malformedJson": {
          "description": "the body is no JSON.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "invalidBody": {
          "description": "the body is JSON but no object.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "unknownField": {
          "description": "the body has a field that the request does not have, and `unknownFields` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "unknownParameter": {
          "description": "the query has a parameter that the list does not have, and `unknownParameters` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "missingType": {
          "description": "`type` is missing.",
          "$ref": "#/$defs/RefusalMessage"
        },
        "invalidType": {
          "description": "`type` is no string.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "emptyType": {
          "description": "`type` has no character, and `emptyType` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "longType": {
          "description": "`type` is longer than `maxTypeLength`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "missingData": {
          "description": "`data` is missing.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "invalidData": {
          "description": "`data` is no object, and `nonObjectData` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "emptyIdempotencyKey": {
          "description": "the idempotency key has no character, and `emptyIdempotencyKey` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "idempotencyMismatch": {
          "description": "the idempotency key came with another body; `idempotencyMismatch` is the status.",
          "$ref": "#/$defs/RefusalCodeMessageParamContentType"
        },
        "missingUrl": {
          "description": "`url` is missing.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "invalidUrl": {
          "description": "`url` is none that can be delivered to.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "webhookHost": {
          "description": "the host of `url` is none that `webhookHosts` permits; as `invalidUrl` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "insecureUrl": {
          "description": "`url` does not use HTTPS; the message has to say HTTPS.",
          "$ref": "#/$defs/RefusalMessageHttps"
        },
        "duplicateUrl": {
          "description": "another webhook has the `url`, and `duplicateUrls` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "missingEvents": {
          "description": "`events` is missing.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "invalidEvents": {
          "description": "`events` is no list of types.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "emptyEvents": {
          "description": "`events` is empty, and `emptyOrMixedEvents` is `reject`; as `invalidEvents` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "duplicateEvents": {
          "description": "`events` holds a type twice, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "mixedEvents": {
          "description": "`events` mixes `*` with others, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "longDescription": {
          "description": "`description` is longer than `maxDescriptionLength`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "testWebhook": {
          "description": "a test key registers a webhook, and `testWebhooks` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "unknownWebhook": {
          "description": "no webhook has the id.",
          "$ref": "#/$defs/RefusalMessageParamNone"
        },
        "unknownEvent": {
          "description": "no event has the id.",
          "$ref": "#/$defs/RefusalMessageParam"
        },
        "invalidLimit": {
          "description": "`limit` is under 1, and `invalidLimit` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "nonIntegerLimit": {
          "description": "`limit` is no integer, and `invalidLimit` is `reject`; as `invalidLimit` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "overMaxLimit": {
          "description": "`limit` is over 100, and `overMaxLimit` is `reject`; as `invalidLimit` unless stated.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        },
        "invalidCursor": {
          "description": "`cursor` is none of the list, and `invalidCursor` is `reject`.",
          "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType"
        }
      },
      "additionalProperties": false
    },
    "missingScopeStatus": {
      "description": "The status that a scoped key without the scope gets. (OQ-10)",
      "type": "integer",
      "minimum": 400,
      "maximum": 499
    },
    "expiredKeyStatus": {
      "description": "The status that an expired key gets. (OQ-10)",
      "type": "integer",
      "minimum": 400,
      "maximum": 499
    },
    "retryAfter": {
      "description": "The form of `Retry-After`. (OQ-11)",
      "enum": [
        "seconds",
        "http-date",
        "fractional-seconds"
      ]
    },
    "signature": {
      "description": "How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex or in the shape of the sample. (OQ-12)",
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
        },
        "sample": {
          "description": "A value of the signature header as it was seen. The mock sends others of its shape. Under `standard-webhooks` and `svix` it says which further signatures stand beside the right one, which is written `{signature}`.",
          "type": "string",
          "minLength": 1
        },
        "in": {
          "description": "Where a signature of the scheme `unknown` stands. Where it stands in no header, the mock sends no header for it.",
          "enum": [
            "header",
            "body",
            "url"
          ]
        },
        "idPrefix": {
          "description": "The prefix of the id that the schemes `standard-webhooks` and `svix` sign, where each delivery has one of its own. Without it the id is that of the event.",
          "type": "string"
        }
      },
      "additionalProperties": false
    },
    "deliveryBody": {
      "description": "What is delivered: the event, or `type`, `timestamp` and `data`, or what a template says. (OQ-13)",
      "oneOf": [
        {
          "title": "KnownDeliveryBody",
          "enum": [
            "event",
            "standard-webhooks"
          ]
        },
        {
          "title": "DeliveryTemplate",
          "type": "object",
          "minProperties": 1,
          "additionalProperties": true
        }
      ]
    },
    "deliveryEncoding": {
      "description": "How the body of a delivery is written: as JSON, as a JSON string that holds JSON, as a form whose field `payload` holds JSON, not at all, or within a text. (OQ-13)",
      "oneOf": [
        {
          "title": "KnownDeliveryEncoding",
          "enum": [
            "json",
            "json-string",
            "form",
            "empty"
          ]
        },
        {
          "title": "DeliveryText",
          "type": "object",
          "required": [
            "template"
          ],
          "properties": {
            "template": {
              "description": "A text with the body in the place of `{json}`, `{form}`, `{markup}` or `{base64}`.",
              "type": "string",
              "minLength": 1
            }
          },
          "additionalProperties": false
        }
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
    "webhookList": {
      "description": "How the list of webhooks differs from the list of events, and a listed webhook from a registered one. What is left out is alike. (OQ-16)",
      "type": "object",
      "properties": {
        "order": {
          "enum": [
            "newest-first",
            "oldest-first",
            "by-id"
          ]
        },
        "lastPageCursor": {
          "enum": [
            "null",
            "absent",
            "present"
          ]
        },
        "item": {
          "$ref": "#/$defs/Sources"
        },
        "list": {
          "$ref": "#/$defs/Sources"
        }
      },
      "additionalProperties": false
    },
    "goneDisables": {
      "description": "Whether a webhook whose receiver answers 410 is disabled: its status becomes `disabled`, and nothing is delivered to it any more. (OQ-18)",
      "type": "boolean"
    },
    "maxPayloadBytes": {
      "description": "The longest body of a request, in bytes. A longer one is refused, by 413 unless `errors` says otherwise. (OQ-19)",
      "type": "integer",
      "minimum": 1
    },
    "idempotencyMismatch": {
      "description": "What a known idempotency key with another type or other data gets. (OQ-20)",
      "enum": [
        "original",
        "400",
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
    "unknownParameters": {
      "description": "Whether a parameter of the query that a list does not have is refused. (OQ-22)",
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
    "typePatterns": {
      "description": "What a subscription such as `order.*` means besides that type: nothing, `order.paid` (`segment`), or `order.paid.late` as well (`prefix`). (OQ-24)",
      "enum": [
        "literal",
        "segment",
        "prefix"
      ]
    },
    "omittedDescription": {
      "description": "What `description` is when none was given. (OQ-25)",
      "enum": [
        "absent",
        "null",
        "empty"
      ]
    },
    "allow": {
      "description": "Whether the refusal of a wrong method has the header `Allow`, and whether it names HEAD beside GET, and OPTIONS. (OQ-27)",
      "enum": [
        "with-head",
        "without-head",
        "absent",
        "with-options",
        "with-head-and-options"
      ]
    },
    "head": {
      "description": "Whether a path that answers GET answers HEAD. `as-allow`: where `allow` names HEAD, or is `absent`. `against-allow`: the other way round. (OQ-27)",
      "enum": [
        "as-allow",
        "against-allow"
      ]
    },
    "options": {
      "description": "The status with which OPTIONS is answered by the methods of a path, or that it is refused as any other wrong method. The mock always answers the preflight of a browser. (OQ-27)",
      "enum": [
        "204",
        "200",
        "refuse"
      ]
    },
    "duplicateUrls": {
      "description": "What a second webhook with one URL is: another one, refused, or the first one again. (OQ-31)",
      "enum": [
        "accept",
        "reject",
        "same"
      ]
    },
    "emptyType": {
      "description": "Whether a `type` may have no character. (OQ-32)",
      "enum": [
        "reject",
        "accept"
      ]
    },
    "maxTypeLength": {
      "description": "How many characters a `type` may have. A longer one is refused by 400. (OQ-32)",
      "type": [
        "integer",
        "null"
      ],
      "minimum": 1
    },
    "maxDescriptionLength": {
      "description": "How many characters a `description` may have. A longer one is refused by 400. (OQ-32)",
      "type": [
        "integer",
        "null"
      ],
      "minimum": 0
    },
    "contentTypes": {
      "description": "Whether a body that is not declared as JSON is refused (`json`), or read as JSON all the same (`any`). (OQ-34)",
      "enum": [
        "json",
        "any"
      ]
    },
    "testWebhooks": {
      "description": "Whether a test key may register webhooks. (OQ-35)",
      "enum": [
        "accept",
        "reject"
      ]
    },
    "testDeliveries": {
      "description": "Which webhooks get the events of test keys: none, or those that a test key registered. (OQ-35)",
      "enum": [
        "none",
        "test-webhooks"
      ]
    },
    "webhookHosts": {
      "description": "Which hosts the URL of a webhook may name. `public`: loopback, private addresses and reserved names (`localhost`, `.invalid`) are refused by 400. (OQ-36)",
      "enum": [
        "any",
        "public"
      ]
    },
    "timestamps": {
      "description": "How `created` is written. (OQ-37)",
      "type": "object",
      "properties": {
        "precision": {
          "enum": [
            "seconds",
            "milliseconds",
            "microseconds",
            "nanoseconds"
          ]
        },
        "suffix": {
          "enum": [
            "Z",
            "+00:00"
          ]
        }
      },
      "additionalProperties": false
    },
    "extras": {
      "description": "Further fields of a resource, of the list envelope, of the error envelope and of the deletion result, and further parameters of the query of a delivery. (OQ-38)",
      "type": "object",
      "properties": {
        "event": {
          "$ref": "#/$defs/Sources"
        },
        "webhook": {
          "$ref": "#/$defs/Sources"
        },
        "list": {
          "$ref": "#/$defs/Sources"
        },
        "error": {
          "$ref": "#/$defs/Sources"
        },
        "deletion": {
          "$ref": "#/$defs/Sources"
        },
        "delivery": {
          "$ref": "#/$defs/Sources"
        }
      },
      "additionalProperties": false
    },
    "headers": {
      "description": "Further headers of answers and of deliveries. (OQ-38)",
      "type": "object",
      "properties": {
        "every": {
          "$ref": "#/$defs/HeaderSources"
        },
        "event": {
          "$ref": "#/$defs/HeaderSources"
        },
        "webhook": {
          "$ref": "#/$defs/HeaderSources"
        },
        "list": {
          "$ref": "#/$defs/HeaderSources"
        },
        "error": {
          "$ref": "#/$defs/HeaderSources"
        },
        "deletion": {
          "$ref": "#/$defs/HeaderSources"
        },
        "retrieval": {
          "$ref": "#/$defs/HeaderSources"
        },
        "delivery": {
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    }
  },
  "additionalProperties": false,
  "$defs": {
    "HeaderName": {
      "description": "a name of a header",
      "type": "string",
      "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
    },
    "Sources": {
      "description": "Further fields by their names, each with the source of its value.",
      "type": "object",
      "additionalProperties": {
        "$ref": "#/$defs/Source"
      }
    },
    "HeaderSources": {
      "description": "Further headers by their names, each with the source of its value.",
      "type": "object",
      "propertyNames": {
        "$ref": "#/$defs/HeaderName"
      },
      "additionalProperties": {
        "$ref": "#/$defs/Source"
      }
    },
    "Source": {
      "description": "{\"constant\": ...}, {\"copy\": \"...\"}, {\"template\": \"...\"} or {\"kind\": \"...\", \"sample\": ...} with the kind id, timestamp, url, text, number or boolean",
      "oneOf": [
        {
          "title": "ConstantSource",
          "type": "object",
          "required": [
            "constant"
          ],
          "properties": {
            "constant": {
              "description": "The value, always the same."
            }
          },
          "additionalProperties": false
        },
        {
          "title": "CopySource",
          "type": "object",
          "required": [
            "copy"
          ],
          "properties": {
            "copy": {
              "description": "The field whose value is repeated.",
              "type": "string",
              "minLength": 1
            }
          },
          "additionalProperties": false
        },
        {
          "title": "TemplateSource",
          "type": "object",
          "required": [
            "template"
          ],
          "properties": {
            "template": {
              "description": "A text in which `{name}` stands for the field of that name.",
              "type": "string",
              "minLength": 1
            }
          },
          "additionalProperties": false
        },
        {
          "title": "KindSource",
          "type": "object",
          "required": [
            "kind",
            "sample"
          ],
          "properties": {
            "kind": {
              "enum": [
                "id",
                "timestamp",
                "url",
                "text",
                "number",
                "boolean"
              ]
            },
            "sample": {
              "description": "A value as it was seen. Others have its shape.",
              "type": [
                "string",
                "number",
                "boolean"
              ]
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "StatedStatus": {
      "description": "Its status.",
      "type": "integer",
      "minimum": 400,
      "maximum": 499
    },
    "StatedCode": {
      "description": "Its `error.code`.",
      "type": "string",
      "minLength": 1
    },
    "StatedMessage": {
      "description": "Its `error.message`. `{value}` stands for the offending value, `{kind}` for its JSON type, and after a wrong method `{path}` and `{methods}` for the path and its methods.",
      "type": "string",
      "minLength": 1
    },
    "StatedParam": {
      "description": "a text, null where it is written as null, or false where it is left out",
      "oneOf": [
        {
          "title": "ParamText",
          "type": [
            "string",
            "null"
          ],
          "minLength": 1
        },
        {
          "title": "NoParam",
          "const": false
        }
      ]
    },
    "StatedBody": {
      "description": "Its body: the error envelope, nothing, or the message as the whole text of the body, which is HTML, plain or JSON.",
      "enum": [
        "error",
        "empty",
        "html",
        "text",
        "json"
      ]
    },
    "StatedContentType": {
      "description": "Its `Content-Type`.",
      "type": "string",
      "minLength": 1
    },
    "RefusalCodeMessageParamBodyContentType": {
      "type": "object",
      "properties": {
        "code": {
          "$ref": "#/$defs/StatedCode"
        },
        "message": {
          "$ref": "#/$defs/StatedMessage"
        },
        "param": {
          "$ref": "#/$defs/StatedParam"
        },
        "body": {
          "$ref": "#/$defs/StatedBody"
        },
        "contentType": {
          "$ref": "#/$defs/StatedContentType"
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    },
    "RefusalStatusCodeMessageParamBodyContentType": {
      "type": "object",
      "properties": {
        "status": {
          "$ref": "#/$defs/StatedStatus"
        },
        "code": {
          "$ref": "#/$defs/StatedCode"
        },
        "message": {
          "$ref": "#/$defs/StatedMessage"
        },
        "param": {
          "$ref": "#/$defs/StatedParam"
        },
        "body": {
          "$ref": "#/$defs/StatedBody"
        },
        "contentType": {
          "$ref": "#/$defs/StatedContentType"
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    },
    "RefusalMessage": {
      "type": "object",
      "properties": {
        "message": {
          "$ref": "#/$defs/StatedMessage"
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    },
    "RefusalMessageParam": {
      "type": "object",
      "properties": {
        "message": {
          "$ref": "#/$defs/StatedMessage"
        },
        "param": {
          "$ref": "#/$defs/StatedParam"
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    },
    "RefusalCodeMessageParamContentType": {
      "type": "object",
      "properties": {
        "code": {
          "$ref": "#/$defs/StatedCode"
        },
        "message": {
          "$ref": "#/$defs/StatedMessage"
        },
        "param": {
          "$ref": "#/$defs/StatedParam"
        },
        "contentType": {
          "$ref": "#/$defs/StatedContentType"
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    },
    "RefusalMessageHttps": {
      "type": "object",
      "properties": {
        "message": {
          "description": "a text that says https",
          "type": "string",
          "minLength": 1,
          "pattern": "[Hh][Tt][Tt][Pp][Ss]"
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    },
    "RefusalMessageParamNone": {
      "type": "object",
      "properties": {
        "message": {
          "$ref": "#/$defs/StatedMessage"
        },
        "param": {
          "description": "No field is named: null or left out.",
          "enum": [
            null,
            false
          ]
        },
        "headers": {
          "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.",
          "$ref": "#/$defs/HeaderSources"
        }
      },
      "additionalProperties": false
    }
  }
}

/** Says whether a value is a dialect. */
export const validateDialect: Validate<Dialect> = /* @__PURE__ */ validatorOf<Dialect>(dialectSchema)

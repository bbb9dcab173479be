// Made by `npm run generate` from openapi/. Do not edit.
/* eslint-disable */
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var validateDialect = validate52;
var schema20 = { "$id": "dialect.json", "description": "How one deployment resolves what the interface leaves open.", "type": "object", "properties": { "idempotency": { "description": "Where the idempotency key of an event is read, and under which name. `both`: the body field `idempotencyKey` and the header `Idempotency-Key`, and 400 when they differ. (OQ-01)", "oneOf": [{ "title": "IdempotencyAnywhere", "type": "object", "required": ["in"], "properties": { "in": { "const": "both" } }, "additionalProperties": false }, { "title": "IdempotencyPlace", "type": "object", "required": ["in", "name"], "properties": { "in": { "enum": ["header", "body"] }, "name": { "type": "string", "minLength": 1, "description": "Name of the header or body field." } }, "additionalProperties": false }] }, "emptyIdempotencyKey": { "description": "Whether an idempotency key without a character is refused by 400, or counts as none. (OQ-01)", "enum": ["reject", "ignore"] }, "createEventStatus": { "description": "The status of a new event. (OQ-02)", "type": "integer", "minimum": 200, "maximum": 299, "not": { "description": "which have no body", "enum": [204, 205] } }, "replayEventStatus": { "description": "The status of the original event, given again. (OQ-02)", "type": "integer", "minimum": 200, "maximum": 299, "not": { "description": "which have no body", "enum": [204, 205] } }, "replayHeader": { "description": "The header that marks a replay. (OQ-02)", "type": ["object", "null"], "required": ["name", "value"], "properties": { "name": { "$ref": "#/$defs/HeaderName" }, "value": { "type": "string", "minLength": 1 } }, "additionalProperties": false }, "deleteWebhookStatus": { "description": "The status of a deletion. (OQ-03)", "type": "integer", "minimum": 200, "maximum": 299, "not": { "description": "which have no body", "enum": [204, 205] } }, "lastPageCursor": { "description": "What `nextCursor` is on the last page. `present`: a cursor, behind which the list is empty. (OQ-04)", "enum": ["null", "absent", "present"] }, "defaultPageSize": { "description": "How many items a page has when `limit` is omitted. (OQ-05)", "type": "integer", "minimum": 1, "maximum": 100 }, "listOrder": { "description": "The order of both lists. `by-id`: by the text of the ids, which then say nothing of time. (OQ-06)", "enum": ["newest-first", "oldest-first", "by-id"] }, "overMaxLimit": { "description": "What a `limit` over 100 gets: a refusal, a page of 100, or a page of the default size. (OQ-07)", "enum": ["reject", "clamp", "default"] }, "invalidLimit": { "description": "What a `limit` under 1 or without an integer gets: a refusal, the default page size, or the nearest size. (OQ-08)", "enum": ["reject", "default", "clamp"] }, "invalidCursor": { "description": "What a cursor that is none gets: a refusal, the first page, or a page without items. (OQ-08)", "enum": ["reject", "first-page", "empty-page"] }, "errorCodes": { "description": "The `error.code` of each status, where the interface leaves it open. (OQ-09)", "type": "object", "propertyNames": { "description": "a status from 400 to 599", "type": "string", "pattern": "^[45]\\d\\d$" }, "additionalProperties": { "type": "string", "minLength": 1 } }, "challenge": { "description": "The value of `WWW-Authenticate`. (OQ-09)", "oneOf": [{ "title": "ChallengeOfAll", "type": ["string", "null"], "minLength": 1 }, { "title": "ChallengeBySituation", "type": "object", "required": ["missingKey", "invalidKey"], "properties": { "missingKey": { "type": ["string", "null"], "minLength": 1 }, "invalidKey": { "type": ["string", "null"], "minLength": 1 }, "expiredKey": { "type": ["string", "null"], "minLength": 1 }, "missingScope": { "type": ["string", "null"], "minLength": 1 } }, "additionalProperties": false }] }, "errors": { "description": "What a refusal says, by its situation. (OQ-09)", "type": "object", "properties": { "missingKey": { "description": "no API key was sent.", "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType" }, "invalidKey": { "description": "the API key is unknown, or no key at all.", "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType" }, "expiredKey": { "description": "the API key has expired; `expiredKeyStatus` is the status.", "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType" }, "missingScope": { "description": "the API key lacks the scope; `missingScopeStatus` is the status.", "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType" }, "rateLimited": { "description": "there were too many requests.", "$ref": "#/$defs/RefusalCodeMessageParamBodyContentType" }, "unknownPath": { "description": "nothing is at the path.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "notOffered": { "description": "an event is retrieved, and `operations.retrieveEvent` is `null`; as `unknownPath` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "wrongMethod": { "description": "the path has other methods.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "payloadTooLarge": { "description": "the body is longer than `maxPayloadBytes`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "contentType": { "description": "the body is not declared as JSON, and `contentTypes` is `json`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "missingBody": { "description": "there is no body; as `malformedJson` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "malformedJson": { "description": "the body is no JSON.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "invalidBody": { "description": "the body is JSON but no object.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "unknownField": { "description": "the body has a field that the request does not have, and `unknownFields` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "unknownParameter": { "description": "the query has a parameter that the list does not have, and `unknownParameters` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "missingType": { "description": "`type` is missing.", "$ref": "#/$defs/RefusalMessage" }, "invalidType": { "description": "`type` is no string.", "$ref": "#/$defs/RefusalMessageParam" }, "emptyType": { "description": "`type` has no character, and `emptyType` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "longType": { "description": "`type` is longer than `maxTypeLength`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "missingData": { "description": "`data` is missing.", "$ref": "#/$defs/RefusalMessageParam" }, "invalidData": { "description": "`data` is no object, and `nonObjectData` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "emptyIdempotencyKey": { "description": "the idempotency key has no character, and `emptyIdempotencyKey` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "idempotencyMismatch": { "description": "the idempotency key came with another body; `idempotencyMismatch` is the status.", "$ref": "#/$defs/RefusalCodeMessageParamContentType" }, "missingUrl": { "description": "`url` is missing.", "$ref": "#/$defs/RefusalMessageParam" }, "invalidUrl": { "description": "`url` is none that can be delivered to.", "$ref": "#/$defs/RefusalMessageParam" }, "webhookHost": { "description": "the host of `url` is none that `webhookHosts` permits; as `invalidUrl` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "insecureUrl": { "description": "`url` does not use HTTPS; the message has to say HTTPS.", "$ref": "#/$defs/RefusalMessageHttps" }, "duplicateUrl": { "description": "another webhook has the `url`, and `duplicateUrls` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "missingEvents": { "description": "`events` is missing.", "$ref": "#/$defs/RefusalMessageParam" }, "invalidEvents": { "description": "`events` is no list of types.", "$ref": "#/$defs/RefusalMessageParam" }, "emptyEvents": { "description": "`events` is empty, and `emptyOrMixedEvents` is `reject`; as `invalidEvents` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "duplicateEvents": { "description": "`events` holds a type twice, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "mixedEvents": { "description": "`events` mixes `*` with others, and `emptyOrMixedEvents` is `reject`; as `emptyEvents` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "longDescription": { "description": "`description` is longer than `maxDescriptionLength`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "testWebhook": { "description": "a test key registers a webhook, and `testWebhooks` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "unknownWebhook": { "description": "no webhook has the id.", "$ref": "#/$defs/RefusalMessageParamNone" }, "unknownEvent": { "description": "no event has the id.", "$ref": "#/$defs/RefusalMessageParam" }, "invalidLimit": { "description": "`limit` is under 1, and `invalidLimit` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "nonIntegerLimit": { "description": "`limit` is no integer, and `invalidLimit` is `reject`; as `invalidLimit` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "overMaxLimit": { "description": "`limit` is over 100, and `overMaxLimit` is `reject`; as `invalidLimit` unless stated.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" }, "invalidCursor": { "description": "`cursor` is none of the list, and `invalidCursor` is `reject`.", "$ref": "#/$defs/RefusalStatusCodeMessageParamBodyContentType" } }, "additionalProperties": false }, "missingScopeStatus": { "description": "The status that a scoped key without the scope gets. (OQ-10)", "type": "integer", "minimum": 400, "maximum": 499 }, "expiredKeyStatus": { "description": "The status that an expired key gets. (OQ-10)", "type": "integer", "minimum": 400, "maximum": 499 }, "retryAfter": { "description": "The form of `Retry-After`. (OQ-11)", "enum": ["seconds", "http-date", "fractional-seconds"] }, "signature": { "description": "How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex or in the shape of the sample. (OQ-12)", "type": "object", "required": ["scheme"], "properties": { "scheme": { "description": "The scheme. `unknown` where it is none of the known ones.", "enum": ["standard-webhooks", "svix", "timestamped-hex", "body-hex", "unknown"] }, "header": { "description": "Name of the header of the schemes that have one.", "type": "string", "minLength": 1 }, "sample": { "description": "A value of the signature header as it was seen. The mock sends others of its shape. Under `standard-webhooks` and `svix` it says which further signatures stand beside the right one, which is written `{signature}`.", "type": "string", "minLength": 1 }, "in": { "description": "Where a signature of the scheme `unknown` stands. Where it stands in no header, the mock sends no header for it.", "enum": ["header", "body", "url"] }, "idPrefix": { "description": "The prefix of the id that the schemes `standard-webhooks` and `svix` sign, where each delivery has one of its own. Without it the id is that of the event.", "type": "string" } }, "additionalProperties": false }, "deliveryBody": { "description": "What is delivered: the event, or `type`, `timestamp` and `data`, or what a template says. (OQ-13)", "oneOf": [{ "title": "KnownDeliveryBody", "enum": ["event", "standard-webhooks"] }, { "title": "DeliveryTemplate", "type": "object", "minProperties": 1, "additionalProperties": true }] }, "deliveryEncoding": { "description": "How the body of a delivery is written: as JSON, as a JSON string that holds JSON, as a form whose field `payload` holds JSON, not at all, or within a text. (OQ-13)", "oneOf": [{ "title": "KnownDeliveryEncoding", "enum": ["json", "json-string", "form", "empty"] }, { "title": "DeliveryText", "type": "object", "required": ["template"], "properties": { "template": { "description": "A text with the body in the place of `{json}`, `{form}`, `{markup}` or `{base64}`.", "type": "string", "minLength": 1 } }, "additionalProperties": false }] }, "operations": { "description": "Method and path of the operations that the interface does not show. `null` where one is not offered. (OQ-15)", "type": "object", "properties": { "retrieveEvent": { "type": ["string", "null"], "pattern": "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$" }, "listWebhooks": { "type": ["string", "null"], "pattern": "^GET /v1/[^\\s?#{}]+$" }, "createKey": { "type": ["string", "null"], "pattern": "^(POST|PUT) /v1/[^\\s?#{}]+$" } }, "additionalProperties": false }, "webhookList": { "description": "How the list of webhooks differs from the list of events, and a listed webhook from a registered one. What is left out is alike. (OQ-16)", "type": "object", "properties": { "order": { "enum": ["newest-first", "oldest-first", "by-id"] }, "lastPageCursor": { "enum": ["null", "absent", "present"] }, "item": { "$ref": "#/$defs/Sources" }, "list": { "$ref": "#/$defs/Sources" } }, "additionalProperties": false }, "goneDisables": { "description": "Whether a webhook whose receiver answers 410 is disabled: its status becomes `disabled`, and nothing is delivered to it any more. (OQ-18)", "type": "boolean" }, "maxPayloadBytes": { "description": "The longest body of a request, in bytes. A longer one is refused, by 413 unless `errors` says otherwise. (OQ-19)", "type": "integer", "minimum": 1 }, "idempotencyMismatch": { "description": "What a known idempotency key with another type or other data gets. (OQ-20)", "enum": ["original", "400", "409", "422"] }, "nonObjectData": { "description": "Whether `data` may be any JSON value. (OQ-21)", "enum": ["accept", "reject"] }, "unknownFields": { "description": "Whether a field that a request does not have is refused. (OQ-22)", "enum": ["ignore", "reject"] }, "unknownParameters": { "description": "Whether a parameter of the query that a list does not have is refused. (OQ-22)", "enum": ["ignore", "reject"] }, "emptyOrMixedEvents": { "description": "What happens to `events` that is empty, holds duplicates or mixes `*` with others. (OQ-23)", "enum": ["accept", "reject"] }, "omittedDescription": { "description": "What `description` is when none was given. (OQ-25)", "enum": ["absent", "null", "empty"] }, "allow": { "description": "Whether the refusal of a wrong method has the header `Allow`, and whether it names HEAD beside GET, and OPTIONS. (OQ-27)", "enum": ["with-head", "without-head", "absent", "with-options", "with-head-and-options"] }, "head": { "description": "Whether a path that answers GET answers HEAD. `as-allow`: where `allow` names HEAD, or is `absent`. `against-allow`: the other way round. (OQ-27)", "enum": ["as-allow", "against-allow"] }, "options": { "description": "The status with which OPTIONS is answered by the methods of a path, or that it is refused as any other wrong method. The mock always answers the preflight of a browser. (OQ-27)", "enum": ["204", "200", "refuse"] }, "duplicateUrls": { "description": "What a second webhook with one URL is: another one, refused, or the first one again. (OQ-31)", "enum": ["accept", "reject", "same"] }, "emptyType": { "description": "Whether a `type` may have no character. (OQ-32)", "enum": ["reject", "accept"] }, "maxTypeLength": { "description": "How many characters a `type` may have. A longer one is refused by 400. (OQ-32)", "type": ["integer", "null"], "minimum": 1 }, "maxDescriptionLength": { "description": "How many characters a `description` may have. A longer one is refused by 400. (OQ-32)", "type": ["integer", "null"], "minimum": 0 }, "contentTypes": { "description": "Whether a body that is not declared as JSON is refused (`json`), or read as JSON all the same (`any`). (OQ-34)", "enum": ["json", "any"] }, "testWebhooks": { "description": "Whether a test key may register webhooks. (OQ-35)", "enum": ["accept", "reject"] }, "webhookHosts": { "description": "Which hosts the URL of a webhook may name. `public`: loopback, private addresses and reserved names (`localhost`, `.invalid`) are refused by 400. (OQ-36)", "enum": ["any", "public"] }, "timestamps": { "description": "How `created` is written. (OQ-37)", "type": "object", "properties": { "precision": { "enum": ["seconds", "milliseconds", "microseconds", "nanoseconds"] }, "suffix": { "enum": ["Z", "+00:00"] } }, "additionalProperties": false }, "extras": { "description": "Further fields of a resource, of the list envelope, of the error envelope and of the deletion result, and further parameters of the query of a delivery. (OQ-38)", "type": "object", "properties": { "event": { "$ref": "#/$defs/Sources" }, "webhook": { "$ref": "#/$defs/Sources" }, "list": { "$ref": "#/$defs/Sources" }, "error": { "$ref": "#/$defs/Sources" }, "deletion": { "$ref": "#/$defs/Sources" }, "delivery": { "$ref": "#/$defs/Sources" } }, "additionalProperties": false }, "headers": { "description": "Further headers of answers and of deliveries. (OQ-38)", "type": "object", "properties": { "every": { "$ref": "#/$defs/HeaderSources" }, "event": { "$ref": "#/$defs/HeaderSources" }, "webhook": { "$ref": "#/$defs/HeaderSources" }, "list": { "$ref": "#/$defs/HeaderSources" }, "error": { "$ref": "#/$defs/HeaderSources" }, "deletion": { "$ref": "#/$defs/HeaderSources" }, "retrieval": { "$ref": "#/$defs/HeaderSources" }, "delivery": { "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false } }, "additionalProperties": false, "$defs": { "HeaderName": { "description": "a name of a header", "type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }, "Sources": { "description": "Further fields by their names, each with the source of its value.", "type": "object", "additionalProperties": { "$ref": "#/$defs/Source" } }, "HeaderSources": { "description": "Further headers by their names, each with the source of its value.", "type": "object", "propertyNames": { "$ref": "#/$defs/HeaderName" }, "additionalProperties": { "$ref": "#/$defs/Source" } }, "Source": { "description": '{"constant": ...}, {"copy": "..."}, {"template": "..."} or {"kind": "...", "sample": ...} with the kind id, timestamp, url, text, number or boolean', "oneOf": [{ "title": "ConstantSource", "type": "object", "required": ["constant"], "properties": { "constant": { "description": "The value, always the same." } }, "additionalProperties": false }, { "title": "CopySource", "type": "object", "required": ["copy"], "properties": { "copy": { "description": "The field whose value is repeated.", "type": "string", "minLength": 1 } }, "additionalProperties": false }, { "title": "TemplateSource", "type": "object", "required": ["template"], "properties": { "template": { "description": "A text in which `{name}` stands for the field of that name.", "type": "string", "minLength": 1 } }, "additionalProperties": false }, { "title": "KindSource", "type": "object", "required": ["kind", "sample"], "properties": { "kind": { "enum": ["id", "timestamp", "url", "text", "number", "boolean"] }, "sample": { "description": "A value as it was seen. Others have its shape.", "type": ["string", "number", "boolean"] } }, "additionalProperties": false }] }, "StatedStatus": { "description": "Its status.", "type": "integer", "minimum": 400, "maximum": 499 }, "StatedCode": { "description": "Its `error.code`.", "type": "string", "minLength": 1 }, "StatedMessage": { "description": "Its `error.message`. `{value}` stands for the offending value, `{kind}` for its JSON type, and after a wrong method `{path}` and `{methods}` for the path and its methods.", "type": "string", "minLength": 1 }, "StatedParam": { "description": "a text, null where it is written as null, or false where it is left out", "oneOf": [{ "title": "ParamText", "type": ["string", "null"], "minLength": 1 }, { "title": "NoParam", "const": false }] }, "StatedBody": { "description": "Its body: the error envelope, nothing, or the message as the whole text of the body, which is HTML, plain or JSON.", "enum": ["error", "empty", "html", "text", "json"] }, "StatedContentType": { "description": "Its `Content-Type`.", "type": "string", "minLength": 1 }, "RefusalCodeMessageParamBodyContentType": { "type": "object", "properties": { "code": { "$ref": "#/$defs/StatedCode" }, "message": { "$ref": "#/$defs/StatedMessage" }, "param": { "$ref": "#/$defs/StatedParam" }, "body": { "$ref": "#/$defs/StatedBody" }, "contentType": { "$ref": "#/$defs/StatedContentType" }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false }, "RefusalStatusCodeMessageParamBodyContentType": { "type": "object", "properties": { "status": { "$ref": "#/$defs/StatedStatus" }, "code": { "$ref": "#/$defs/StatedCode" }, "message": { "$ref": "#/$defs/StatedMessage" }, "param": { "$ref": "#/$defs/StatedParam" }, "body": { "$ref": "#/$defs/StatedBody" }, "contentType": { "$ref": "#/$defs/StatedContentType" }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false }, "RefusalMessage": { "type": "object", "properties": { "message": { "$ref": "#/$defs/StatedMessage" }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false }, "RefusalMessageParam": { "type": "object", "properties": { "message": { "$ref": "#/$defs/StatedMessage" }, "param": { "$ref": "#/$defs/StatedParam" }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false }, "RefusalCodeMessageParamContentType": { "type": "object", "properties": { "code": { "$ref": "#/$defs/StatedCode" }, "message": { "$ref": "#/$defs/StatedMessage" }, "param": { "$ref": "#/$defs/StatedParam" }, "contentType": { "$ref": "#/$defs/StatedContentType" }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false }, "RefusalMessageHttps": { "type": "object", "properties": { "message": { "description": "a text that says https", "type": "string", "minLength": 1, "pattern": "[Hh][Tt][Tt][Pp][Ss]" }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false }, "RefusalMessageParamNone": { "type": "object", "properties": { "message": { "$ref": "#/$defs/StatedMessage" }, "param": { "description": "No field is named: null or left out.", "enum": [null, false] }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false } } };
var func1 = Object.prototype.hasOwnProperty;
var func2 = require_ucs2length().default;
var pattern3 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "u");
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate54.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data === "string") {
    if (!pattern3.test(data)) {
      const err0 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }, message: 'must match pattern "^[!#$%&\'*+.^_`|~0-9A-Za-z-]+$"' };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate54.errors = vErrors;
  return errors === 0;
}
validate54.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate57.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data === "string") {
    if (func2(data) < 1) {
      const err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate57.errors = vErrors;
  return errors === 0;
}
validate57.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate59.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data === "string") {
    if (func2(data) < 1) {
      const err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
validate59.evaluated = { "dynamicProps": false, "dynamicItems": false };
var schema25 = { "description": "a text, null where it is written as null, or false where it is left out", "oneOf": [{ "title": "ParamText", "type": ["string", "null"], "minLength": 1 }, { "title": "NoParam", "const": false }] };
function validate61(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate61.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  let valid0 = false;
  let passing0 = null;
  const _errs1 = errors;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/oneOf/0/type", keyword: "type", params: { type: schema25.oneOf[0].type }, message: "must be string,null" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (func2(data) < 1) {
      const err1 = { instancePath, schemaPath: "#/oneOf/0/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  }
  var _valid0 = _errs1 === errors;
  if (_valid0) {
    valid0 = true;
    passing0 = 0;
  }
  const _errs3 = errors;
  if (false !== data) {
    const err2 = { instancePath, schemaPath: "#/oneOf/1/const", keyword: "const", params: { allowedValue: false }, message: "must be equal to constant" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  var _valid0 = _errs3 === errors;
  if (_valid0 && valid0) {
    valid0 = false;
    passing0 = [passing0, 1];
  } else {
    if (_valid0) {
      valid0 = true;
      passing0 = 1;
    }
  }
  if (!valid0) {
    const err3 = { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate61.errors = vErrors;
  return errors === 0;
}
validate61.evaluated = { "dynamicProps": false, "dynamicItems": false };
var schema26 = { "description": "Its body: the error envelope, nothing, or the message as the whole text of the body, which is HTML, plain or JSON.", "enum": ["error", "empty", "html", "text", "json"] };
function validate63(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate63.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!(data === "error" || data === "empty" || data === "html" || data === "text" || data === "json")) {
    const err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema26.enum }, message: "must be equal to one of the allowed values" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate63.errors = vErrors;
  return errors === 0;
}
validate63.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate65(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate65.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data === "string") {
    if (func2(data) < 1) {
      const err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate65.errors = vErrors;
  return errors === 0;
}
validate65.evaluated = { "dynamicProps": false, "dynamicItems": false };
var schema29 = { "description": '{"constant": ...}, {"copy": "..."}, {"template": "..."} or {"kind": "...", "sample": ...} with the kind id, timestamp, url, text, number or boolean', "oneOf": [{ "title": "ConstantSource", "type": "object", "required": ["constant"], "properties": { "constant": { "description": "The value, always the same." } }, "additionalProperties": false }, { "title": "CopySource", "type": "object", "required": ["copy"], "properties": { "copy": { "description": "The field whose value is repeated.", "type": "string", "minLength": 1 } }, "additionalProperties": false }, { "title": "TemplateSource", "type": "object", "required": ["template"], "properties": { "template": { "description": "A text in which `{name}` stands for the field of that name.", "type": "string", "minLength": 1 } }, "additionalProperties": false }, { "title": "KindSource", "type": "object", "required": ["kind", "sample"], "properties": { "kind": { "enum": ["id", "timestamp", "url", "text", "number", "boolean"] }, "sample": { "description": "A value as it was seen. Others have its shape.", "type": ["string", "number", "boolean"] } }, "additionalProperties": false }] };
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate69.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  let valid0 = false;
  let passing0 = null;
  const _errs1 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.constant === void 0) {
      const err0 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "constant" }, message: "must have required property 'constant'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "constant")) {
        const err1 = { instancePath, schemaPath: "#/oneOf/0/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/oneOf/0/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  if (_valid0) {
    valid0 = true;
    passing0 = 0;
    var props0 = true;
  }
  const _errs4 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.copy === void 0) {
      const err3 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "copy" }, message: "must have required property 'copy'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key1 in data) {
      if (!(key1 === "copy")) {
        const err4 = { instancePath, schemaPath: "#/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.copy !== void 0) {
      let data0 = data.copy;
      if (typeof data0 === "string") {
        if (func2(data0) < 1) {
          const err5 = { instancePath: instancePath + "/copy", schemaPath: "#/oneOf/1/properties/copy/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/copy", schemaPath: "#/oneOf/1/properties/copy/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  var _valid0 = _errs4 === errors;
  if (_valid0 && valid0) {
    valid0 = false;
    passing0 = [passing0, 1];
  } else {
    if (_valid0) {
      valid0 = true;
      passing0 = 1;
      if (props0 !== true) {
        props0 = true;
      }
    }
    const _errs9 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.template === void 0) {
        const err8 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "template" }, message: "must have required property 'template'" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      for (const key2 in data) {
        if (!(key2 === "template")) {
          const err9 = { instancePath, schemaPath: "#/oneOf/2/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
      if (data.template !== void 0) {
        let data1 = data.template;
        if (typeof data1 === "string") {
          if (func2(data1) < 1) {
            const err10 = { instancePath: instancePath + "/template", schemaPath: "#/oneOf/2/properties/template/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        } else {
          const err11 = { instancePath: instancePath + "/template", schemaPath: "#/oneOf/2/properties/template/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      }
    } else {
      const err12 = { instancePath, schemaPath: "#/oneOf/2/type", keyword: "type", params: { type: "object" }, message: "must be object" };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    var _valid0 = _errs9 === errors;
    if (_valid0 && valid0) {
      valid0 = false;
      passing0 = [passing0, 2];
    } else {
      if (_valid0) {
        valid0 = true;
        passing0 = 2;
        if (props0 !== true) {
          props0 = true;
        }
      }
      const _errs14 = errors;
      if (data && typeof data == "object" && !Array.isArray(data)) {
        if (data.kind === void 0) {
          const err13 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (data.sample === void 0) {
          const err14 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "sample" }, message: "must have required property 'sample'" };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
        for (const key3 in data) {
          if (!(key3 === "kind" || key3 === "sample")) {
            const err15 = { instancePath, schemaPath: "#/oneOf/3/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data.kind !== void 0) {
          let data2 = data.kind;
          if (!(data2 === "id" || data2 === "timestamp" || data2 === "url" || data2 === "text" || data2 === "number" || data2 === "boolean")) {
            const err16 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/3/properties/kind/enum", keyword: "enum", params: { allowedValues: schema29.oneOf[3].properties.kind.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data.sample !== void 0) {
          let data3 = data.sample;
          if (typeof data3 !== "string" && !(typeof data3 == "number" && isFinite(data3)) && typeof data3 !== "boolean") {
            const err17 = { instancePath: instancePath + "/sample", schemaPath: "#/oneOf/3/properties/sample/type", keyword: "type", params: { type: schema29.oneOf[3].properties.sample.type }, message: "must be string,number,boolean" };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = { instancePath, schemaPath: "#/oneOf/3/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
      var _valid0 = _errs14 === errors;
      if (_valid0 && valid0) {
        valid0 = false;
        passing0 = [passing0, 3];
      } else {
        if (_valid0) {
          valid0 = true;
          passing0 = 3;
          if (props0 !== true) {
            props0 = true;
          }
        }
      }
    }
  }
  if (!valid0) {
    const err19 = { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate69.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate69.evaluated = { "dynamicProps": true, "dynamicItems": false };
function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate67.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      const _errs1 = errors;
      if (!validate54(key0, { instancePath, parentData: data, parentDataProperty, rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
        errors = vErrors.length;
      }
      var valid0 = _errs1 === errors;
      if (!valid0) {
        const err0 = { instancePath, schemaPath: "#/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    for (const key1 in data) {
      if (!validate69(data[key1], { instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data, parentDataProperty: key1, rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate67.errors = vErrors;
  return errors === 0;
}
validate67.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate56.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "code" || key0 === "message" || key0 === "param" || key0 === "body" || key0 === "contentType" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!validate57(data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
        errors = vErrors.length;
      }
    }
    if (data.message !== void 0) {
      if (!validate59(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.param !== void 0) {
      if (!validate61(data.param, { instancePath: instancePath + "/param", parentData: data, parentDataProperty: "param", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
        errors = vErrors.length;
      }
    }
    if (data.body !== void 0) {
      if (!validate63(data.body, { instancePath: instancePath + "/body", parentData: data, parentDataProperty: "body", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.contentType !== void 0) {
      if (!validate65(data.contentType, { instancePath: instancePath + "/contentType", parentData: data, parentDataProperty: "contentType", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
        errors = vErrors.length;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
validate56.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate78.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 499 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 499 }, message: "must be <= 499" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 400 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate78.errors = vErrors;
  return errors === 0;
}
validate78.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate77.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "status" || key0 === "code" || key0 === "message" || key0 === "param" || key0 === "body" || key0 === "contentType" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      if (!validate78(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate78.errors : vErrors.concat(validate78.errors);
        errors = vErrors.length;
      }
    }
    if (data.code !== void 0) {
      if (!validate57(data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
        errors = vErrors.length;
      }
    }
    if (data.message !== void 0) {
      if (!validate59(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.param !== void 0) {
      if (!validate61(data.param, { instancePath: instancePath + "/param", parentData: data, parentDataProperty: "param", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
        errors = vErrors.length;
      }
    }
    if (data.body !== void 0) {
      if (!validate63(data.body, { instancePath: instancePath + "/body", parentData: data, parentDataProperty: "body", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.contentType !== void 0) {
      if (!validate65(data.contentType, { instancePath: instancePath + "/contentType", parentData: data, parentDataProperty: "contentType", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
        errors = vErrors.length;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate77.errors = vErrors;
  return errors === 0;
}
validate77.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate96(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate96.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "message" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (!validate59(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate96.errors = vErrors;
  return errors === 0;
}
validate96.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate100(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate100.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "message" || key0 === "param" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (!validate59(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.param !== void 0) {
      if (!validate61(data.param, { instancePath: instancePath + "/param", parentData: data, parentDataProperty: "param", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
        errors = vErrors.length;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate100.errors = vErrors;
  return errors === 0;
}
validate100.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate110(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate110.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "code" || key0 === "message" || key0 === "param" || key0 === "contentType" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!validate57(data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
        errors = vErrors.length;
      }
    }
    if (data.message !== void 0) {
      if (!validate59(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.param !== void 0) {
      if (!validate61(data.param, { instancePath: instancePath + "/param", parentData: data, parentDataProperty: "param", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
        errors = vErrors.length;
      }
    }
    if (data.contentType !== void 0) {
      if (!validate65(data.contentType, { instancePath: instancePath + "/contentType", parentData: data, parentDataProperty: "contentType", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
        errors = vErrors.length;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate110.errors = vErrors;
  return errors === 0;
}
validate110.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var pattern5 = new RegExp("[Hh][Tt][Tt][Pp][Ss]", "u");
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate120.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "message" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      let data0 = data.message;
      if (typeof data0 === "string") {
        if (func2(data0) < 1) {
          const err1 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (!pattern5.test(data0)) {
          const err2 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/pattern", keyword: "pattern", params: { pattern: "[Hh][Tt][Tt][Pp][Ss]" }, message: 'must match pattern "[Hh][Tt][Tt][Pp][Ss]"' };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate120.errors = vErrors;
  return errors === 0;
}
validate120.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var schema36 = { "type": "object", "properties": { "message": { "$ref": "#/$defs/StatedMessage" }, "param": { "description": "No field is named: null or left out.", "enum": [null, false] }, "headers": { "description": "Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.", "$ref": "#/$defs/HeaderSources" } }, "additionalProperties": false };
function validate131(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate131.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "message" || key0 === "param" || key0 === "headers")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (!validate59(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.param !== void 0) {
      let data1 = data.param;
      if (!(data1 === null || data1 === false)) {
        const err1 = { instancePath: instancePath + "/param", schemaPath: "#/properties/param/enum", keyword: "enum", params: { allowedValues: schema36.properties.param.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.headers !== void 0) {
      if (!validate67(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate131.errors = vErrors;
  return errors === 0;
}
validate131.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate140(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate140.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!validate69(data[key0], { instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data, parentDataProperty: key0, rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate140.errors = vErrors;
  return errors === 0;
}
validate140.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var pattern4 = new RegExp("^[45]\\d\\d$", "u");
var pattern6 = new RegExp("^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$", "u");
var pattern7 = new RegExp("^GET /v1/[^\\s?#{}]+$", "u");
var pattern8 = new RegExp("^(POST|PUT) /v1/[^\\s?#{}]+$", "u");
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate53.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func1.call(schema20.properties, key0)) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.idempotency !== void 0) {
      let data0 = data.idempotency;
      const _errs3 = errors;
      let valid1 = false;
      let passing0 = null;
      const _errs4 = errors;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.in === void 0) {
          const err1 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/0/required", keyword: "required", params: { missingProperty: "in" }, message: "must have required property 'in'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        for (const key1 in data0) {
          if (!(key1 === "in")) {
            const err2 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/0/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
        if (data0.in !== void 0) {
          if ("both" !== data0.in) {
            const err3 = { instancePath: instancePath + "/idempotency/in", schemaPath: "#/properties/idempotency/oneOf/0/properties/in/const", keyword: "const", params: { allowedValue: "both" }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/0/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      var _valid0 = _errs4 === errors;
      if (_valid0) {
        valid1 = true;
        passing0 = 0;
        var props0 = true;
      }
      const _errs8 = errors;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.in === void 0) {
          const err5 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/1/required", keyword: "required", params: { missingProperty: "in" }, message: "must have required property 'in'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.name === void 0) {
          const err6 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/1/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        for (const key2 in data0) {
          if (!(key2 === "in" || key2 === "name")) {
            const err7 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.in !== void 0) {
          let data2 = data0.in;
          if (!(data2 === "header" || data2 === "body")) {
            const err8 = { instancePath: instancePath + "/idempotency/in", schemaPath: "#/properties/idempotency/oneOf/1/properties/in/enum", keyword: "enum", params: { allowedValues: schema20.properties.idempotency.oneOf[1].properties.in.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.name !== void 0) {
          let data3 = data0.name;
          if (typeof data3 === "string") {
            if (func2(data3) < 1) {
              const err9 = { instancePath: instancePath + "/idempotency/name", schemaPath: "#/properties/idempotency/oneOf/1/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          } else {
            const err10 = { instancePath: instancePath + "/idempotency/name", schemaPath: "#/properties/idempotency/oneOf/1/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      var _valid0 = _errs8 === errors;
      if (_valid0 && valid1) {
        valid1 = false;
        passing0 = [passing0, 1];
      } else {
        if (_valid0) {
          valid1 = true;
          passing0 = 1;
          if (props0 !== true) {
            props0 = true;
          }
        }
      }
      if (!valid1) {
        const err12 = { instancePath: instancePath + "/idempotency", schemaPath: "#/properties/idempotency/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      } else {
        errors = _errs3;
        if (vErrors !== null) {
          if (_errs3) {
            vErrors.length = _errs3;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.emptyIdempotencyKey !== void 0) {
      let data4 = data.emptyIdempotencyKey;
      if (!(data4 === "reject" || data4 === "ignore")) {
        const err13 = { instancePath: instancePath + "/emptyIdempotencyKey", schemaPath: "#/properties/emptyIdempotencyKey/enum", keyword: "enum", params: { allowedValues: schema20.properties.emptyIdempotencyKey.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.createEventStatus !== void 0) {
      let data5 = data.createEventStatus;
      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
        const err14 = { instancePath: instancePath + "/createEventStatus", schemaPath: "#/properties/createEventStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
      const _errs17 = errors;
      const _errs18 = errors;
      if (!(data5 === 204 || data5 === 205)) {
        const err15 = {};
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
      var valid4 = _errs18 === errors;
      if (valid4) {
        const err16 = { instancePath: instancePath + "/createEventStatus", schemaPath: "#/properties/createEventStatus/not", keyword: "not", params: {}, message: "must NOT be valid" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      } else {
        errors = _errs17;
        if (vErrors !== null) {
          if (_errs17) {
            vErrors.length = _errs17;
          } else {
            vErrors = null;
          }
        }
      }
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 299 || isNaN(data5)) {
          const err17 = { instancePath: instancePath + "/createEventStatus", schemaPath: "#/properties/createEventStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 299 }, message: "must be <= 299" };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
        if (data5 < 200 || isNaN(data5)) {
          const err18 = { instancePath: instancePath + "/createEventStatus", schemaPath: "#/properties/createEventStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 200 }, message: "must be >= 200" };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      }
    }
    if (data.replayEventStatus !== void 0) {
      let data6 = data.replayEventStatus;
      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
        const err19 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "#/properties/replayEventStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
      const _errs21 = errors;
      const _errs22 = errors;
      if (!(data6 === 204 || data6 === 205)) {
        const err20 = {};
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
      var valid5 = _errs22 === errors;
      if (valid5) {
        const err21 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "#/properties/replayEventStatus/not", keyword: "not", params: {}, message: "must NOT be valid" };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      } else {
        errors = _errs21;
        if (vErrors !== null) {
          if (_errs21) {
            vErrors.length = _errs21;
          } else {
            vErrors = null;
          }
        }
      }
      if (typeof data6 == "number" && isFinite(data6)) {
        if (data6 > 299 || isNaN(data6)) {
          const err22 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "#/properties/replayEventStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 299 }, message: "must be <= 299" };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
        if (data6 < 200 || isNaN(data6)) {
          const err23 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "#/properties/replayEventStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 200 }, message: "must be >= 200" };
          if (vErrors === null) {
            vErrors = [err23];
          } else {
            vErrors.push(err23);
          }
          errors++;
        }
      }
    }
    if (data.replayHeader !== void 0) {
      let data7 = data.replayHeader;
      if (!(data7 && typeof data7 == "object" && !Array.isArray(data7)) && data7 !== null) {
        const err24 = { instancePath: instancePath + "/replayHeader", schemaPath: "#/properties/replayHeader/type", keyword: "type", params: { type: schema20.properties.replayHeader.type }, message: "must be object,null" };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        if (data7.name === void 0) {
          const err25 = { instancePath: instancePath + "/replayHeader", schemaPath: "#/properties/replayHeader/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          if (vErrors === null) {
            vErrors = [err25];
          } else {
            vErrors.push(err25);
          }
          errors++;
        }
        if (data7.value === void 0) {
          const err26 = { instancePath: instancePath + "/replayHeader", schemaPath: "#/properties/replayHeader/required", keyword: "required", params: { missingProperty: "value" }, message: "must have required property 'value'" };
          if (vErrors === null) {
            vErrors = [err26];
          } else {
            vErrors.push(err26);
          }
          errors++;
        }
        for (const key3 in data7) {
          if (!(key3 === "name" || key3 === "value")) {
            const err27 = { instancePath: instancePath + "/replayHeader", schemaPath: "#/properties/replayHeader/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
        if (data7.name !== void 0) {
          if (!validate54(data7.name, { instancePath: instancePath + "/replayHeader/name", parentData: data7, parentDataProperty: "name", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
            errors = vErrors.length;
          }
        }
        if (data7.value !== void 0) {
          let data9 = data7.value;
          if (typeof data9 === "string") {
            if (func2(data9) < 1) {
              const err28 = { instancePath: instancePath + "/replayHeader/value", schemaPath: "#/properties/replayHeader/properties/value/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err28];
              } else {
                vErrors.push(err28);
              }
              errors++;
            }
          } else {
            const err29 = { instancePath: instancePath + "/replayHeader/value", schemaPath: "#/properties/replayHeader/properties/value/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
        }
      }
    }
    if (data.deleteWebhookStatus !== void 0) {
      let data10 = data.deleteWebhookStatus;
      if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
        const err30 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "#/properties/deleteWebhookStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
      const _errs31 = errors;
      const _errs32 = errors;
      if (!(data10 === 204 || data10 === 205)) {
        const err31 = {};
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      }
      var valid7 = _errs32 === errors;
      if (valid7) {
        const err32 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "#/properties/deleteWebhookStatus/not", keyword: "not", params: {}, message: "must NOT be valid" };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      } else {
        errors = _errs31;
        if (vErrors !== null) {
          if (_errs31) {
            vErrors.length = _errs31;
          } else {
            vErrors = null;
          }
        }
      }
      if (typeof data10 == "number" && isFinite(data10)) {
        if (data10 > 299 || isNaN(data10)) {
          const err33 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "#/properties/deleteWebhookStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 299 }, message: "must be <= 299" };
          if (vErrors === null) {
            vErrors = [err33];
          } else {
            vErrors.push(err33);
          }
          errors++;
        }
        if (data10 < 200 || isNaN(data10)) {
          const err34 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "#/properties/deleteWebhookStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 200 }, message: "must be >= 200" };
          if (vErrors === null) {
            vErrors = [err34];
          } else {
            vErrors.push(err34);
          }
          errors++;
        }
      }
    }
    if (data.lastPageCursor !== void 0) {
      let data11 = data.lastPageCursor;
      if (!(data11 === "null" || data11 === "absent" || data11 === "present")) {
        const err35 = { instancePath: instancePath + "/lastPageCursor", schemaPath: "#/properties/lastPageCursor/enum", keyword: "enum", params: { allowedValues: schema20.properties.lastPageCursor.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err35];
        } else {
          vErrors.push(err35);
        }
        errors++;
      }
    }
    if (data.defaultPageSize !== void 0) {
      let data12 = data.defaultPageSize;
      if (!(typeof data12 == "number" && (!(data12 % 1) && !isNaN(data12)) && isFinite(data12))) {
        const err36 = { instancePath: instancePath + "/defaultPageSize", schemaPath: "#/properties/defaultPageSize/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
      if (typeof data12 == "number" && isFinite(data12)) {
        if (data12 > 100 || isNaN(data12)) {
          const err37 = { instancePath: instancePath + "/defaultPageSize", schemaPath: "#/properties/defaultPageSize/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
          if (vErrors === null) {
            vErrors = [err37];
          } else {
            vErrors.push(err37);
          }
          errors++;
        }
        if (data12 < 1 || isNaN(data12)) {
          const err38 = { instancePath: instancePath + "/defaultPageSize", schemaPath: "#/properties/defaultPageSize/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err38];
          } else {
            vErrors.push(err38);
          }
          errors++;
        }
      }
    }
    if (data.listOrder !== void 0) {
      let data13 = data.listOrder;
      if (!(data13 === "newest-first" || data13 === "oldest-first" || data13 === "by-id")) {
        const err39 = { instancePath: instancePath + "/listOrder", schemaPath: "#/properties/listOrder/enum", keyword: "enum", params: { allowedValues: schema20.properties.listOrder.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
    if (data.overMaxLimit !== void 0) {
      let data14 = data.overMaxLimit;
      if (!(data14 === "reject" || data14 === "clamp" || data14 === "default")) {
        const err40 = { instancePath: instancePath + "/overMaxLimit", schemaPath: "#/properties/overMaxLimit/enum", keyword: "enum", params: { allowedValues: schema20.properties.overMaxLimit.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
    }
    if (data.invalidLimit !== void 0) {
      let data15 = data.invalidLimit;
      if (!(data15 === "reject" || data15 === "default" || data15 === "clamp")) {
        const err41 = { instancePath: instancePath + "/invalidLimit", schemaPath: "#/properties/invalidLimit/enum", keyword: "enum", params: { allowedValues: schema20.properties.invalidLimit.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err41];
        } else {
          vErrors.push(err41);
        }
        errors++;
      }
    }
    if (data.invalidCursor !== void 0) {
      let data16 = data.invalidCursor;
      if (!(data16 === "reject" || data16 === "first-page" || data16 === "empty-page")) {
        const err42 = { instancePath: instancePath + "/invalidCursor", schemaPath: "#/properties/invalidCursor/enum", keyword: "enum", params: { allowedValues: schema20.properties.invalidCursor.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err42];
        } else {
          vErrors.push(err42);
        }
        errors++;
      }
    }
    if (data.errorCodes !== void 0) {
      let data17 = data.errorCodes;
      if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
        for (const key4 in data17) {
          const _errs42 = errors;
          if (typeof key4 === "string") {
            if (!pattern4.test(key4)) {
              const err43 = { instancePath: instancePath + "/errorCodes", schemaPath: "#/properties/errorCodes/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[45]\\d\\d$" }, message: 'must match pattern "^[45]\\d\\d$"', propertyName: key4 };
              if (vErrors === null) {
                vErrors = [err43];
              } else {
                vErrors.push(err43);
              }
              errors++;
            }
          } else {
            const err44 = { instancePath: instancePath + "/errorCodes", schemaPath: "#/properties/errorCodes/propertyNames/type", keyword: "type", params: { type: "string" }, message: "must be string", propertyName: key4 };
            if (vErrors === null) {
              vErrors = [err44];
            } else {
              vErrors.push(err44);
            }
            errors++;
          }
          var valid8 = _errs42 === errors;
          if (!valid8) {
            const err45 = { instancePath: instancePath + "/errorCodes", schemaPath: "#/properties/errorCodes/propertyNames", keyword: "propertyNames", params: { propertyName: key4 }, message: "property name must be valid" };
            if (vErrors === null) {
              vErrors = [err45];
            } else {
              vErrors.push(err45);
            }
            errors++;
          }
        }
        for (const key5 in data17) {
          let data18 = data17[key5];
          if (typeof data18 === "string") {
            if (func2(data18) < 1) {
              const err46 = { instancePath: instancePath + "/errorCodes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/errorCodes/additionalProperties/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err46];
              } else {
                vErrors.push(err46);
              }
              errors++;
            }
          } else {
            const err47 = { instancePath: instancePath + "/errorCodes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/errorCodes/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err47];
            } else {
              vErrors.push(err47);
            }
            errors++;
          }
        }
      } else {
        const err48 = { instancePath: instancePath + "/errorCodes", schemaPath: "#/properties/errorCodes/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err48];
        } else {
          vErrors.push(err48);
        }
        errors++;
      }
    }
    if (data.challenge !== void 0) {
      let data19 = data.challenge;
      const _errs48 = errors;
      let valid10 = false;
      let passing1 = null;
      const _errs49 = errors;
      if (typeof data19 !== "string" && data19 !== null) {
        const err49 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf/0/type", keyword: "type", params: { type: schema20.properties.challenge.oneOf[0].type }, message: "must be string,null" };
        if (vErrors === null) {
          vErrors = [err49];
        } else {
          vErrors.push(err49);
        }
        errors++;
      }
      if (typeof data19 === "string") {
        if (func2(data19) < 1) {
          const err50 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf/0/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err50];
          } else {
            vErrors.push(err50);
          }
          errors++;
        }
      }
      var _valid1 = _errs49 === errors;
      if (_valid1) {
        valid10 = true;
        passing1 = 0;
      }
      const _errs51 = errors;
      if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
        if (data19.missingKey === void 0) {
          const err51 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf/1/required", keyword: "required", params: { missingProperty: "missingKey" }, message: "must have required property 'missingKey'" };
          if (vErrors === null) {
            vErrors = [err51];
          } else {
            vErrors.push(err51);
          }
          errors++;
        }
        if (data19.invalidKey === void 0) {
          const err52 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf/1/required", keyword: "required", params: { missingProperty: "invalidKey" }, message: "must have required property 'invalidKey'" };
          if (vErrors === null) {
            vErrors = [err52];
          } else {
            vErrors.push(err52);
          }
          errors++;
        }
        for (const key6 in data19) {
          if (!(key6 === "missingKey" || key6 === "invalidKey" || key6 === "expiredKey" || key6 === "missingScope")) {
            const err53 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err53];
            } else {
              vErrors.push(err53);
            }
            errors++;
          }
        }
        if (data19.missingKey !== void 0) {
          let data20 = data19.missingKey;
          if (typeof data20 !== "string" && data20 !== null) {
            const err54 = { instancePath: instancePath + "/challenge/missingKey", schemaPath: "#/properties/challenge/oneOf/1/properties/missingKey/type", keyword: "type", params: { type: schema20.properties.challenge.oneOf[1].properties.missingKey.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err54];
            } else {
              vErrors.push(err54);
            }
            errors++;
          }
          if (typeof data20 === "string") {
            if (func2(data20) < 1) {
              const err55 = { instancePath: instancePath + "/challenge/missingKey", schemaPath: "#/properties/challenge/oneOf/1/properties/missingKey/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err55];
              } else {
                vErrors.push(err55);
              }
              errors++;
            }
          }
        }
        if (data19.invalidKey !== void 0) {
          let data21 = data19.invalidKey;
          if (typeof data21 !== "string" && data21 !== null) {
            const err56 = { instancePath: instancePath + "/challenge/invalidKey", schemaPath: "#/properties/challenge/oneOf/1/properties/invalidKey/type", keyword: "type", params: { type: schema20.properties.challenge.oneOf[1].properties.invalidKey.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err56];
            } else {
              vErrors.push(err56);
            }
            errors++;
          }
          if (typeof data21 === "string") {
            if (func2(data21) < 1) {
              const err57 = { instancePath: instancePath + "/challenge/invalidKey", schemaPath: "#/properties/challenge/oneOf/1/properties/invalidKey/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err57];
              } else {
                vErrors.push(err57);
              }
              errors++;
            }
          }
        }
        if (data19.expiredKey !== void 0) {
          let data22 = data19.expiredKey;
          if (typeof data22 !== "string" && data22 !== null) {
            const err58 = { instancePath: instancePath + "/challenge/expiredKey", schemaPath: "#/properties/challenge/oneOf/1/properties/expiredKey/type", keyword: "type", params: { type: schema20.properties.challenge.oneOf[1].properties.expiredKey.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err58];
            } else {
              vErrors.push(err58);
            }
            errors++;
          }
          if (typeof data22 === "string") {
            if (func2(data22) < 1) {
              const err59 = { instancePath: instancePath + "/challenge/expiredKey", schemaPath: "#/properties/challenge/oneOf/1/properties/expiredKey/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err59];
              } else {
                vErrors.push(err59);
              }
              errors++;
            }
          }
        }
        if (data19.missingScope !== void 0) {
          let data23 = data19.missingScope;
          if (typeof data23 !== "string" && data23 !== null) {
            const err60 = { instancePath: instancePath + "/challenge/missingScope", schemaPath: "#/properties/challenge/oneOf/1/properties/missingScope/type", keyword: "type", params: { type: schema20.properties.challenge.oneOf[1].properties.missingScope.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err60];
            } else {
              vErrors.push(err60);
            }
            errors++;
          }
          if (typeof data23 === "string") {
            if (func2(data23) < 1) {
              const err61 = { instancePath: instancePath + "/challenge/missingScope", schemaPath: "#/properties/challenge/oneOf/1/properties/missingScope/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err61];
              } else {
                vErrors.push(err61);
              }
              errors++;
            }
          }
        }
      } else {
        const err62 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err62];
        } else {
          vErrors.push(err62);
        }
        errors++;
      }
      var _valid1 = _errs51 === errors;
      if (_valid1 && valid10) {
        valid10 = false;
        passing1 = [passing1, 1];
      } else {
        if (_valid1) {
          valid10 = true;
          passing1 = 1;
        }
      }
      if (!valid10) {
        const err63 = { instancePath: instancePath + "/challenge", schemaPath: "#/properties/challenge/oneOf", keyword: "oneOf", params: { passingSchemas: passing1 }, message: "must match exactly one schema in oneOf" };
        if (vErrors === null) {
          vErrors = [err63];
        } else {
          vErrors.push(err63);
        }
        errors++;
      } else {
        errors = _errs48;
        if (vErrors !== null) {
          if (_errs48) {
            vErrors.length = _errs48;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.errors !== void 0) {
      let data24 = data.errors;
      if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
        for (const key7 in data24) {
          if (!func1.call(schema20.properties.errors.properties, key7)) {
            const err64 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key7 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err64];
            } else {
              vErrors.push(err64);
            }
            errors++;
          }
        }
        if (data24.missingKey !== void 0) {
          if (!validate56(data24.missingKey, { instancePath: instancePath + "/errors/missingKey", parentData: data24, parentDataProperty: "missingKey", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidKey !== void 0) {
          if (!validate56(data24.invalidKey, { instancePath: instancePath + "/errors/invalidKey", parentData: data24, parentDataProperty: "invalidKey", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
            errors = vErrors.length;
          }
        }
        if (data24.expiredKey !== void 0) {
          if (!validate56(data24.expiredKey, { instancePath: instancePath + "/errors/expiredKey", parentData: data24, parentDataProperty: "expiredKey", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
            errors = vErrors.length;
          }
        }
        if (data24.missingScope !== void 0) {
          if (!validate56(data24.missingScope, { instancePath: instancePath + "/errors/missingScope", parentData: data24, parentDataProperty: "missingScope", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
            errors = vErrors.length;
          }
        }
        if (data24.rateLimited !== void 0) {
          if (!validate56(data24.rateLimited, { instancePath: instancePath + "/errors/rateLimited", parentData: data24, parentDataProperty: "rateLimited", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
            errors = vErrors.length;
          }
        }
        if (data24.unknownPath !== void 0) {
          if (!validate77(data24.unknownPath, { instancePath: instancePath + "/errors/unknownPath", parentData: data24, parentDataProperty: "unknownPath", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.notOffered !== void 0) {
          if (!validate77(data24.notOffered, { instancePath: instancePath + "/errors/notOffered", parentData: data24, parentDataProperty: "notOffered", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.wrongMethod !== void 0) {
          if (!validate77(data24.wrongMethod, { instancePath: instancePath + "/errors/wrongMethod", parentData: data24, parentDataProperty: "wrongMethod", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.payloadTooLarge !== void 0) {
          if (!validate77(data24.payloadTooLarge, { instancePath: instancePath + "/errors/payloadTooLarge", parentData: data24, parentDataProperty: "payloadTooLarge", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.contentType !== void 0) {
          if (!validate77(data24.contentType, { instancePath: instancePath + "/errors/contentType", parentData: data24, parentDataProperty: "contentType", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.missingBody !== void 0) {
          if (!validate77(data24.missingBody, { instancePath: instancePath + "/errors/missingBody", parentData: data24, parentDataProperty: "missingBody", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.malformedJson !== void 0) {
          if (!validate77(data24.malformedJson, { instancePath: instancePath + "/errors/malformedJson", parentData: data24, parentDataProperty: "malformedJson", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidBody !== void 0) {
          if (!validate77(data24.invalidBody, { instancePath: instancePath + "/errors/invalidBody", parentData: data24, parentDataProperty: "invalidBody", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.unknownField !== void 0) {
          if (!validate77(data24.unknownField, { instancePath: instancePath + "/errors/unknownField", parentData: data24, parentDataProperty: "unknownField", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.unknownParameter !== void 0) {
          if (!validate77(data24.unknownParameter, { instancePath: instancePath + "/errors/unknownParameter", parentData: data24, parentDataProperty: "unknownParameter", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.missingType !== void 0) {
          if (!validate96(data24.missingType, { instancePath: instancePath + "/errors/missingType", parentData: data24, parentDataProperty: "missingType", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate96.errors : vErrors.concat(validate96.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidType !== void 0) {
          if (!validate100(data24.invalidType, { instancePath: instancePath + "/errors/invalidType", parentData: data24, parentDataProperty: "invalidType", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.emptyType !== void 0) {
          if (!validate77(data24.emptyType, { instancePath: instancePath + "/errors/emptyType", parentData: data24, parentDataProperty: "emptyType", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.longType !== void 0) {
          if (!validate77(data24.longType, { instancePath: instancePath + "/errors/longType", parentData: data24, parentDataProperty: "longType", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.missingData !== void 0) {
          if (!validate100(data24.missingData, { instancePath: instancePath + "/errors/missingData", parentData: data24, parentDataProperty: "missingData", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidData !== void 0) {
          if (!validate77(data24.invalidData, { instancePath: instancePath + "/errors/invalidData", parentData: data24, parentDataProperty: "invalidData", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.emptyIdempotencyKey !== void 0) {
          if (!validate77(data24.emptyIdempotencyKey, { instancePath: instancePath + "/errors/emptyIdempotencyKey", parentData: data24, parentDataProperty: "emptyIdempotencyKey", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.idempotencyMismatch !== void 0) {
          if (!validate110(data24.idempotencyMismatch, { instancePath: instancePath + "/errors/idempotencyMismatch", parentData: data24, parentDataProperty: "idempotencyMismatch", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
            errors = vErrors.length;
          }
        }
        if (data24.missingUrl !== void 0) {
          if (!validate100(data24.missingUrl, { instancePath: instancePath + "/errors/missingUrl", parentData: data24, parentDataProperty: "missingUrl", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidUrl !== void 0) {
          if (!validate100(data24.invalidUrl, { instancePath: instancePath + "/errors/invalidUrl", parentData: data24, parentDataProperty: "invalidUrl", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.webhookHost !== void 0) {
          if (!validate77(data24.webhookHost, { instancePath: instancePath + "/errors/webhookHost", parentData: data24, parentDataProperty: "webhookHost", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.insecureUrl !== void 0) {
          if (!validate120(data24.insecureUrl, { instancePath: instancePath + "/errors/insecureUrl", parentData: data24, parentDataProperty: "insecureUrl", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
            errors = vErrors.length;
          }
        }
        if (data24.duplicateUrl !== void 0) {
          if (!validate77(data24.duplicateUrl, { instancePath: instancePath + "/errors/duplicateUrl", parentData: data24, parentDataProperty: "duplicateUrl", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.missingEvents !== void 0) {
          if (!validate100(data24.missingEvents, { instancePath: instancePath + "/errors/missingEvents", parentData: data24, parentDataProperty: "missingEvents", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidEvents !== void 0) {
          if (!validate100(data24.invalidEvents, { instancePath: instancePath + "/errors/invalidEvents", parentData: data24, parentDataProperty: "invalidEvents", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.emptyEvents !== void 0) {
          if (!validate77(data24.emptyEvents, { instancePath: instancePath + "/errors/emptyEvents", parentData: data24, parentDataProperty: "emptyEvents", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.duplicateEvents !== void 0) {
          if (!validate77(data24.duplicateEvents, { instancePath: instancePath + "/errors/duplicateEvents", parentData: data24, parentDataProperty: "duplicateEvents", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.mixedEvents !== void 0) {
          if (!validate77(data24.mixedEvents, { instancePath: instancePath + "/errors/mixedEvents", parentData: data24, parentDataProperty: "mixedEvents", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.longDescription !== void 0) {
          if (!validate77(data24.longDescription, { instancePath: instancePath + "/errors/longDescription", parentData: data24, parentDataProperty: "longDescription", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.testWebhook !== void 0) {
          if (!validate77(data24.testWebhook, { instancePath: instancePath + "/errors/testWebhook", parentData: data24, parentDataProperty: "testWebhook", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.unknownWebhook !== void 0) {
          if (!validate131(data24.unknownWebhook, { instancePath: instancePath + "/errors/unknownWebhook", parentData: data24, parentDataProperty: "unknownWebhook", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
            errors = vErrors.length;
          }
        }
        if (data24.unknownEvent !== void 0) {
          if (!validate100(data24.unknownEvent, { instancePath: instancePath + "/errors/unknownEvent", parentData: data24, parentDataProperty: "unknownEvent", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidLimit !== void 0) {
          if (!validate77(data24.invalidLimit, { instancePath: instancePath + "/errors/invalidLimit", parentData: data24, parentDataProperty: "invalidLimit", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.nonIntegerLimit !== void 0) {
          if (!validate77(data24.nonIntegerLimit, { instancePath: instancePath + "/errors/nonIntegerLimit", parentData: data24, parentDataProperty: "nonIntegerLimit", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.overMaxLimit !== void 0) {
          if (!validate77(data24.overMaxLimit, { instancePath: instancePath + "/errors/overMaxLimit", parentData: data24, parentDataProperty: "overMaxLimit", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
        if (data24.invalidCursor !== void 0) {
          if (!validate77(data24.invalidCursor, { instancePath: instancePath + "/errors/invalidCursor", parentData: data24, parentDataProperty: "invalidCursor", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err65 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err65];
        } else {
          vErrors.push(err65);
        }
        errors++;
      }
    }
    if (data.missingScopeStatus !== void 0) {
      let data66 = data.missingScopeStatus;
      if (!(typeof data66 == "number" && (!(data66 % 1) && !isNaN(data66)) && isFinite(data66))) {
        const err66 = { instancePath: instancePath + "/missingScopeStatus", schemaPath: "#/properties/missingScopeStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err66];
        } else {
          vErrors.push(err66);
        }
        errors++;
      }
      if (typeof data66 == "number" && isFinite(data66)) {
        if (data66 > 499 || isNaN(data66)) {
          const err67 = { instancePath: instancePath + "/missingScopeStatus", schemaPath: "#/properties/missingScopeStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 499 }, message: "must be <= 499" };
          if (vErrors === null) {
            vErrors = [err67];
          } else {
            vErrors.push(err67);
          }
          errors++;
        }
        if (data66 < 400 || isNaN(data66)) {
          const err68 = { instancePath: instancePath + "/missingScopeStatus", schemaPath: "#/properties/missingScopeStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
          if (vErrors === null) {
            vErrors = [err68];
          } else {
            vErrors.push(err68);
          }
          errors++;
        }
      }
    }
    if (data.expiredKeyStatus !== void 0) {
      let data67 = data.expiredKeyStatus;
      if (!(typeof data67 == "number" && (!(data67 % 1) && !isNaN(data67)) && isFinite(data67))) {
        const err69 = { instancePath: instancePath + "/expiredKeyStatus", schemaPath: "#/properties/expiredKeyStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err69];
        } else {
          vErrors.push(err69);
        }
        errors++;
      }
      if (typeof data67 == "number" && isFinite(data67)) {
        if (data67 > 499 || isNaN(data67)) {
          const err70 = { instancePath: instancePath + "/expiredKeyStatus", schemaPath: "#/properties/expiredKeyStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 499 }, message: "must be <= 499" };
          if (vErrors === null) {
            vErrors = [err70];
          } else {
            vErrors.push(err70);
          }
          errors++;
        }
        if (data67 < 400 || isNaN(data67)) {
          const err71 = { instancePath: instancePath + "/expiredKeyStatus", schemaPath: "#/properties/expiredKeyStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
          if (vErrors === null) {
            vErrors = [err71];
          } else {
            vErrors.push(err71);
          }
          errors++;
        }
      }
    }
    if (data.retryAfter !== void 0) {
      let data68 = data.retryAfter;
      if (!(data68 === "seconds" || data68 === "http-date" || data68 === "fractional-seconds")) {
        const err72 = { instancePath: instancePath + "/retryAfter", schemaPath: "#/properties/retryAfter/enum", keyword: "enum", params: { allowedValues: schema20.properties.retryAfter.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err72];
        } else {
          vErrors.push(err72);
        }
        errors++;
      }
    }
    if (data.signature !== void 0) {
      let data69 = data.signature;
      if (data69 && typeof data69 == "object" && !Array.isArray(data69)) {
        if (data69.scheme === void 0) {
          const err73 = { instancePath: instancePath + "/signature", schemaPath: "#/properties/signature/required", keyword: "required", params: { missingProperty: "scheme" }, message: "must have required property 'scheme'" };
          if (vErrors === null) {
            vErrors = [err73];
          } else {
            vErrors.push(err73);
          }
          errors++;
        }
        for (const key8 in data69) {
          if (!(key8 === "scheme" || key8 === "header" || key8 === "sample" || key8 === "in" || key8 === "idPrefix")) {
            const err74 = { instancePath: instancePath + "/signature", schemaPath: "#/properties/signature/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key8 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err74];
            } else {
              vErrors.push(err74);
            }
            errors++;
          }
        }
        if (data69.scheme !== void 0) {
          let data70 = data69.scheme;
          if (!(data70 === "standard-webhooks" || data70 === "svix" || data70 === "timestamped-hex" || data70 === "body-hex" || data70 === "unknown")) {
            const err75 = { instancePath: instancePath + "/signature/scheme", schemaPath: "#/properties/signature/properties/scheme/enum", keyword: "enum", params: { allowedValues: schema20.properties.signature.properties.scheme.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err75];
            } else {
              vErrors.push(err75);
            }
            errors++;
          }
        }
        if (data69.header !== void 0) {
          let data71 = data69.header;
          if (typeof data71 === "string") {
            if (func2(data71) < 1) {
              const err76 = { instancePath: instancePath + "/signature/header", schemaPath: "#/properties/signature/properties/header/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err76];
              } else {
                vErrors.push(err76);
              }
              errors++;
            }
          } else {
            const err77 = { instancePath: instancePath + "/signature/header", schemaPath: "#/properties/signature/properties/header/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err77];
            } else {
              vErrors.push(err77);
            }
            errors++;
          }
        }
        if (data69.sample !== void 0) {
          let data72 = data69.sample;
          if (typeof data72 === "string") {
            if (func2(data72) < 1) {
              const err78 = { instancePath: instancePath + "/signature/sample", schemaPath: "#/properties/signature/properties/sample/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err78];
              } else {
                vErrors.push(err78);
              }
              errors++;
            }
          } else {
            const err79 = { instancePath: instancePath + "/signature/sample", schemaPath: "#/properties/signature/properties/sample/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err79];
            } else {
              vErrors.push(err79);
            }
            errors++;
          }
        }
        if (data69.in !== void 0) {
          let data73 = data69.in;
          if (!(data73 === "header" || data73 === "body" || data73 === "url")) {
            const err80 = { instancePath: instancePath + "/signature/in", schemaPath: "#/properties/signature/properties/in/enum", keyword: "enum", params: { allowedValues: schema20.properties.signature.properties.in.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err80];
            } else {
              vErrors.push(err80);
            }
            errors++;
          }
        }
        if (data69.idPrefix !== void 0) {
          if (typeof data69.idPrefix !== "string") {
            const err81 = { instancePath: instancePath + "/signature/idPrefix", schemaPath: "#/properties/signature/properties/idPrefix/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err81];
            } else {
              vErrors.push(err81);
            }
            errors++;
          }
        }
      } else {
        const err82 = { instancePath: instancePath + "/signature", schemaPath: "#/properties/signature/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err82];
        } else {
          vErrors.push(err82);
        }
        errors++;
      }
    }
    if (data.deliveryBody !== void 0) {
      let data75 = data.deliveryBody;
      const _errs123 = errors;
      let valid14 = false;
      let passing2 = null;
      const _errs124 = errors;
      if (!(data75 === "event" || data75 === "standard-webhooks")) {
        const err83 = { instancePath: instancePath + "/deliveryBody", schemaPath: "#/properties/deliveryBody/oneOf/0/enum", keyword: "enum", params: { allowedValues: schema20.properties.deliveryBody.oneOf[0].enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err83];
        } else {
          vErrors.push(err83);
        }
        errors++;
      }
      var _valid2 = _errs124 === errors;
      if (_valid2) {
        valid14 = true;
        passing2 = 0;
      }
      const _errs125 = errors;
      if (data75 && typeof data75 == "object" && !Array.isArray(data75)) {
        if (Object.keys(data75).length < 1) {
          const err84 = { instancePath: instancePath + "/deliveryBody", schemaPath: "#/properties/deliveryBody/oneOf/1/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          if (vErrors === null) {
            vErrors = [err84];
          } else {
            vErrors.push(err84);
          }
          errors++;
        }
      } else {
        const err85 = { instancePath: instancePath + "/deliveryBody", schemaPath: "#/properties/deliveryBody/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err85];
        } else {
          vErrors.push(err85);
        }
        errors++;
      }
      var _valid2 = _errs125 === errors;
      if (_valid2 && valid14) {
        valid14 = false;
        passing2 = [passing2, 1];
      } else {
        if (_valid2) {
          valid14 = true;
          passing2 = 1;
        }
      }
      if (!valid14) {
        const err86 = { instancePath: instancePath + "/deliveryBody", schemaPath: "#/properties/deliveryBody/oneOf", keyword: "oneOf", params: { passingSchemas: passing2 }, message: "must match exactly one schema in oneOf" };
        if (vErrors === null) {
          vErrors = [err86];
        } else {
          vErrors.push(err86);
        }
        errors++;
      } else {
        errors = _errs123;
        if (vErrors !== null) {
          if (_errs123) {
            vErrors.length = _errs123;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.deliveryEncoding !== void 0) {
      let data76 = data.deliveryEncoding;
      const _errs129 = errors;
      let valid15 = false;
      let passing3 = null;
      const _errs130 = errors;
      if (!(data76 === "json" || data76 === "json-string" || data76 === "form" || data76 === "empty")) {
        const err87 = { instancePath: instancePath + "/deliveryEncoding", schemaPath: "#/properties/deliveryEncoding/oneOf/0/enum", keyword: "enum", params: { allowedValues: schema20.properties.deliveryEncoding.oneOf[0].enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err87];
        } else {
          vErrors.push(err87);
        }
        errors++;
      }
      var _valid3 = _errs130 === errors;
      if (_valid3) {
        valid15 = true;
        passing3 = 0;
      }
      const _errs131 = errors;
      if (data76 && typeof data76 == "object" && !Array.isArray(data76)) {
        if (data76.template === void 0) {
          const err88 = { instancePath: instancePath + "/deliveryEncoding", schemaPath: "#/properties/deliveryEncoding/oneOf/1/required", keyword: "required", params: { missingProperty: "template" }, message: "must have required property 'template'" };
          if (vErrors === null) {
            vErrors = [err88];
          } else {
            vErrors.push(err88);
          }
          errors++;
        }
        for (const key9 in data76) {
          if (!(key9 === "template")) {
            const err89 = { instancePath: instancePath + "/deliveryEncoding", schemaPath: "#/properties/deliveryEncoding/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key9 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err89];
            } else {
              vErrors.push(err89);
            }
            errors++;
          }
        }
        if (data76.template !== void 0) {
          let data77 = data76.template;
          if (typeof data77 === "string") {
            if (func2(data77) < 1) {
              const err90 = { instancePath: instancePath + "/deliveryEncoding/template", schemaPath: "#/properties/deliveryEncoding/oneOf/1/properties/template/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err90];
              } else {
                vErrors.push(err90);
              }
              errors++;
            }
          } else {
            const err91 = { instancePath: instancePath + "/deliveryEncoding/template", schemaPath: "#/properties/deliveryEncoding/oneOf/1/properties/template/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err91];
            } else {
              vErrors.push(err91);
            }
            errors++;
          }
        }
      } else {
        const err92 = { instancePath: instancePath + "/deliveryEncoding", schemaPath: "#/properties/deliveryEncoding/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err92];
        } else {
          vErrors.push(err92);
        }
        errors++;
      }
      var _valid3 = _errs131 === errors;
      if (_valid3 && valid15) {
        valid15 = false;
        passing3 = [passing3, 1];
      } else {
        if (_valid3) {
          valid15 = true;
          passing3 = 1;
        }
      }
      if (!valid15) {
        const err93 = { instancePath: instancePath + "/deliveryEncoding", schemaPath: "#/properties/deliveryEncoding/oneOf", keyword: "oneOf", params: { passingSchemas: passing3 }, message: "must match exactly one schema in oneOf" };
        if (vErrors === null) {
          vErrors = [err93];
        } else {
          vErrors.push(err93);
        }
        errors++;
      } else {
        errors = _errs129;
        if (vErrors !== null) {
          if (_errs129) {
            vErrors.length = _errs129;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.operations !== void 0) {
      let data78 = data.operations;
      if (data78 && typeof data78 == "object" && !Array.isArray(data78)) {
        for (const key10 in data78) {
          if (!(key10 === "retrieveEvent" || key10 === "listWebhooks" || key10 === "createKey")) {
            const err94 = { instancePath: instancePath + "/operations", schemaPath: "#/properties/operations/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key10 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err94];
            } else {
              vErrors.push(err94);
            }
            errors++;
          }
        }
        if (data78.retrieveEvent !== void 0) {
          let data79 = data78.retrieveEvent;
          if (typeof data79 !== "string" && data79 !== null) {
            const err95 = { instancePath: instancePath + "/operations/retrieveEvent", schemaPath: "#/properties/operations/properties/retrieveEvent/type", keyword: "type", params: { type: schema20.properties.operations.properties.retrieveEvent.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err95];
            } else {
              vErrors.push(err95);
            }
            errors++;
          }
          if (typeof data79 === "string") {
            if (!pattern6.test(data79)) {
              const err96 = { instancePath: instancePath + "/operations/retrieveEvent", schemaPath: "#/properties/operations/properties/retrieveEvent/pattern", keyword: "pattern", params: { pattern: "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$" }, message: 'must match pattern "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$"' };
              if (vErrors === null) {
                vErrors = [err96];
              } else {
                vErrors.push(err96);
              }
              errors++;
            }
          }
        }
        if (data78.listWebhooks !== void 0) {
          let data80 = data78.listWebhooks;
          if (typeof data80 !== "string" && data80 !== null) {
            const err97 = { instancePath: instancePath + "/operations/listWebhooks", schemaPath: "#/properties/operations/properties/listWebhooks/type", keyword: "type", params: { type: schema20.properties.operations.properties.listWebhooks.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err97];
            } else {
              vErrors.push(err97);
            }
            errors++;
          }
          if (typeof data80 === "string") {
            if (!pattern7.test(data80)) {
              const err98 = { instancePath: instancePath + "/operations/listWebhooks", schemaPath: "#/properties/operations/properties/listWebhooks/pattern", keyword: "pattern", params: { pattern: "^GET /v1/[^\\s?#{}]+$" }, message: 'must match pattern "^GET /v1/[^\\s?#{}]+$"' };
              if (vErrors === null) {
                vErrors = [err98];
              } else {
                vErrors.push(err98);
              }
              errors++;
            }
          }
        }
        if (data78.createKey !== void 0) {
          let data81 = data78.createKey;
          if (typeof data81 !== "string" && data81 !== null) {
            const err99 = { instancePath: instancePath + "/operations/createKey", schemaPath: "#/properties/operations/properties/createKey/type", keyword: "type", params: { type: schema20.properties.operations.properties.createKey.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err99];
            } else {
              vErrors.push(err99);
            }
            errors++;
          }
          if (typeof data81 === "string") {
            if (!pattern8.test(data81)) {
              const err100 = { instancePath: instancePath + "/operations/createKey", schemaPath: "#/properties/operations/properties/createKey/pattern", keyword: "pattern", params: { pattern: "^(POST|PUT) /v1/[^\\s?#{}]+$" }, message: 'must match pattern "^(POST|PUT) /v1/[^\\s?#{}]+$"' };
              if (vErrors === null) {
                vErrors = [err100];
              } else {
                vErrors.push(err100);
              }
              errors++;
            }
          }
        }
      } else {
        const err101 = { instancePath: instancePath + "/operations", schemaPath: "#/properties/operations/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err101];
        } else {
          vErrors.push(err101);
        }
        errors++;
      }
    }
    if (data.webhookList !== void 0) {
      let data82 = data.webhookList;
      if (data82 && typeof data82 == "object" && !Array.isArray(data82)) {
        for (const key11 in data82) {
          if (!(key11 === "order" || key11 === "lastPageCursor" || key11 === "item" || key11 === "list")) {
            const err102 = { instancePath: instancePath + "/webhookList", schemaPath: "#/properties/webhookList/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key11 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err102];
            } else {
              vErrors.push(err102);
            }
            errors++;
          }
        }
        if (data82.order !== void 0) {
          let data83 = data82.order;
          if (!(data83 === "newest-first" || data83 === "oldest-first" || data83 === "by-id")) {
            const err103 = { instancePath: instancePath + "/webhookList/order", schemaPath: "#/properties/webhookList/properties/order/enum", keyword: "enum", params: { allowedValues: schema20.properties.webhookList.properties.order.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err103];
            } else {
              vErrors.push(err103);
            }
            errors++;
          }
        }
        if (data82.lastPageCursor !== void 0) {
          let data84 = data82.lastPageCursor;
          if (!(data84 === "null" || data84 === "absent" || data84 === "present")) {
            const err104 = { instancePath: instancePath + "/webhookList/lastPageCursor", schemaPath: "#/properties/webhookList/properties/lastPageCursor/enum", keyword: "enum", params: { allowedValues: schema20.properties.webhookList.properties.lastPageCursor.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err104];
            } else {
              vErrors.push(err104);
            }
            errors++;
          }
        }
        if (data82.item !== void 0) {
          if (!validate140(data82.item, { instancePath: instancePath + "/webhookList/item", parentData: data82, parentDataProperty: "item", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
        if (data82.list !== void 0) {
          if (!validate140(data82.list, { instancePath: instancePath + "/webhookList/list", parentData: data82, parentDataProperty: "list", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err105 = { instancePath: instancePath + "/webhookList", schemaPath: "#/properties/webhookList/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err105];
        } else {
          vErrors.push(err105);
        }
        errors++;
      }
    }
    if (data.goneDisables !== void 0) {
      if (typeof data.goneDisables !== "boolean") {
        const err106 = { instancePath: instancePath + "/goneDisables", schemaPath: "#/properties/goneDisables/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err106];
        } else {
          vErrors.push(err106);
        }
        errors++;
      }
    }
    if (data.maxPayloadBytes !== void 0) {
      let data88 = data.maxPayloadBytes;
      if (!(typeof data88 == "number" && (!(data88 % 1) && !isNaN(data88)) && isFinite(data88))) {
        const err107 = { instancePath: instancePath + "/maxPayloadBytes", schemaPath: "#/properties/maxPayloadBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err107];
        } else {
          vErrors.push(err107);
        }
        errors++;
      }
      if (typeof data88 == "number" && isFinite(data88)) {
        if (data88 < 1 || isNaN(data88)) {
          const err108 = { instancePath: instancePath + "/maxPayloadBytes", schemaPath: "#/properties/maxPayloadBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err108];
          } else {
            vErrors.push(err108);
          }
          errors++;
        }
      }
    }
    if (data.idempotencyMismatch !== void 0) {
      let data89 = data.idempotencyMismatch;
      if (!(data89 === "original" || data89 === "400" || data89 === "409" || data89 === "422")) {
        const err109 = { instancePath: instancePath + "/idempotencyMismatch", schemaPath: "#/properties/idempotencyMismatch/enum", keyword: "enum", params: { allowedValues: schema20.properties.idempotencyMismatch.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err109];
        } else {
          vErrors.push(err109);
        }
        errors++;
      }
    }
    if (data.nonObjectData !== void 0) {
      let data90 = data.nonObjectData;
      if (!(data90 === "accept" || data90 === "reject")) {
        const err110 = { instancePath: instancePath + "/nonObjectData", schemaPath: "#/properties/nonObjectData/enum", keyword: "enum", params: { allowedValues: schema20.properties.nonObjectData.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err110];
        } else {
          vErrors.push(err110);
        }
        errors++;
      }
    }
    if (data.unknownFields !== void 0) {
      let data91 = data.unknownFields;
      if (!(data91 === "ignore" || data91 === "reject")) {
        const err111 = { instancePath: instancePath + "/unknownFields", schemaPath: "#/properties/unknownFields/enum", keyword: "enum", params: { allowedValues: schema20.properties.unknownFields.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err111];
        } else {
          vErrors.push(err111);
        }
        errors++;
      }
    }
    if (data.unknownParameters !== void 0) {
      let data92 = data.unknownParameters;
      if (!(data92 === "ignore" || data92 === "reject")) {
        const err112 = { instancePath: instancePath + "/unknownParameters", schemaPath: "#/properties/unknownParameters/enum", keyword: "enum", params: { allowedValues: schema20.properties.unknownParameters.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err112];
        } else {
          vErrors.push(err112);
        }
        errors++;
      }
    }
    if (data.emptyOrMixedEvents !== void 0) {
      let data93 = data.emptyOrMixedEvents;
      if (!(data93 === "accept" || data93 === "reject")) {
        const err113 = { instancePath: instancePath + "/emptyOrMixedEvents", schemaPath: "#/properties/emptyOrMixedEvents/enum", keyword: "enum", params: { allowedValues: schema20.properties.emptyOrMixedEvents.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err113];
        } else {
          vErrors.push(err113);
        }
        errors++;
      }
    }
    if (data.omittedDescription !== void 0) {
      let data94 = data.omittedDescription;
      if (!(data94 === "absent" || data94 === "null" || data94 === "empty")) {
        const err114 = { instancePath: instancePath + "/omittedDescription", schemaPath: "#/properties/omittedDescription/enum", keyword: "enum", params: { allowedValues: schema20.properties.omittedDescription.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err114];
        } else {
          vErrors.push(err114);
        }
        errors++;
      }
    }
    if (data.allow !== void 0) {
      let data95 = data.allow;
      if (!(data95 === "with-head" || data95 === "without-head" || data95 === "absent" || data95 === "with-options" || data95 === "with-head-and-options")) {
        const err115 = { instancePath: instancePath + "/allow", schemaPath: "#/properties/allow/enum", keyword: "enum", params: { allowedValues: schema20.properties.allow.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err115];
        } else {
          vErrors.push(err115);
        }
        errors++;
      }
    }
    if (data.head !== void 0) {
      let data96 = data.head;
      if (!(data96 === "as-allow" || data96 === "against-allow")) {
        const err116 = { instancePath: instancePath + "/head", schemaPath: "#/properties/head/enum", keyword: "enum", params: { allowedValues: schema20.properties.head.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err116];
        } else {
          vErrors.push(err116);
        }
        errors++;
      }
    }
    if (data.options !== void 0) {
      let data97 = data.options;
      if (!(data97 === "204" || data97 === "200" || data97 === "refuse")) {
        const err117 = { instancePath: instancePath + "/options", schemaPath: "#/properties/options/enum", keyword: "enum", params: { allowedValues: schema20.properties.options.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err117];
        } else {
          vErrors.push(err117);
        }
        errors++;
      }
    }
    if (data.duplicateUrls !== void 0) {
      let data98 = data.duplicateUrls;
      if (!(data98 === "accept" || data98 === "reject" || data98 === "same")) {
        const err118 = { instancePath: instancePath + "/duplicateUrls", schemaPath: "#/properties/duplicateUrls/enum", keyword: "enum", params: { allowedValues: schema20.properties.duplicateUrls.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err118];
        } else {
          vErrors.push(err118);
        }
        errors++;
      }
    }
    if (data.emptyType !== void 0) {
      let data99 = data.emptyType;
      if (!(data99 === "reject" || data99 === "accept")) {
        const err119 = { instancePath: instancePath + "/emptyType", schemaPath: "#/properties/emptyType/enum", keyword: "enum", params: { allowedValues: schema20.properties.emptyType.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err119];
        } else {
          vErrors.push(err119);
        }
        errors++;
      }
    }
    if (data.maxTypeLength !== void 0) {
      let data100 = data.maxTypeLength;
      if (!(typeof data100 == "number" && (!(data100 % 1) && !isNaN(data100)) && isFinite(data100)) && data100 !== null) {
        const err120 = { instancePath: instancePath + "/maxTypeLength", schemaPath: "#/properties/maxTypeLength/type", keyword: "type", params: { type: schema20.properties.maxTypeLength.type }, message: "must be integer,null" };
        if (vErrors === null) {
          vErrors = [err120];
        } else {
          vErrors.push(err120);
        }
        errors++;
      }
      if (typeof data100 == "number" && isFinite(data100)) {
        if (data100 < 1 || isNaN(data100)) {
          const err121 = { instancePath: instancePath + "/maxTypeLength", schemaPath: "#/properties/maxTypeLength/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err121];
          } else {
            vErrors.push(err121);
          }
          errors++;
        }
      }
    }
    if (data.maxDescriptionLength !== void 0) {
      let data101 = data.maxDescriptionLength;
      if (!(typeof data101 == "number" && (!(data101 % 1) && !isNaN(data101)) && isFinite(data101)) && data101 !== null) {
        const err122 = { instancePath: instancePath + "/maxDescriptionLength", schemaPath: "#/properties/maxDescriptionLength/type", keyword: "type", params: { type: schema20.properties.maxDescriptionLength.type }, message: "must be integer,null" };
        if (vErrors === null) {
          vErrors = [err122];
        } else {
          vErrors.push(err122);
        }
        errors++;
      }
      if (typeof data101 == "number" && isFinite(data101)) {
        if (data101 < 0 || isNaN(data101)) {
          const err123 = { instancePath: instancePath + "/maxDescriptionLength", schemaPath: "#/properties/maxDescriptionLength/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err123];
          } else {
            vErrors.push(err123);
          }
          errors++;
        }
      }
    }
    if (data.contentTypes !== void 0) {
      let data102 = data.contentTypes;
      if (!(data102 === "json" || data102 === "any")) {
        const err124 = { instancePath: instancePath + "/contentTypes", schemaPath: "#/properties/contentTypes/enum", keyword: "enum", params: { allowedValues: schema20.properties.contentTypes.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err124];
        } else {
          vErrors.push(err124);
        }
        errors++;
      }
    }
    if (data.testWebhooks !== void 0) {
      let data103 = data.testWebhooks;
      if (!(data103 === "accept" || data103 === "reject")) {
        const err125 = { instancePath: instancePath + "/testWebhooks", schemaPath: "#/properties/testWebhooks/enum", keyword: "enum", params: { allowedValues: schema20.properties.testWebhooks.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err125];
        } else {
          vErrors.push(err125);
        }
        errors++;
      }
    }
    if (data.webhookHosts !== void 0) {
      let data104 = data.webhookHosts;
      if (!(data104 === "any" || data104 === "public")) {
        const err126 = { instancePath: instancePath + "/webhookHosts", schemaPath: "#/properties/webhookHosts/enum", keyword: "enum", params: { allowedValues: schema20.properties.webhookHosts.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err126];
        } else {
          vErrors.push(err126);
        }
        errors++;
      }
    }
    if (data.timestamps !== void 0) {
      let data105 = data.timestamps;
      if (data105 && typeof data105 == "object" && !Array.isArray(data105)) {
        for (const key12 in data105) {
          if (!(key12 === "precision" || key12 === "suffix")) {
            const err127 = { instancePath: instancePath + "/timestamps", schemaPath: "#/properties/timestamps/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key12 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err127];
            } else {
              vErrors.push(err127);
            }
            errors++;
          }
        }
        if (data105.precision !== void 0) {
          let data106 = data105.precision;
          if (!(data106 === "seconds" || data106 === "milliseconds" || data106 === "microseconds" || data106 === "nanoseconds")) {
            const err128 = { instancePath: instancePath + "/timestamps/precision", schemaPath: "#/properties/timestamps/properties/precision/enum", keyword: "enum", params: { allowedValues: schema20.properties.timestamps.properties.precision.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err128];
            } else {
              vErrors.push(err128);
            }
            errors++;
          }
        }
        if (data105.suffix !== void 0) {
          let data107 = data105.suffix;
          if (!(data107 === "Z" || data107 === "+00:00")) {
            const err129 = { instancePath: instancePath + "/timestamps/suffix", schemaPath: "#/properties/timestamps/properties/suffix/enum", keyword: "enum", params: { allowedValues: schema20.properties.timestamps.properties.suffix.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err129];
            } else {
              vErrors.push(err129);
            }
            errors++;
          }
        }
      } else {
        const err130 = { instancePath: instancePath + "/timestamps", schemaPath: "#/properties/timestamps/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err130];
        } else {
          vErrors.push(err130);
        }
        errors++;
      }
    }
    if (data.extras !== void 0) {
      let data108 = data.extras;
      if (data108 && typeof data108 == "object" && !Array.isArray(data108)) {
        for (const key13 in data108) {
          if (!(key13 === "event" || key13 === "webhook" || key13 === "list" || key13 === "error" || key13 === "deletion" || key13 === "delivery")) {
            const err131 = { instancePath: instancePath + "/extras", schemaPath: "#/properties/extras/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key13 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err131];
            } else {
              vErrors.push(err131);
            }
            errors++;
          }
        }
        if (data108.event !== void 0) {
          if (!validate140(data108.event, { instancePath: instancePath + "/extras/event", parentData: data108, parentDataProperty: "event", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
        if (data108.webhook !== void 0) {
          if (!validate140(data108.webhook, { instancePath: instancePath + "/extras/webhook", parentData: data108, parentDataProperty: "webhook", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
        if (data108.list !== void 0) {
          if (!validate140(data108.list, { instancePath: instancePath + "/extras/list", parentData: data108, parentDataProperty: "list", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
        if (data108.error !== void 0) {
          if (!validate140(data108.error, { instancePath: instancePath + "/extras/error", parentData: data108, parentDataProperty: "error", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
        if (data108.deletion !== void 0) {
          if (!validate140(data108.deletion, { instancePath: instancePath + "/extras/deletion", parentData: data108, parentDataProperty: "deletion", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
        if (data108.delivery !== void 0) {
          if (!validate140(data108.delivery, { instancePath: instancePath + "/extras/delivery", parentData: data108, parentDataProperty: "delivery", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err132 = { instancePath: instancePath + "/extras", schemaPath: "#/properties/extras/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err132];
        } else {
          vErrors.push(err132);
        }
        errors++;
      }
    }
    if (data.headers !== void 0) {
      let data115 = data.headers;
      if (data115 && typeof data115 == "object" && !Array.isArray(data115)) {
        for (const key14 in data115) {
          if (!(key14 === "every" || key14 === "event" || key14 === "webhook" || key14 === "list" || key14 === "error" || key14 === "deletion" || key14 === "retrieval" || key14 === "delivery")) {
            const err133 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key14 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err133];
            } else {
              vErrors.push(err133);
            }
            errors++;
          }
        }
        if (data115.every !== void 0) {
          if (!validate67(data115.every, { instancePath: instancePath + "/headers/every", parentData: data115, parentDataProperty: "every", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.event !== void 0) {
          if (!validate67(data115.event, { instancePath: instancePath + "/headers/event", parentData: data115, parentDataProperty: "event", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.webhook !== void 0) {
          if (!validate67(data115.webhook, { instancePath: instancePath + "/headers/webhook", parentData: data115, parentDataProperty: "webhook", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.list !== void 0) {
          if (!validate67(data115.list, { instancePath: instancePath + "/headers/list", parentData: data115, parentDataProperty: "list", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.error !== void 0) {
          if (!validate67(data115.error, { instancePath: instancePath + "/headers/error", parentData: data115, parentDataProperty: "error", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.deletion !== void 0) {
          if (!validate67(data115.deletion, { instancePath: instancePath + "/headers/deletion", parentData: data115, parentDataProperty: "deletion", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.retrieval !== void 0) {
          if (!validate67(data115.retrieval, { instancePath: instancePath + "/headers/retrieval", parentData: data115, parentDataProperty: "retrieval", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
        if (data115.delivery !== void 0) {
          if (!validate67(data115.delivery, { instancePath: instancePath + "/headers/delivery", parentData: data115, parentDataProperty: "delivery", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err134 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err134];
        } else {
          vErrors.push(err134);
        }
        errors++;
      }
    }
  } else {
    const err135 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err135];
    } else {
      vErrors.push(err135);
    }
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
validate53.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate52.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate53(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
    errors = vErrors.length;
  }
  validate52.errors = vErrors;
  return errors === 0;
}
validate52.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var dialectValidators = { Dialect: validateDialect };
export {
  dialectValidators,
  validateDialect
};

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
var validateDialect = validate69;
var schema88 = { "$id": "dialect.json", "description": "How one deployment resolves what the interface leaves open.", "type": "object", "properties": { "idempotency": { "description": "Where the idempotency key of an event is read, and under which name. `both`: the body field `idempotencyKey` and the header `Idempotency-Key`, and 400 when they differ. (OQ-01)", "oneOf": [{ "title": "IdempotencyAnywhere", "type": "object", "required": ["in"], "properties": { "in": { "const": "both" } }, "additionalProperties": false }, { "title": "IdempotencyPlace", "type": "object", "required": ["in", "name"], "properties": { "in": { "enum": ["header", "body"] }, "name": { "type": "string", "minLength": 1, "description": "Name of the header or body field." } }, "additionalProperties": false }] }, "createEventStatus": { "description": "The status of a new event. (OQ-02)", "type": "integer", "minimum": 200, "maximum": 299, "not": { "description": "which have no body", "enum": [204, 205] } }, "replayEventStatus": { "description": "The status of the original event, given again. (OQ-02)", "type": "integer", "minimum": 200, "maximum": 299, "not": { "description": "which have no body", "enum": [204, 205] } }, "deleteWebhookStatus": { "description": "The status of a deletion. (OQ-03)", "type": "integer", "minimum": 200, "maximum": 299, "not": { "description": "which have no body", "enum": [204, 205] } }, "lastPageCursor": { "description": "What `nextCursor` is on the last page. (OQ-04)", "enum": ["null", "absent"] }, "defaultPageSize": { "description": "How many items a page has when `limit` is omitted. (OQ-05)", "type": "integer", "minimum": 1, "maximum": 100 }, "listOrder": { "description": "The order of both lists. (OQ-06)", "enum": ["newest-first", "oldest-first"] }, "overMaxLimit": { "description": "Whether a `limit` over 100 is refused, or taken for 100. (OQ-07)", "enum": ["reject", "clamp"] }, "errorCodes": { "description": "The `error.code` of each status that the interface leaves open. (OQ-09)", "type": "object", "properties": { "401": { "type": "string", "minLength": 1 }, "403": { "type": "string", "minLength": 1 }, "429": { "type": "string", "minLength": 1 }, "500": { "type": "string", "minLength": 1 } }, "additionalProperties": false }, "missingScopeStatus": { "description": "The status that a scoped key without the scope gets. (OQ-10)", "enum": [401, 403] }, "expiredKeyStatus": { "description": "The status that an expired key gets. (OQ-10)", "enum": [401, 403] }, "retryAfter": { "description": "The form of `Retry-After`. (OQ-11)", "enum": ["seconds", "http-date"] }, "signature": { "description": "How deliveries are signed. `unknown`: by none of the known schemes; the mock then signs with HMAC-SHA512, in hex. (OQ-12)", "type": "object", "required": ["scheme"], "properties": { "scheme": { "description": "The scheme. `unknown` where it is none of the known ones.", "enum": ["standard-webhooks", "svix", "timestamped-hex", "body-hex", "unknown"] }, "header": { "description": "Name of the header of the schemes that have one.", "type": "string", "minLength": 1 } }, "additionalProperties": false }, "deliveryBody": { "description": "What is delivered: the event, or `type`, `timestamp` and `data`. (OQ-13)", "enum": ["event", "standard-webhooks"] }, "operations": { "description": "Method and path of the operations that the interface does not show. `null` where one is not offered. (OQ-15)", "type": "object", "properties": { "retrieveEvent": { "type": ["string", "null"], "pattern": "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$" }, "listWebhooks": { "type": ["string", "null"], "pattern": "^GET /v1/[^\\s?#{}]+$" }, "createKey": { "type": ["string", "null"], "pattern": "^(POST|PUT) /v1/[^\\s?#{}]+$" } }, "additionalProperties": false }, "maxPayloadBytes": { "description": "The longest body of a request, in bytes. A longer one is refused by 413. (OQ-19)", "type": "integer", "minimum": 1 }, "idempotencyMismatch": { "description": "What a known idempotency key with another type or other data gets. (OQ-20)", "enum": ["original", "409", "422"] }, "nonObjectData": { "description": "Whether `data` may be any JSON value. (OQ-21)", "enum": ["accept", "reject"] }, "unknownFields": { "description": "Whether a field that a request does not have is refused. (OQ-22)", "enum": ["ignore", "reject"] }, "emptyOrMixedEvents": { "description": "What happens to `events` that is empty, holds duplicates or mixes `*` with others. (OQ-23)", "enum": ["accept", "reject"] }, "omittedDescription": { "description": "What `description` is when none was given. (OQ-25)", "enum": ["absent", "null"] } }, "additionalProperties": false };
var func14 = Object.prototype.hasOwnProperty;
var func1 = require_ucs2length().default;
var pattern24 = new RegExp("^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$", "u");
var pattern25 = new RegExp("^GET /v1/[^\\s?#{}]+$", "u");
var pattern26 = new RegExp("^(POST|PUT) /v1/[^\\s?#{}]+$", "u");
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate69.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func14.call(schema88.properties, key0)) {
        const err0 = { instancePath, schemaPath: "dialect.json/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
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
      const _errs4 = errors;
      let valid2 = false;
      let passing0 = null;
      const _errs5 = errors;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.in === void 0) {
          const err1 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/0/required", keyword: "required", params: { missingProperty: "in" }, message: "must have required property 'in'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        for (const key1 in data0) {
          if (!(key1 === "in")) {
            const err2 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/0/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
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
            const err3 = { instancePath: instancePath + "/idempotency/in", schemaPath: "dialect.json/properties/idempotency/oneOf/0/properties/in/const", keyword: "const", params: { allowedValue: "both" }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/0/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      var _valid0 = _errs5 === errors;
      if (_valid0) {
        valid2 = true;
        passing0 = 0;
        var props0 = true;
      }
      const _errs9 = errors;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.in === void 0) {
          const err5 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/1/required", keyword: "required", params: { missingProperty: "in" }, message: "must have required property 'in'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.name === void 0) {
          const err6 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/1/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        for (const key2 in data0) {
          if (!(key2 === "in" || key2 === "name")) {
            const err7 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
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
            const err8 = { instancePath: instancePath + "/idempotency/in", schemaPath: "dialect.json/properties/idempotency/oneOf/1/properties/in/enum", keyword: "enum", params: { allowedValues: schema88.properties.idempotency.oneOf[1].properties.in.enum }, message: "must be equal to one of the allowed values" };
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
            if (func1(data3) < 1) {
              const err9 = { instancePath: instancePath + "/idempotency/name", schemaPath: "dialect.json/properties/idempotency/oneOf/1/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          } else {
            const err10 = { instancePath: instancePath + "/idempotency/name", schemaPath: "dialect.json/properties/idempotency/oneOf/1/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      var _valid0 = _errs9 === errors;
      if (_valid0 && valid2) {
        valid2 = false;
        passing0 = [passing0, 1];
      } else {
        if (_valid0) {
          valid2 = true;
          passing0 = 1;
          if (props0 !== true) {
            props0 = true;
          }
        }
      }
      if (!valid2) {
        const err12 = { instancePath: instancePath + "/idempotency", schemaPath: "dialect.json/properties/idempotency/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      } else {
        errors = _errs4;
        if (vErrors !== null) {
          if (_errs4) {
            vErrors.length = _errs4;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.createEventStatus !== void 0) {
      let data4 = data.createEventStatus;
      if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
        const err13 = { instancePath: instancePath + "/createEventStatus", schemaPath: "dialect.json/properties/createEventStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
      const _errs17 = errors;
      const _errs18 = errors;
      if (!(data4 === 204 || data4 === 205)) {
        const err14 = {};
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
      var valid5 = _errs18 === errors;
      if (valid5) {
        const err15 = { instancePath: instancePath + "/createEventStatus", schemaPath: "dialect.json/properties/createEventStatus/not", keyword: "not", params: {}, message: "must NOT be valid" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
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
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 299 || isNaN(data4)) {
          const err16 = { instancePath: instancePath + "/createEventStatus", schemaPath: "dialect.json/properties/createEventStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 299 }, message: "must be <= 299" };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
        if (data4 < 200 || isNaN(data4)) {
          const err17 = { instancePath: instancePath + "/createEventStatus", schemaPath: "dialect.json/properties/createEventStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 200 }, message: "must be >= 200" };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
    }
    if (data.replayEventStatus !== void 0) {
      let data5 = data.replayEventStatus;
      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
        const err18 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "dialect.json/properties/replayEventStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
      const _errs21 = errors;
      const _errs22 = errors;
      if (!(data5 === 204 || data5 === 205)) {
        const err19 = {};
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
      var valid6 = _errs22 === errors;
      if (valid6) {
        const err20 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "dialect.json/properties/replayEventStatus/not", keyword: "not", params: {}, message: "must NOT be valid" };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
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
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 299 || isNaN(data5)) {
          const err21 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "dialect.json/properties/replayEventStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 299 }, message: "must be <= 299" };
          if (vErrors === null) {
            vErrors = [err21];
          } else {
            vErrors.push(err21);
          }
          errors++;
        }
        if (data5 < 200 || isNaN(data5)) {
          const err22 = { instancePath: instancePath + "/replayEventStatus", schemaPath: "dialect.json/properties/replayEventStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 200 }, message: "must be >= 200" };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
      }
    }
    if (data.deleteWebhookStatus !== void 0) {
      let data6 = data.deleteWebhookStatus;
      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
        const err23 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "dialect.json/properties/deleteWebhookStatus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
      const _errs25 = errors;
      const _errs26 = errors;
      if (!(data6 === 204 || data6 === 205)) {
        const err24 = {};
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
      var valid7 = _errs26 === errors;
      if (valid7) {
        const err25 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "dialect.json/properties/deleteWebhookStatus/not", keyword: "not", params: {}, message: "must NOT be valid" };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      } else {
        errors = _errs25;
        if (vErrors !== null) {
          if (_errs25) {
            vErrors.length = _errs25;
          } else {
            vErrors = null;
          }
        }
      }
      if (typeof data6 == "number" && isFinite(data6)) {
        if (data6 > 299 || isNaN(data6)) {
          const err26 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "dialect.json/properties/deleteWebhookStatus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 299 }, message: "must be <= 299" };
          if (vErrors === null) {
            vErrors = [err26];
          } else {
            vErrors.push(err26);
          }
          errors++;
        }
        if (data6 < 200 || isNaN(data6)) {
          const err27 = { instancePath: instancePath + "/deleteWebhookStatus", schemaPath: "dialect.json/properties/deleteWebhookStatus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 200 }, message: "must be >= 200" };
          if (vErrors === null) {
            vErrors = [err27];
          } else {
            vErrors.push(err27);
          }
          errors++;
        }
      }
    }
    if (data.lastPageCursor !== void 0) {
      let data7 = data.lastPageCursor;
      if (!(data7 === "null" || data7 === "absent")) {
        const err28 = { instancePath: instancePath + "/lastPageCursor", schemaPath: "dialect.json/properties/lastPageCursor/enum", keyword: "enum", params: { allowedValues: schema88.properties.lastPageCursor.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.defaultPageSize !== void 0) {
      let data8 = data.defaultPageSize;
      if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
        const err29 = { instancePath: instancePath + "/defaultPageSize", schemaPath: "dialect.json/properties/defaultPageSize/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
      if (typeof data8 == "number" && isFinite(data8)) {
        if (data8 > 100 || isNaN(data8)) {
          const err30 = { instancePath: instancePath + "/defaultPageSize", schemaPath: "dialect.json/properties/defaultPageSize/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
          if (vErrors === null) {
            vErrors = [err30];
          } else {
            vErrors.push(err30);
          }
          errors++;
        }
        if (data8 < 1 || isNaN(data8)) {
          const err31 = { instancePath: instancePath + "/defaultPageSize", schemaPath: "dialect.json/properties/defaultPageSize/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err31];
          } else {
            vErrors.push(err31);
          }
          errors++;
        }
      }
    }
    if (data.listOrder !== void 0) {
      let data9 = data.listOrder;
      if (!(data9 === "newest-first" || data9 === "oldest-first")) {
        const err32 = { instancePath: instancePath + "/listOrder", schemaPath: "dialect.json/properties/listOrder/enum", keyword: "enum", params: { allowedValues: schema88.properties.listOrder.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
    }
    if (data.overMaxLimit !== void 0) {
      let data10 = data.overMaxLimit;
      if (!(data10 === "reject" || data10 === "clamp")) {
        const err33 = { instancePath: instancePath + "/overMaxLimit", schemaPath: "dialect.json/properties/overMaxLimit/enum", keyword: "enum", params: { allowedValues: schema88.properties.overMaxLimit.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      }
    }
    if (data.errorCodes !== void 0) {
      let data11 = data.errorCodes;
      if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
        for (const key3 in data11) {
          if (!(key3 === "401" || key3 === "403" || key3 === "429" || key3 === "500")) {
            const err34 = { instancePath: instancePath + "/errorCodes", schemaPath: "dialect.json/properties/errorCodes/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err34];
            } else {
              vErrors.push(err34);
            }
            errors++;
          }
        }
        if (data11["401"] !== void 0) {
          let data12 = data11["401"];
          if (typeof data12 === "string") {
            if (func1(data12) < 1) {
              const err35 = { instancePath: instancePath + "/errorCodes/401", schemaPath: "dialect.json/properties/errorCodes/properties/401/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err35];
              } else {
                vErrors.push(err35);
              }
              errors++;
            }
          } else {
            const err36 = { instancePath: instancePath + "/errorCodes/401", schemaPath: "dialect.json/properties/errorCodes/properties/401/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err36];
            } else {
              vErrors.push(err36);
            }
            errors++;
          }
        }
        if (data11["403"] !== void 0) {
          let data13 = data11["403"];
          if (typeof data13 === "string") {
            if (func1(data13) < 1) {
              const err37 = { instancePath: instancePath + "/errorCodes/403", schemaPath: "dialect.json/properties/errorCodes/properties/403/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err37];
              } else {
                vErrors.push(err37);
              }
              errors++;
            }
          } else {
            const err38 = { instancePath: instancePath + "/errorCodes/403", schemaPath: "dialect.json/properties/errorCodes/properties/403/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err38];
            } else {
              vErrors.push(err38);
            }
            errors++;
          }
        }
        if (data11["429"] !== void 0) {
          let data14 = data11["429"];
          if (typeof data14 === "string") {
            if (func1(data14) < 1) {
              const err39 = { instancePath: instancePath + "/errorCodes/429", schemaPath: "dialect.json/properties/errorCodes/properties/429/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err39];
              } else {
                vErrors.push(err39);
              }
              errors++;
            }
          } else {
            const err40 = { instancePath: instancePath + "/errorCodes/429", schemaPath: "dialect.json/properties/errorCodes/properties/429/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err40];
            } else {
              vErrors.push(err40);
            }
            errors++;
          }
        }
        if (data11["500"] !== void 0) {
          let data15 = data11["500"];
          if (typeof data15 === "string") {
            if (func1(data15) < 1) {
              const err41 = { instancePath: instancePath + "/errorCodes/500", schemaPath: "dialect.json/properties/errorCodes/properties/500/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err41];
              } else {
                vErrors.push(err41);
              }
              errors++;
            }
          } else {
            const err42 = { instancePath: instancePath + "/errorCodes/500", schemaPath: "dialect.json/properties/errorCodes/properties/500/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err42];
            } else {
              vErrors.push(err42);
            }
            errors++;
          }
        }
      } else {
        const err43 = { instancePath: instancePath + "/errorCodes", schemaPath: "dialect.json/properties/errorCodes/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err43];
        } else {
          vErrors.push(err43);
        }
        errors++;
      }
    }
    if (data.missingScopeStatus !== void 0) {
      let data16 = data.missingScopeStatus;
      if (!(data16 === 401 || data16 === 403)) {
        const err44 = { instancePath: instancePath + "/missingScopeStatus", schemaPath: "dialect.json/properties/missingScopeStatus/enum", keyword: "enum", params: { allowedValues: schema88.properties.missingScopeStatus.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err44];
        } else {
          vErrors.push(err44);
        }
        errors++;
      }
    }
    if (data.expiredKeyStatus !== void 0) {
      let data17 = data.expiredKeyStatus;
      if (!(data17 === 401 || data17 === 403)) {
        const err45 = { instancePath: instancePath + "/expiredKeyStatus", schemaPath: "dialect.json/properties/expiredKeyStatus/enum", keyword: "enum", params: { allowedValues: schema88.properties.expiredKeyStatus.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err45];
        } else {
          vErrors.push(err45);
        }
        errors++;
      }
    }
    if (data.retryAfter !== void 0) {
      let data18 = data.retryAfter;
      if (!(data18 === "seconds" || data18 === "http-date")) {
        const err46 = { instancePath: instancePath + "/retryAfter", schemaPath: "dialect.json/properties/retryAfter/enum", keyword: "enum", params: { allowedValues: schema88.properties.retryAfter.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err46];
        } else {
          vErrors.push(err46);
        }
        errors++;
      }
    }
    if (data.signature !== void 0) {
      let data19 = data.signature;
      if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
        if (data19.scheme === void 0) {
          const err47 = { instancePath: instancePath + "/signature", schemaPath: "dialect.json/properties/signature/required", keyword: "required", params: { missingProperty: "scheme" }, message: "must have required property 'scheme'" };
          if (vErrors === null) {
            vErrors = [err47];
          } else {
            vErrors.push(err47);
          }
          errors++;
        }
        for (const key4 in data19) {
          if (!(key4 === "scheme" || key4 === "header")) {
            const err48 = { instancePath: instancePath + "/signature", schemaPath: "dialect.json/properties/signature/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err48];
            } else {
              vErrors.push(err48);
            }
            errors++;
          }
        }
        if (data19.scheme !== void 0) {
          let data20 = data19.scheme;
          if (!(data20 === "standard-webhooks" || data20 === "svix" || data20 === "timestamped-hex" || data20 === "body-hex" || data20 === "unknown")) {
            const err49 = { instancePath: instancePath + "/signature/scheme", schemaPath: "dialect.json/properties/signature/properties/scheme/enum", keyword: "enum", params: { allowedValues: schema88.properties.signature.properties.scheme.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err49];
            } else {
              vErrors.push(err49);
            }
            errors++;
          }
        }
        if (data19.header !== void 0) {
          let data21 = data19.header;
          if (typeof data21 === "string") {
            if (func1(data21) < 1) {
              const err50 = { instancePath: instancePath + "/signature/header", schemaPath: "dialect.json/properties/signature/properties/header/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err50];
              } else {
                vErrors.push(err50);
              }
              errors++;
            }
          } else {
            const err51 = { instancePath: instancePath + "/signature/header", schemaPath: "dialect.json/properties/signature/properties/header/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err51];
            } else {
              vErrors.push(err51);
            }
            errors++;
          }
        }
      } else {
        const err52 = { instancePath: instancePath + "/signature", schemaPath: "dialect.json/properties/signature/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err52];
        } else {
          vErrors.push(err52);
        }
        errors++;
      }
    }
    if (data.deliveryBody !== void 0) {
      let data22 = data.deliveryBody;
      if (!(data22 === "event" || data22 === "standard-webhooks")) {
        const err53 = { instancePath: instancePath + "/deliveryBody", schemaPath: "dialect.json/properties/deliveryBody/enum", keyword: "enum", params: { allowedValues: schema88.properties.deliveryBody.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err53];
        } else {
          vErrors.push(err53);
        }
        errors++;
      }
    }
    if (data.operations !== void 0) {
      let data23 = data.operations;
      if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
        for (const key5 in data23) {
          if (!(key5 === "retrieveEvent" || key5 === "listWebhooks" || key5 === "createKey")) {
            const err54 = { instancePath: instancePath + "/operations", schemaPath: "dialect.json/properties/operations/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" };
            if (vErrors === null) {
              vErrors = [err54];
            } else {
              vErrors.push(err54);
            }
            errors++;
          }
        }
        if (data23.retrieveEvent !== void 0) {
          let data24 = data23.retrieveEvent;
          if (typeof data24 !== "string" && data24 !== null) {
            const err55 = { instancePath: instancePath + "/operations/retrieveEvent", schemaPath: "dialect.json/properties/operations/properties/retrieveEvent/type", keyword: "type", params: { type: schema88.properties.operations.properties.retrieveEvent.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err55];
            } else {
              vErrors.push(err55);
            }
            errors++;
          }
          if (typeof data24 === "string") {
            if (!pattern24.test(data24)) {
              const err56 = { instancePath: instancePath + "/operations/retrieveEvent", schemaPath: "dialect.json/properties/operations/properties/retrieveEvent/pattern", keyword: "pattern", params: { pattern: "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$" }, message: 'must match pattern "^GET /v1/[^\\s?#]*\\{id\\}[^\\s?#]*$"' };
              if (vErrors === null) {
                vErrors = [err56];
              } else {
                vErrors.push(err56);
              }
              errors++;
            }
          }
        }
        if (data23.listWebhooks !== void 0) {
          let data25 = data23.listWebhooks;
          if (typeof data25 !== "string" && data25 !== null) {
            const err57 = { instancePath: instancePath + "/operations/listWebhooks", schemaPath: "dialect.json/properties/operations/properties/listWebhooks/type", keyword: "type", params: { type: schema88.properties.operations.properties.listWebhooks.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err57];
            } else {
              vErrors.push(err57);
            }
            errors++;
          }
          if (typeof data25 === "string") {
            if (!pattern25.test(data25)) {
              const err58 = { instancePath: instancePath + "/operations/listWebhooks", schemaPath: "dialect.json/properties/operations/properties/listWebhooks/pattern", keyword: "pattern", params: { pattern: "^GET /v1/[^\\s?#{}]+$" }, message: 'must match pattern "^GET /v1/[^\\s?#{}]+$"' };
              if (vErrors === null) {
                vErrors = [err58];
              } else {
                vErrors.push(err58);
              }
              errors++;
            }
          }
        }
        if (data23.createKey !== void 0) {
          let data26 = data23.createKey;
          if (typeof data26 !== "string" && data26 !== null) {
            const err59 = { instancePath: instancePath + "/operations/createKey", schemaPath: "dialect.json/properties/operations/properties/createKey/type", keyword: "type", params: { type: schema88.properties.operations.properties.createKey.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err59];
            } else {
              vErrors.push(err59);
            }
            errors++;
          }
          if (typeof data26 === "string") {
            if (!pattern26.test(data26)) {
              const err60 = { instancePath: instancePath + "/operations/createKey", schemaPath: "dialect.json/properties/operations/properties/createKey/pattern", keyword: "pattern", params: { pattern: "^(POST|PUT) /v1/[^\\s?#{}]+$" }, message: 'must match pattern "^(POST|PUT) /v1/[^\\s?#{}]+$"' };
              if (vErrors === null) {
                vErrors = [err60];
              } else {
                vErrors.push(err60);
              }
              errors++;
            }
          }
        }
      } else {
        const err61 = { instancePath: instancePath + "/operations", schemaPath: "dialect.json/properties/operations/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err61];
        } else {
          vErrors.push(err61);
        }
        errors++;
      }
    }
    if (data.maxPayloadBytes !== void 0) {
      let data27 = data.maxPayloadBytes;
      if (!(typeof data27 == "number" && (!(data27 % 1) && !isNaN(data27)) && isFinite(data27))) {
        const err62 = { instancePath: instancePath + "/maxPayloadBytes", schemaPath: "dialect.json/properties/maxPayloadBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err62];
        } else {
          vErrors.push(err62);
        }
        errors++;
      }
      if (typeof data27 == "number" && isFinite(data27)) {
        if (data27 < 1 || isNaN(data27)) {
          const err63 = { instancePath: instancePath + "/maxPayloadBytes", schemaPath: "dialect.json/properties/maxPayloadBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err63];
          } else {
            vErrors.push(err63);
          }
          errors++;
        }
      }
    }
    if (data.idempotencyMismatch !== void 0) {
      let data28 = data.idempotencyMismatch;
      if (!(data28 === "original" || data28 === "409" || data28 === "422")) {
        const err64 = { instancePath: instancePath + "/idempotencyMismatch", schemaPath: "dialect.json/properties/idempotencyMismatch/enum", keyword: "enum", params: { allowedValues: schema88.properties.idempotencyMismatch.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err64];
        } else {
          vErrors.push(err64);
        }
        errors++;
      }
    }
    if (data.nonObjectData !== void 0) {
      let data29 = data.nonObjectData;
      if (!(data29 === "accept" || data29 === "reject")) {
        const err65 = { instancePath: instancePath + "/nonObjectData", schemaPath: "dialect.json/properties/nonObjectData/enum", keyword: "enum", params: { allowedValues: schema88.properties.nonObjectData.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err65];
        } else {
          vErrors.push(err65);
        }
        errors++;
      }
    }
    if (data.unknownFields !== void 0) {
      let data30 = data.unknownFields;
      if (!(data30 === "ignore" || data30 === "reject")) {
        const err66 = { instancePath: instancePath + "/unknownFields", schemaPath: "dialect.json/properties/unknownFields/enum", keyword: "enum", params: { allowedValues: schema88.properties.unknownFields.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err66];
        } else {
          vErrors.push(err66);
        }
        errors++;
      }
    }
    if (data.emptyOrMixedEvents !== void 0) {
      let data31 = data.emptyOrMixedEvents;
      if (!(data31 === "accept" || data31 === "reject")) {
        const err67 = { instancePath: instancePath + "/emptyOrMixedEvents", schemaPath: "dialect.json/properties/emptyOrMixedEvents/enum", keyword: "enum", params: { allowedValues: schema88.properties.emptyOrMixedEvents.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err67];
        } else {
          vErrors.push(err67);
        }
        errors++;
      }
    }
    if (data.omittedDescription !== void 0) {
      let data32 = data.omittedDescription;
      if (!(data32 === "absent" || data32 === "null")) {
        const err68 = { instancePath: instancePath + "/omittedDescription", schemaPath: "dialect.json/properties/omittedDescription/enum", keyword: "enum", params: { allowedValues: schema88.properties.omittedDescription.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err68];
        } else {
          vErrors.push(err68);
        }
        errors++;
      }
    }
  } else {
    const err69 = { instancePath, schemaPath: "dialect.json/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err69];
    } else {
      vErrors.push(err69);
    }
    errors++;
  }
  validate69.errors = vErrors;
  return errors === 0;
}
validate69.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var dialectValidators = { Dialect: validateDialect };
export {
  dialectValidators,
  validateDialect
};

// Made by `npm run generate` from openapi/. Do not edit.

import type { OpenQuestion, Rule } from '../openapi/model'

/** Titles of the chapters, by the prefix of a rule's id. */
export const chapters: Readonly<Record<string, string>> = {
  "GN": "Conventions",
  "EV": "Creating events",
  "PG": "Listing, page by page",
  "WH": "Registering webhooks",
  "WD": "Deleting webhooks",
  "DL": "Deliveries",
  "AU": "Authentication",
  "ER": "Errors",
  "LM": "Limits"
}

export const rules: readonly Rule[] = [
  {
    "id": "GN-1",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "Answers are JSON and say so in their Content-Type.",
    "source": "What the service does",
    "leavesOpen": "Parameters of the content type, the white space, and the bodies of a 401, a 429 and a 500 are the service's choice."
  },
  {
    "id": "GN-2",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "Status codes are standard HTTP codes, used with their standard meaning.",
    "source": "What the service does; Errors, status codes",
    "leavesOpen": "Which 2xx a success has where none is shown, and which 4xx a refusal has, are the service's choice."
  },
  {
    "id": "GN-3",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "Every operation answers under the path prefix /v1.",
    "source": "Conventions; Versioning",
    "leavesOpen": "Other versions, and what other paths get, are the service's choice."
  },
  {
    "id": "EV-1",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A second request with the same idempotency key returns the original event.",
    "source": "POST /v1/events, rule 1",
    "leavesOpen": "Name and place of the key, its longest form, the status of the replay, and further fields and headers of the answer are the service's choice. So are the answer to another body with a known key, and whether a key that came with a refused request is used up."
  },
  {
    "id": "EV-2",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "Without `type` the answer is 400 with code `invalid_request` and `param` `type`.",
    "source": "POST /v1/events, rule 2",
    "leavesOpen": "The words of the message and further fields of the error are the service's choice."
  },
  {
    "id": "EV-3",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A request with a type and a payload creates an event and returns it with `id`, `type`, `created` and `data`.",
    "source": "POST /v1/events, response",
    "leavesOpen": "The status of the success, and further fields of the answer, are the service's choice."
  },
  {
    "id": "EV-4",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "The idempotency key is optional. Without one, two equal requests create two events.",
    "source": "POST /v1/events, request body, idempotency key",
    "leavesOpen": "Name and place of the key are the service's choice."
  },
  {
    "id": "EV-5",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A second request with the same idempotency key creates no event, also when both arrive at once.",
    "source": "POST /v1/events, rule 1",
    "leavesOpen": "Name, place and longest form of the key are the service's choice. So are a refusal of another body with a known key, and whether a key that came with a refused request is used up."
  },
  {
    "id": "EV-6",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "`data` is required. Without it the answer is 400 with code `invalid_request`.",
    "source": "POST /v1/events, request body; Errors",
    "leavesOpen": "Whether the refusal names the field in `param` is the service's choice."
  },
  {
    "id": "EV-7",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents"
    ],
    "rule": "An event's id is `evt_` and an identifier.",
    "source": "Event, field id",
    "leavesOpen": "The identifier after the prefix, its length and its alphabet are the service's choice."
  },
  {
    "id": "EV-8",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents"
    ],
    "rule": "The type is any string of the client's choosing and comes back as it was sent. Dot notation is not enforced.",
    "source": "Event; Events, rule 1",
    "leavesOpen": "The greatest length of a type, and whether it may hold control characters, are the service's choice."
  },
  {
    "id": "EV-9",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents"
    ],
    "rule": "`created` is the time of creation in UTC, as ISO 8601.",
    "source": "Event, field created",
    "leavesOpen": "The form of ISO 8601 and its precision, down to minutes, are the service's choice.",
    "reading": "ISO 8601 has several forms, and no one of them is shown. The basic form without separators, weeks, ordinal days, fractions of any length and an offset of zero are taken as well as the usual form, as long as the time is in UTC."
  },
  {
    "id": "EV-10",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents"
    ],
    "rule": "The payload may hold any JSON and comes back as it was sent.",
    "source": "Event, field data; POST /v1/events, request body",
    "leavesOpen": "The largest payload, the greatest depth, the order of keys, and numbers beyond what a double holds are the service's choice."
  },
  {
    "id": "EV-11",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "An idempotency key is remembered for 24 hours.",
    "source": "POST /v1/events, rule 1; Limits, idempotency window",
    "leavesOpen": "What a key means after 24 hours is the service's choice."
  },
  {
    "id": "EV-12",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "No two events have the same id.",
    "source": "Event, field id",
    "leavesOpen": "The form of an id is the service's choice."
  },
  {
    "id": "EV-13",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "Requests with different idempotency keys create different events.",
    "source": "POST /v1/events, request body, idempotency key",
    "leavesOpen": "Which keys are refused for their form or length is the service's choice."
  },
  {
    "id": "PG-1",
    "level": "must",
    "operations": [
      "listEvents",
      "listWebhooks"
    ],
    "rule": "The answer is 200 with the list envelope, `data` an array and `hasMore` a boolean.",
    "source": "GET /v1/events, response; List envelope",
    "leavesOpen": "Further fields of the envelope are the service's choice."
  },
  {
    "id": "PG-2",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "A page holds at most `limit` items.",
    "source": "GET /v1/events, limit",
    "leavesOpen": "A page may hold fewer items than its limit."
  },
  {
    "id": "PG-3",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "A page never holds more than 100 items.",
    "source": "GET /v1/events, limit; Limits, page size",
    "leavesOpen": "A limit over 100 may be refused or taken for 100."
  },
  {
    "id": "PG-4",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "`hasMore` is true exactly when more items follow.",
    "source": "List envelope, field hasMore",
    "leavesOpen": "Pages on the way may be empty, and `nextCursor` on the last page may be null, absent or a cursor."
  },
  {
    "id": "PG-5",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "While more items follow, `nextCursor` is a string that begins with `cur_`.",
    "source": "List envelope, field nextCursor",
    "leavesOpen": "The text after the prefix, and `nextCursor` on the last page, are the service's choice.",
    "reading": "The interface says where a cursor comes from, and not how long or how often it is good. A cursor of one use, one that ends and one that is bound to its `limit` are the service's choice: the suite uses each cursor once, with the `limit` it came with. Where it asks with a cursor again, nothing but a 5xx is blamed."
  },
  {
    "id": "PG-6",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "A cursor continues where its page ended. Nothing is left out and nothing comes twice.",
    "source": "GET /v1/events, cursor; List envelope, field nextCursor",
    "leavesOpen": "The order of the list, how soon a new event is listed and how long, and whether a cursor is good for another use or another limit are the service's choice.",
    "reading": "An event need not be listed at the instant of its creation. The suite looks again until `--listing-timeout`, 10 s unless given, so that a list that is 5 s late passes. An event that is listed only later is late, and not lost. Where a look missed an event, the end of the run looks several times in a row: once that time is over, a list that lacks an event at one look and shows it at a later one is blamed."
  },
  {
    "id": "PG-7",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "`limit` and `cursor` are optional.",
    "source": "GET /v1/events, query parameters",
    "leavesOpen": "Other parameters, the default page size and limits that are no number are the service's choice."
  },
  {
    "id": "PG-8",
    "level": "must",
    "operations": [
      "listEvents"
    ],
    "rule": "The items are events, equal to what their creation returned.",
    "source": "GET /v1/events, response; Event",
    "leavesOpen": "Further fields of a listed event and the order of the list are the service's choice."
  },
  {
    "id": "PG-9",
    "level": "should",
    "operations": [
      "listEvents"
    ],
    "rule": "Events that arrive during a traversal neither repeat nor hide the ones that were there before.",
    "source": "List envelope, field nextCursor",
    "leavesOpen": "The interface does not say what events that arrive meanwhile do to a page, so that a breach only warns."
  },
  {
    "id": "WH-1",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "Success is 201 with the webhook, its `secret`, its `status` and `created`.",
    "source": "POST /v1/webhooks, rule 1",
    "leavesOpen": "Further fields of the webhook are the service's choice.",
    "reading": "Which hosts a URL may name is not shown. Services refuse names that are reserved, like `.invalid`, or lead to private addresses. The suite looks for a host that the service takes, and where there is none it says so and names the flag that gives it one. Nor is shown whether a URL may have a query: a service that refuses one is told so, and gets URLs without."
  },
  {
    "id": "WH-2",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "A `url` that is not HTTPS is answered by 400, code `invalid_request`, `param` `url` and a message that says the URL must use HTTPS.",
    "source": "POST /v1/webhooks, rule 2",
    "leavesOpen": "The words of the message are the service's choice, as long as they name HTTPS."
  },
  {
    "id": "WH-3",
    "level": "must",
    "operations": [
      "createWebhook",
      "listWebhooks",
      "deleteWebhook"
    ],
    "rule": "The secret appears in the answer to the creation and in no other.",
    "source": "POST /v1/webhooks, rule 3",
    "leavesOpen": "A hint that leaves out most of the secret is the service's choice."
  },
  {
    "id": "WH-4",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "`url` is required. Without it the answer is 400 with code `invalid_request`.",
    "source": "POST /v1/webhooks, request body; Errors",
    "leavesOpen": "The message, and whether `param` names the field, are the service's choice."
  },
  {
    "id": "WH-5",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "`events` is required. Without it the answer is 400 with code `invalid_request`.",
    "source": "POST /v1/webhooks, request body; Errors",
    "leavesOpen": "The message, and whether `param` names the field, are the service's choice."
  },
  {
    "id": "WH-6",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "The single element `*` is accepted and comes back as it was sent.",
    "source": "Webhook, field events; POST /v1/webhooks, request body",
    "leavesOpen": "Whether `*` may stand among other types is the service's choice."
  },
  {
    "id": "WH-7",
    "level": "must",
    "operations": [
      "createWebhook",
      "listWebhooks"
    ],
    "rule": "`description` is optional free text. When given, it comes back.",
    "source": "Webhook, field description",
    "leavesOpen": "How long a description may be, and what stands in its place where none was given, are the service's choice."
  },
  {
    "id": "WH-8",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "A webhook's id is `wh_` and an identifier, its own.",
    "source": "Webhook, field id",
    "leavesOpen": "The identifier after the prefix is the service's choice."
  },
  {
    "id": "WH-9",
    "level": "must",
    "operations": [
      "createWebhook",
      "listWebhooks"
    ],
    "rule": "`url` and `events` come back as they were sent.",
    "source": "Webhook, fields url and events",
    "leavesOpen": "The order of the types, how a URL is normalised, and the most types or characters are the service's choice."
  },
  {
    "id": "WH-10",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "A new webhook's status is `active`.",
    "source": "Webhook, field status; States and transitions",
    "leavesOpen": "Statuses besides `active` are the service's choice, but not that of a new webhook."
  },
  {
    "id": "WH-11",
    "level": "must",
    "operations": [
      "createWebhook"
    ],
    "rule": "The secret begins with `whsec_`.",
    "source": "Webhook, field secret",
    "leavesOpen": "Length and alphabet of the part after the prefix are the service's choice."
  },
  {
    "id": "WH-12",
    "level": "must",
    "operations": [
      "createWebhook",
      "listWebhooks"
    ],
    "rule": "`created` is the time of registration in UTC, as ISO 8601.",
    "source": "Webhook, field created",
    "leavesOpen": "The precision of the time and the form of ISO 8601 are the service's choice.",
    "reading": "As with EV-9: every form of ISO 8601 that says its time in UTC is taken."
  },
  {
    "id": "WH-13",
    "level": "should",
    "operations": [
      "createWebhook"
    ],
    "rule": "Each webhook has a secret of its own.",
    "source": "Webhook, field secret; Events, rule 6",
    "leavesOpen": "The interface says nowhere that secrets differ, so that equal ones only warn."
  },
  {
    "id": "WD-1",
    "level": "must",
    "operations": [
      "deleteWebhook"
    ],
    "rule": "Deletion needs no request body.",
    "source": "DELETE /v1/webhooks/{id}, rule 1",
    "leavesOpen": "The status of the success is the service's choice."
  },
  {
    "id": "WD-2",
    "level": "must",
    "operations": [
      "deleteWebhook"
    ],
    "rule": "Success returns the webhook's `id` and `deleted` true.",
    "source": "DELETE /v1/webhooks/{id}, rule 2",
    "leavesOpen": "Any 2xx and further fields of the result are the service's choice."
  },
  {
    "id": "WD-3",
    "level": "must",
    "operations": [
      "deleteWebhook"
    ],
    "rule": "A webhook that does not exist is answered by 404 with code `not_found` and no `param`.",
    "source": "DELETE /v1/webhooks/{id}, rule 3",
    "leavesOpen": "The message is the service's choice."
  },
  {
    "id": "WD-4",
    "level": "must",
    "operations": [
      "deleteWebhook",
      "listWebhooks"
    ],
    "rule": "A deleted webhook no longer exists. It is not listed, and deleting it again is answered by 404.",
    "source": "States and transitions",
    "leavesOpen": "The message is the service's choice, and so are whether webhooks are listed, how, and how soon a list shows a deletion."
  },
  {
    "id": "WD-5",
    "level": "must",
    "operations": [
      "deleteWebhook"
    ],
    "rule": "Deletion ends all further delivery to the webhook's URL.",
    "source": "States and transitions; Events, rule 4",
    "leavesOpen": "A delivery that was under way before the deletion may still arrive. Whether and when a failed delivery is tried again, and whether deliveries to a URL go on that another webhook has as well, are the service's choice."
  },
  {
    "id": "WD-6",
    "level": "must",
    "operations": [
      "deleteWebhook"
    ],
    "rule": "A deletion that finds nothing changes nothing. Other webhooks stay and go on receiving.",
    "source": "States and transitions",
    "leavesOpen": "Whether a second webhook with one URL is another webhook is the service's choice."
  },
  {
    "id": "DL-1",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "An event is delivered to every webhook that is subscribed to its type.",
    "source": "What the service does; Events, rule 3",
    "leavesOpen": "What a delivery looks like, when it comes, whether a failed one is tried again, and how many webhooks and types there may be are the service's choice. Compared are the parts of the event that deliveries were seen to hold whole.",
    "reading": "No time is shown in which a delivery has to come. The suite waits until `--delivery-timeout`, and looks once more at the end of the run: a delivery that is 12 s late is late, and not lost. What a delivery looks like is not shown either. One without a body, or with nothing in it that names the event, is counted, and what nobody can tell is not judged."
  },
  {
    "id": "DL-2",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A webhook receives only the types that it subscribed to.",
    "source": "Events, rule 2",
    "leavesOpen": "A delivery that is of no event, like a greeting to a new webhook, and whether `order.*` is a pattern are the service's choice."
  },
  {
    "id": "DL-3",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A webhook subscribed to `*` receives every type.",
    "source": "Webhook, field events; Events, rule 2",
    "leavesOpen": "What a delivery looks like and when it comes are the service's choice."
  },
  {
    "id": "DL-4",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A delivery is an HTTP POST to the webhook's URL, path and query included.",
    "source": "Events, rule 3",
    "leavesOpen": "Headers and body of the request, and how a blank in a query is encoded, are the service's choice."
  },
  {
    "id": "DL-5",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "A delivery carries a signature that the webhook's own secret verifies.",
    "source": "Webhook, field secret; Events, rule 6",
    "leavesOpen": "Name and place of the signature and its algorithm are the service's choice. Where the suite does not know the algorithm, something has to change with what is delivered. Of two webhooks with one URL either may sign."
  },
  {
    "id": "DL-6",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "An event made with a test key is delivered to no webhook that a live key registered.",
    "source": "Authentication, rule 4; Events, rule 5",
    "leavesOpen": "Whether a test key may register webhooks is the service's choice.",
    "reading": "The interface speaks of real webhooks. A webhook that a test key registered is test data (DL-8). A webhook of a live key is a real one, whatever its URL is, and gets no event of a test key. Events of live keys are no test data, and reach no webhook of a test key (AU-7)."
  },
  {
    "id": "DL-7",
    "level": "should",
    "operations": [
      "createEvent"
    ],
    "rule": "A delivery that was received with success is not repeated.",
    "source": "Events, rule 3",
    "leavesOpen": "The interface does not promise a single delivery, so that a repeated one only warns."
  },
  {
    "id": "DL-8",
    "level": "should",
    "operations": [
      "createEvent"
    ],
    "rule": "An event made with a test key is delivered to no webhook of a test key.",
    "source": "Events, rule 5",
    "leavesOpen": "Whether a test key may register webhooks is the service's choice. They are no real ones, so that a breach only warns.",
    "reading": "The interface says that test keys never trigger real deliveries. A delivery to a webhook that is test data may be taken for none, so that it is warned of."
  },
  {
    "id": "AU-1",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "A valid key in `Authorization`, as a bearer token, is accepted.",
    "source": "Authentication, rule 1",
    "leavesOpen": "A request may be refused for anything but its key."
  },
  {
    "id": "AU-2",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "Requests over plain HTTP fail.",
    "source": "What the service does; Authentication, rule 2",
    "leavesOpen": "A request over plain HTTP may fail by a refused connection, a redirect or any error."
  },
  {
    "id": "AU-3",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "A request without a key is answered by 401.",
    "source": "Authentication, rule 3",
    "leavesOpen": "Code and body of the 401 are the service's choice, and so is what a request may be refused for besides.",
    "reading": "Every endpoint requires the header `Authorization`, so that a key in the query alone is none. Whether the header may name another scheme than `Bearer` beside a valid key is not judged."
  },
  {
    "id": "AU-4",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "A request with an invalid key is answered by 401.",
    "source": "Authentication, rule 3",
    "leavesOpen": "Code and body of the 401 are the service's choice, and so is what a request may be refused for besides."
  },
  {
    "id": "AU-5",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "Live keys begin with `sk_live_`.",
    "source": "Authentication, rule 4",
    "leavesOpen": "The part of a key after its prefix is the service's choice."
  },
  {
    "id": "AU-6",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "Test keys begin with `sk_test_`.",
    "source": "Authentication, rule 4",
    "leavesOpen": "The part of a key after its prefix is the service's choice."
  },
  {
    "id": "AU-7",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents"
    ],
    "rule": "A test key sees and makes test data only.",
    "source": "Authentication, rule 4",
    "leavesOpen": "The status with which a key of the other mode is refused is the service's choice, and so are whether webhooks are listed and whether a test key may make scoped keys."
  },
  {
    "id": "AU-8",
    "level": "must",
    "operations": [
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "A test key changes no production resource.",
    "source": "Authentication, rule 4",
    "leavesOpen": "The status with which a key of the other mode is refused is the service's choice."
  },
  {
    "id": "AU-9",
    "level": "must",
    "operations": [],
    "rule": "Keys are created and deleted in a dashboard.",
    "source": "Authentication, rule 5",
    "unjudged": "A dashboard is a page for people. No request of the interface reaches it."
  },
  {
    "id": "AU-10",
    "level": "must",
    "operations": [],
    "rule": "Rotation is possible. A new key works beside the old one until that one is deleted.",
    "source": "Authentication, rule 5",
    "unjudged": "Keys are made and deleted in the dashboard, out of the suite's reach."
  },
  {
    "id": "AU-11",
    "level": "must",
    "operations": [
      "listEvents",
      "retrieveEvent"
    ],
    "rule": "The scope `events:read` permits listing and retrieving events. A scoped key without it may do neither.",
    "source": "Authentication, rule 6",
    "leavesOpen": "Status and code with which a key without the scope is refused are the service's choice."
  },
  {
    "id": "AU-12",
    "level": "must",
    "operations": [
      "createEvent"
    ],
    "rule": "The scope `events:write` permits creating events. A scoped key without it may not.",
    "source": "Authentication, rule 6",
    "leavesOpen": "Status and code with which a key without the scope is refused are the service's choice."
  },
  {
    "id": "AU-13",
    "level": "must",
    "operations": [
      "listWebhooks"
    ],
    "rule": "The scope `webhooks:read` permits listing webhooks. A scoped key without it may not.",
    "source": "Authentication, rule 6",
    "leavesOpen": "Status and code with which a key without the scope is refused are the service's choice."
  },
  {
    "id": "AU-14",
    "level": "must",
    "operations": [
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "The scope `webhooks:write` permits creating and deleting webhooks. A scoped key without it may do neither.",
    "source": "Authentication, rule 6",
    "leavesOpen": "Status and code with which a key without the scope is refused are the service's choice."
  },
  {
    "id": "AU-15",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "A scoped key is refused once its `expiresAt` has passed.",
    "source": "Authentication, rule 6",
    "leavesOpen": "Status and code of the refusal are the service's choice, and it may take a few seconds."
  },
  {
    "id": "AU-16",
    "level": "must",
    "operations": [
      "createKey"
    ],
    "rule": "Scoped keys exist on enterprise plans only.",
    "source": "Authentication, rule 6",
    "unjudged": "The plan of a deployment cannot be seen from outside."
  },
  {
    "id": "AU-17",
    "level": "must",
    "operations": [
      "createKey"
    ],
    "rule": "A scoped key is created with `name`, `scopes` and `expiresAt`.",
    "source": "API key",
    "leavesOpen": "Method and path of the operation, the record that comes back, and the status with which a key without a scope is refused are the service's choice.",
    "reading": "How soon a new key can be used is not shown. The suite waits up to 5 s until a new key may list, so that a key that is valid after 2 s passes, and what is refused to it before says nothing."
  },
  {
    "id": "ER-1",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "An error answer holds `error.code` and `error.message`, both strings.",
    "source": "Errors, shape of an error response",
    "leavesOpen": "The bodies of a 401, a 429 and a 500 are the service's choice, and those of refusals that a gateway may give; so are further fields."
  },
  {
    "id": "ER-2",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "`error.param` is optional. When present, it is a string that names a field of the request.",
    "source": "Errors, field error.param",
    "leavesOpen": "Whether there is a `param` at all, and how it writes the place of a field, are the service's choice."
  },
  {
    "id": "ER-3",
    "level": "must",
    "operations": [
      "createEvent",
      "createWebhook"
    ],
    "rule": "Invalid parameters are answered by 400 with code `invalid_request`.",
    "source": "Errors, codes given",
    "leavesOpen": "The message, `param` and further fields of the error are the service's choice, and so is a refusal by 413."
  },
  {
    "id": "ER-4",
    "level": "must",
    "operations": [
      "deleteWebhook",
      "retrieveEvent"
    ],
    "rule": "A resource that does not exist is answered by 404 with code `not_found`.",
    "source": "Errors, codes given",
    "leavesOpen": "The message is the service's choice, and so is whether operations that are not shown exist.",
    "reading": "An event that is retrieved at one time exists, so that a 404 for it is wrong once the time is over in which a list has to show it (PG-6). Where no event is retrieved, the operation is taken for one that is not offered."
  },
  {
    "id": "ER-5",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "No request of a client, however malformed, is answered by a server error.",
    "source": "Errors, status codes",
    "leavesOpen": "Any answer but a server error is the service's choice. A gateway may fail once in a while, and connections may end at any time.",
    "reading": "A 502, 503 or 504 in front of a service, once in 200 requests, is no answer of the service: the suite sends the request once more, counts the accident and warns where it happens often. A connection that ends while it is idle, after 50 ms for example, is opened anew, and the request sent again. No time is shown in which an answer has to come, so that answers of 1.1 s are as good as fast ones, and only one that takes longer than `--request-timeout` leaves its check without a judgement."
  },
  {
    "id": "ER-6",
    "level": "should",
    "operations": [
      "createEvent",
      "createWebhook"
    ],
    "rule": "When a required field is missing, `error.param` names it.",
    "source": "Errors, field error.param",
    "leavesOpen": "`param` is optional, so that its absence only warns."
  },
  {
    "id": "LM-1",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "Over the rate limit the answer is 429 with a `Retry-After` header.",
    "source": "Limits, rule 1; Errors, status codes",
    "leavesOpen": "The unit and format of `Retry-After` and the body of the refusal are the service's choice."
  },
  {
    "id": "LM-2",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "The free plan permits 10 requests per second.",
    "source": "Limits, rate of the plan",
    "leavesOpen": "The algorithm, the burst and the scope of the limit are the service's choice."
  },
  {
    "id": "LM-3",
    "level": "must",
    "operations": [
      "createEvent",
      "listEvents",
      "createWebhook",
      "deleteWebhook"
    ],
    "rule": "The pro plan permits 100 requests per second.",
    "source": "Limits, rate of the plan",
    "leavesOpen": "The algorithm, the burst and the scope of the limit are the service's choice."
  },
  {
    "id": "LM-4",
    "level": "must",
    "operations": [],
    "rule": "The rate of an enterprise plan is agreed upon one by one.",
    "source": "Limits",
    "unjudged": "There is no figure to hold a deployment against."
  }
]

export const openQuestions: readonly OpenQuestion[] = [
  {
    "id": "OQ-01",
    "question": "What is the idempotency key called, does it stand in the body or in a header, and how long may it be?",
    "default": "The body field `idempotencyKey` and the header `Idempotency-Key` are both read. When both are present and differ, the answer is 400. A key has 1 to 255 characters.",
    "alternatives": [
      "another name",
      "the body only",
      "a header only",
      "another length"
    ],
    "dialectFields": [
      "idempotency",
      "emptyIdempotencyKey"
    ]
  },
  {
    "id": "OQ-02",
    "question": "Which status does the creation of an event have, and its replay?",
    "default": "201 for both. A replay bears `Idempotency-Replayed: true`.",
    "alternatives": [
      "200",
      "202",
      "any other 2xx"
    ],
    "dialectFields": [
      "createEventStatus",
      "replayEventStatus",
      "replayHeader"
    ]
  },
  {
    "id": "OQ-03",
    "question": "Which status does the deletion of a webhook have?",
    "default": "200.",
    "alternatives": [
      "any other 2xx with the deletion result"
    ],
    "dialectFields": [
      "deleteWebhookStatus"
    ]
  },
  {
    "id": "OQ-04",
    "question": "Is `nextCursor` null or absent on the last page?",
    "default": "It is null.",
    "alternatives": [
      "absent",
      "a cursor"
    ],
    "dialectFields": [
      "lastPageCursor"
    ]
  },
  {
    "id": "OQ-05",
    "question": "How many items has a page when `limit` is omitted?",
    "default": "20.",
    "alternatives": [
      "any number from 1 to 100"
    ],
    "dialectFields": [
      "defaultPageSize"
    ]
  },
  {
    "id": "OQ-06",
    "question": "In which order are events listed?",
    "default": "Newest first, stable while events arrive.",
    "alternatives": [
      "oldest first",
      "by id"
    ],
    "dialectFields": [
      "listOrder"
    ]
  },
  {
    "id": "OQ-07",
    "question": "What happens to a `limit` over 100?",
    "default": "400 with `param` `limit`.",
    "alternatives": [
      "it counts as 100",
      "or as none"
    ],
    "dialectFields": [
      "overMaxLimit"
    ]
  },
  {
    "id": "OQ-08",
    "question": "What happens to a `limit` that is under 1 or no integer, and to a cursor that is none?",
    "default": "400 with `param`.",
    "alternatives": [
      "anything but a server error"
    ],
    "dialectFields": [
      "invalidLimit",
      "invalidCursor"
    ]
  },
  {
    "id": "OQ-09",
    "question": "Which codes and bodies do 401, 403, 429 and 500 have?",
    "default": "The error envelope with the codes `unauthorized`, `insufficient_scope`, `rate_limited` and `internal_error`.",
    "alternatives": [
      "other codes"
    ],
    "dialectFields": [
      "errorCodes",
      "challenge",
      "errors"
    ]
  },
  {
    "id": "OQ-10",
    "question": "Which status does a scoped key get that lacks the scope or has expired?",
    "default": "403 without the scope, 401 when expired.",
    "alternatives": [
      "any other 4xx"
    ],
    "dialectFields": [
      "missingScopeStatus",
      "expiredKeyStatus"
    ]
  },
  {
    "id": "OQ-11",
    "question": "What unit and format does `Retry-After` have?",
    "default": "Whole seconds.",
    "alternatives": [
      "an HTTP-date",
      "seconds with a fraction"
    ],
    "dialectFields": [
      "retryAfter"
    ]
  },
  {
    "id": "OQ-12",
    "question": "Which header carries the signature of a delivery, and which algorithm makes it?",
    "default": "Standard Webhooks 1.0, `v1`.",
    "alternatives": [
      "svix",
      "timestamped-hex",
      "body-hex",
      "any other"
    ],
    "dialectFields": [
      "signature"
    ]
  },
  {
    "id": "OQ-13",
    "question": "What is the body of a delivery?",
    "default": "The event.",
    "alternatives": [
      "an envelope of `type`, `timestamp` and `data`",
      "any other envelope or encoding"
    ],
    "dialectFields": [
      "deliveryBody",
      "deliveryEncoding"
    ]
  },
  {
    "id": "OQ-14",
    "question": "Is a failed delivery tried again, how often, and what ends it?",
    "default": "The schedule of Standard Webhooks with jitter. 2xx succeeds, 3xx fails, 410 ends.",
    "alternatives": [
      "no retries",
      "another schedule"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-15",
    "question": "How is an event retrieved?",
    "default": "`GET /v1/events/{id}`.",
    "alternatives": [
      "not offered",
      "another path"
    ],
    "dialectFields": [
      "operations"
    ]
  },
  {
    "id": "OQ-16",
    "question": "How are webhooks listed?",
    "default": "`GET /v1/webhooks`, in the list envelope, never with a secret.",
    "alternatives": [
      "not offered",
      "another path"
    ],
    "dialectFields": [
      "webhookList"
    ]
  },
  {
    "id": "OQ-17",
    "question": "How is a scoped key created, what comes back, and what do other plans than enterprise get?",
    "default": "`POST /v1/keys` with a full key; `id`, `name`, `scopes`, `expiresAt`, `created` and, once, `key`. 403 on the free and pro plans.",
    "alternatives": [
      "not offered",
      "another path"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-18",
    "question": "Which statuses has a webhook besides `active`?",
    "default": "None.",
    "alternatives": [
      "any other string"
    ],
    "dialectFields": [
      "goneDisables"
    ]
  },
  {
    "id": "OQ-19",
    "question": "How large may a request be?",
    "default": "256 KiB, then 413 with code `payload_too_large`.",
    "alternatives": [
      "another size",
      "another status"
    ],
    "dialectFields": [
      "maxPayloadBytes"
    ]
  },
  {
    "id": "OQ-20",
    "question": "What happens when an idempotency key comes again with another body, or while the first request is in flight?",
    "default": "The original event comes back. A duplicate in flight waits for it.",
    "alternatives": [
      "400",
      "409",
      "422"
    ],
    "dialectFields": [
      "idempotencyMismatch"
    ]
  },
  {
    "id": "OQ-21",
    "question": "May `data` be something else than an object?",
    "default": "No. 400 with `param` `data`.",
    "alternatives": [
      "it is accepted"
    ],
    "dialectFields": [
      "nonObjectData"
    ]
  },
  {
    "id": "OQ-22",
    "question": "What happens to unknown fields of a body, and to unknown parameters of a query?",
    "default": "They are ignored.",
    "alternatives": [
      "400"
    ],
    "dialectFields": [
      "unknownFields",
      "unknownParameters"
    ]
  },
  {
    "id": "OQ-23",
    "question": "May `events` be empty, hold duplicates, or hold `*` among others?",
    "default": "No. 400 with `param` `events`.",
    "alternatives": [
      "it is accepted"
    ],
    "dialectFields": [
      "emptyOrMixedEvents"
    ]
  },
  {
    "id": "OQ-24",
    "question": "Are there patterns such as `order.*`?",
    "default": "No. It is a literal type.",
    "alternatives": [
      "it means all types with one part more, or with more"
    ],
    "dialectFields": [
      "typePatterns"
    ]
  },
  {
    "id": "OQ-25",
    "question": "What is `description` when none was given?",
    "default": "Absent.",
    "alternatives": [
      "null",
      "an empty text"
    ],
    "dialectFields": [
      "omittedDescription"
    ]
  },
  {
    "id": "OQ-26",
    "question": "How does plain HTTP fail?",
    "default": "The TLS port answers no plain request.",
    "alternatives": [
      "connection refused",
      "a 4xx",
      "a redirect"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-27",
    "question": "What do unknown paths and wrong methods get?",
    "default": "404 `not_found`, and 405 with `Allow`.",
    "alternatives": [
      "another refusal"
    ],
    "dialectFields": [
      "allow",
      "head",
      "options"
    ]
  },
  {
    "id": "OQ-28",
    "question": "How is the rate limit counted?",
    "default": "A token bucket per key that holds one second's worth.",
    "alternatives": [
      "windows",
      "per account"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-29",
    "question": "Are there version or deprecation headers?",
    "default": "None.",
    "alternatives": [
      "`Deprecation` and `Sunset`"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-30",
    "question": "How long are events listed?",
    "default": "For good.",
    "alternatives": [
      "for a time"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-31",
    "question": "When two webhooks have the same URL and one is deleted, is there delivery for the other?",
    "default": "Yes, each stands alone. Pending retries of the deleted one are dropped.",
    "alternatives": [
      "all delivery to that URL ends",
      "a second webhook with the URL is refused",
      "or is the first one again"
    ],
    "dialectFields": [
      "duplicateUrls"
    ]
  },
  {
    "id": "OQ-32",
    "question": "May `type` be empty, and how long may `type` and `description` be?",
    "default": "A type has 1 to 256 characters, else it is refused by 400. A description may be of any length.",
    "alternatives": [
      "other lengths"
    ],
    "dialectFields": [
      "emptyType",
      "maxTypeLength",
      "maxDescriptionLength"
    ]
  },
  {
    "id": "OQ-33",
    "question": "What is the dashboard in which keys are created and deleted?",
    "default": "The control API and page under `/__mock`.",
    "alternatives": [
      "any other"
    ],
    "dialectFields": []
  },
  {
    "id": "OQ-34",
    "question": "What happens to a body that is not declared as `application/json`?",
    "default": "400 with code `invalid_request`.",
    "alternatives": [
      "it is accepted"
    ],
    "dialectFields": [
      "contentTypes"
    ]
  },
  {
    "id": "OQ-35",
    "question": "May a test key register webhooks, although it triggers no deliveries?",
    "default": "Yes. Nothing is delivered to them.",
    "alternatives": [
      "it is refused",
      "events of test keys are delivered to them"
    ],
    "dialectFields": [
      "testWebhooks",
      "testDeliveries"
    ]
  },
  {
    "id": "OQ-36",
    "question": "Which hosts may the URL of a webhook name?",
    "default": "Any.",
    "alternatives": [
      "public ones only"
    ],
    "dialectFields": [
      "webhookHosts"
    ]
  },
  {
    "id": "OQ-37",
    "question": "How precise is `created`, and how does it say that it is UTC?",
    "default": "Milliseconds and `Z`.",
    "alternatives": [
      "another precision",
      "`+00:00`"
    ],
    "dialectFields": [
      "timestamps"
    ]
  },
  {
    "id": "OQ-38",
    "question": "Which further fields and headers do answers and deliveries have?",
    "default": "None.",
    "alternatives": [
      "any"
    ],
    "dialectFields": [
      "extras",
      "headers"
    ]
  }
]

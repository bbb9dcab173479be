import { runChecks, type RunOptions } from '@event-delivery/conformance'
import { expect, test } from 'vitest'
import type { Dialect } from '../../generated/dialect'
import { createTarget } from '../support/backend'
import { answerInstead, changeDeliveries, errorResponse, operationOf, together } from '../support/breakage'
import { findings, named } from '../support/judged'

/** A legal dialect and the checks that meet it. */
interface DialectCase {
  dialect: Dialect
  checks: readonly string[]
  /** The dialect that is to be seen, where it is not the one that is played; `because` says why. */
  seen?: Dialect
  because?: string
  options?: RunOptions
}

const idempotent = ['equal-requests-without-key', 'idempotency-replay', 'idempotency-creates-one']
  .concat(['idempotency-at-once', 'idempotency-other-key', 'idempotency-other-body'])
  .concat(['idempotency-apart-by-mode', 'idempotency-24-hours', 'replay-is-not-delivered-again'])
const creating = ['create-event', 'list-status', 'written-answers-are-json', 'valid-key-is-accepted']
const deleting = ['delete-webhook', 'delete-webhook-twice'].concat([
  'failed-deletion-changes-nothing',
  'test-key-cannot-delete-live-webhook',
])
const listing = ['default-page-size', 'list-parameters-are-optional', 'page-holds-at-most-100'].concat([
  'pages-of-many-events',
  'has-more-at-the-end',
  'pages-lose-and-repeat-nothing',
])
const signed = ['delivery-is-signed']

/** Dialects that the pairwise table does not hold. */
const dialectCases: readonly DialectCase[] = [
  ...[
    { in: 'header', name: 'X-Request-Id' } as const,
    { in: 'body', name: 'key' } as const,
    { in: 'body', name: 'dedupe_key' } as const,
  ].map((idempotency) => ({ dialect: { idempotency }, checks: idempotent })),
  ...[{ in: 'body', name: 'onlyOnce' } as const, { in: 'header', name: 'X-Only-Once' } as const].map(
    (idempotency) => ({ dialect: { idempotency }, checks: idempotent, options: { idempotency } }),
  ),
  {
    dialect: { unknownFields: 'reject', idempotency: { in: 'body', name: 'dedupeKey' } },
    checks: [...idempotent, 'unknown-fields'],
  },
  ...[203, 207, 226].map((status) => ({ dialect: { createEventStatus: status }, checks: creating })),
  { dialect: { replayEventStatus: 208 }, checks: idempotent },
  { dialect: { deleteWebhookStatus: 203 }, checks: deleting },
  {
    dialect: {
      webhookList: {
        order: 'oldest-first',
        lastPageCursor: 'absent',
        item: { hint: { constant: 'hidden' } },
      },
    },
    checks: ['list-webhooks', 'webhook-choices', 'further-fields'],
  },
  {
    dialect: {
      extras: {
        event: { object: { constant: 'event' } },
        webhook: { label: { copy: 'status' } },
        error: { status: { copy: 'status' } },
      },
    },
    checks: ['replay-marks', 'refusals-of-events', 'webhook-choices', 'further-fields'],
  },
  ...[2, 25, 50, 99].map((size) => ({ dialect: { defaultPageSize: size }, checks: listing })),
  {
    dialect: { signature: { scheme: 'timestamped-hex' } },
    checks: signed,
    seen: { signature: { scheme: 'timestamped-hex', header: 'x-event-signature' } },
    because: 'the header is always seen',
  },
  {
    dialect: { signature: { scheme: 'body-hex' } },
    checks: signed,
    seen: { signature: { scheme: 'body-hex', header: 'x-hub-signature-256' } },
    because: 'the header is always seen',
  },
  ...(['empty', 'form'] as const).map((deliveryEncoding) => ({
    dialect: { deliveryEncoding },
    checks: ['form-of-deliveries'],
  })),
  { dialect: { deliveryBody: { sent: '{unix}', note: '{text:event}' } }, checks: ['form-of-deliveries'] },
  { dialect: { maxDescriptionLength: 300 }, checks: ['long-description'] },
  ...[32_768, 77_777].map((bytes) => ({
    dialect: { maxPayloadBytes: bytes },
    checks: ['largest-payload', 'event-payload-large'],
  })),
  {
    dialect: { testWebhooks: 'reject', errors: { testWebhook: { status: 401 } } },
    checks: ['webhook-description', 'webhooks-of-test-keys'],
  },
  {
    dialect: { operations: { retrieveEvent: 'GET /v1/event/{id}' } },
    checks: ['retrieve-event', 'unknown-event-is-not-found'],
    seen: { operations: { retrieveEvent: null } },
    because: 'another path cannot be found',
  },
  {
    dialect: { operations: { retrieveEvent: 'GET /v1/event/{id}', listWebhooks: 'GET /v1/hooks' } },
    checks: ['retrieve-event', 'list-webhooks', 'deleted-webhook-is-not-listed', 'scope-webhooks-read'],
    options: {
      dialect: { operations: { retrieveEvent: 'GET /v1/event/{id}', listWebhooks: 'GET /v1/hooks' } },
    },
  },
]

for (const { dialect, seen = dialect, because, checks: only, options } of dialectCases) {
  const title = `a deployment with ${JSON.stringify(dialect)} is blamed for nothing and seen as it is`
  test(because ? `${title}, but ${because}` : title, async () => {
    const settings: RunOptions = { mode: 'full', ...options }
    const report = await runChecks(createTarget({ dialect }), named(...only), settings)
    expect(findings(report)).toEqual([])
    expect(report.dialect).toMatchObject(seen)
  })
}

test('of a list that is refused the status is told, and a later page that is refused does not hide the first', async () => {
  const listing = (first: boolean) => (request: Request) => {
    if (operationOf(request) !== 'listWebhooks') return undefined
    const isFirst = !new URL(request.url).searchParams.has('cursor')
    if (isFirst && first) return Response.json({ data: [], hasMore: true, nextCursor: 'cur_2' })
    return errorResponse(403, 'forbidden')
  }
  const seen = async (first: boolean) => {
    const target = createTarget({}, answerInstead(listing(first)))
    const { checks, dialect } = await runChecks(target, named('deleted-webhook-is-not-listed'))
    return [checks[0]?.status, checks[0]?.message, dialect.operations?.listWebhooks]
  }
  const message = 'GET /v1/webhooks was answered by 403, without a page of webhooks.'
  expect(await seen(false)).toEqual(['not-applicable', message, null])
  expect(await seen(true)).toEqual(['not-applicable', message, 'GET /v1/webhooks'])
  const refused = createTarget({}, answerInstead(listing(false)))
  const { checks } = await runChecks(refused, named('scope-webhooks-read'))
  expect([checks[0]?.status, checks[0]?.message]).toEqual(['not-applicable', message])
})

test('the form of deliveries could not be seen where its webhook was not registered', async () => {
  let hasDelivered = false
  const noteDelivery = changeDeliveries((delivery) => {
    hasDelivered = true
    return delivery
  })
  const fail = answerInstead((request) =>
    hasDelivered && operationOf(request) === 'createWebhook' ? errorResponse(500) : undefined,
  )
  const report = await runChecks(
    createTarget({}, together([noteDelivery, fail])),
    named('form-of-deliveries'),
    { mode: 'full' },
  )
  expect(findings(report, 'could-not-run')).toEqual([
    expect.stringContaining('form-of-deliveries: could-not-run: No webhook was registered for deliveries.'),
  ])
})

import { NotApplicable, Violation } from '../../engine/outcome'
import {
  assertDeliveries,
  awaitDelivery,
  deliveryBase,
  dismiss,
  evidenceOf,
  liveEvent,
  quiet,
  received,
  refusedDeliveries,
} from '../../probes/deliveries'
import { expectRefusal, expectStatus } from '../../probes/expect'
import { listedWebhooks, register, remove, webhookBase, webhookKey } from '../../probes/webhooks'
import { absentId, nearIds } from '../../probes/identifiers'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const
const gone = { status: 404, code: 'not_found', param: null }

/** Deleting webhooks. */
export const deletionChecks: readonly Check[] = [
  {
    ...base,
    id: 'delete-webhook',
    title: 'a deletion returns the id and deleted true',
    rules: ['WD-2'],
    async run(context) {
      const registered = await register(context)
      const answer = await remove(context, registered)
      context.observe('deleteWebhookStatus', answer.status)
      const result = answer.json as { id?: unknown; deleted?: unknown } | undefined
      if (result?.id === registered.webhook.id && result.deleted === true) return
      throw new Violation('WD-2', 'The deletion result is another.', {
        expected: { id: registered.webhook.id, deleted: true },
        received: answer.text,
        evidence: answer.evidence,
      })
    },
  },
  {
    ...base,
    id: 'delete-webhook-without-body',
    title: 'a deletion needs no body',
    rules: ['WD-1'],
    async run(context) {
      const registered = await register(context)
      const { key, webhook } = registered
      const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
      if (answer.status < 400) return
      throw new Violation(
        answer.status >= 500 ? ['ER-5', 'WD-1'] : 'WD-1',
        `A deletion without a body was answered by ${answer.status}.`,
        {
          received: answer.text,
          evidence: answer.evidence,
        },
      )
    },
  },
  {
    ...base,
    id: 'delete-unknown-webhook',
    title: 'deleting a webhook that does not exist is 404 not_found without param',
    rules: ['WD-3'],
    async run(context) {
      await webhookBase(context)
      const registered = await register(context)
      const { key, webhook } = registered
      // Of the deployment's own shape, so that only the resource is missing.
      const answer = await context.call('deleteWebhook', { key, path: { id: absentId(webhook.id) } })
      expectRefusal(answer, { rule: 'WD-3', ...gone }, 'Deleting a webhook that does not exist')
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'delete-webhook-twice',
    title: 'a deleted webhook no longer exists: deleting it again is 404',
    rules: ['WD-4'],
    async run(context) {
      const registered = await register(context)
      await remove(context, registered)
      const { key, webhook } = registered
      for (let time = 0; time < 2; time += 1) {
        const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
        expectRefusal(answer, { rule: 'WD-4', status: 404, code: 'not_found' }, 'Deleting a webhook again')
      }
    },
  },
  {
    ...base,
    id: 'deleted-webhook-is-not-listed',
    title: 'a deleted webhook is not listed',
    rules: ['WD-4'],
    async run(context) {
      const registered = await register(context)
      const before = await listedWebhooks(context, registered.key)
      await remove(context, registered)
      if (!before.ids.has(registered.webhook.id)) {
        throw new NotApplicable('The list at GET /v1/webhooks does not hold the webhooks of this key.')
      }
      const deadline = performance.now() + (context.canSettle ? 0 : context.settings.listingTimeout)
      const isListed = async () =>
        (await listedWebhooks(context, registered.key)).ids.has(registered.webhook.id)
      let listed = await isListed()
      for (let delay = 100; listed; delay *= 2) {
        const left = deadline - performance.now()
        if (left <= 0) break
        await context.wait(Math.min(delay, left))
        listed = await isListed()
      }
      if (listed) {
        throw new Violation('WD-4', 'A deleted webhook is still listed.', { received: registered.webhook.id })
      }
    },
  },
  {
    ...base,
    id: 'failed-deletion-changes-nothing',
    title: 'a deletion that finds nothing leaves other webhooks alone',
    rules: ['WD-6'],
    async run(context) {
      const registered = await register(context)
      const { key, webhook } = registered
      for (const id of [absentId(webhook.id), ...nearIds(webhook.id)]) {
        await context.call('deleteWebhook', { key, path: { id } })
      }
      const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
      expectStatus(
        answer,
        'WD-6',
        [200, 201, 202, 203, 204, 206, 207],
        'Deleting the webhook that had to stay',
      )
    },
  },
  {
    ...deliveryBase,
    id: 'others-receive-after-failed-deletion',
    title: 'after a deletion that finds nothing other webhooks go on receiving',
    rules: ['WD-6'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('stays')
      const stays = await register(context, { events: [type] })
      const goes = await register(context, { events: [type] })
      await remove(context, goes)
      for (const id of [goes.webhook.id, absentId(stays.webhook.id)]) {
        await context.call('deleteWebhook', { key: webhookKey(context), path: { id } })
      }
      const created = await liveEvent(context, type)
      if (!(await awaitDelivery(context, stays, created))) {
        throw new Violation('WD-6', 'A webhook receives nothing after another deletion found nothing.')
      }
      await dismiss(context, stays)
    },
  },
  {
    ...deliveryBase,
    id: 'no-delivery-after-deletion',
    title: 'deletion ends all further delivery',
    rules: ['WD-5'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('ends')
      const goes = await register(context, { events: [type] })
      const star = await register(context, { events: ['*'] })
      const stays = await register(context, { events: [type] })
      const before = await liveEvent(context, type)
      for (const one of [goes, star]) await awaitDelivery(context, one, before)
      for (const one of [goes, star]) await remove(context, one)
      const after = await liveEvent(context, type)
      // The other one's delivery shows that this event's deliveries have been made.
      await awaitDelivery(context, stays, after)
      await quiet(context)
      const [late] = [goes, star].flatMap((one) => received(context, one, after))
      if (late) {
        throw new Violation('WD-5', 'A delivery came after the deletion of its webhook.', {
          evidence: evidenceOf(context, late),
        })
      }
      await dismiss(context, stays)
    },
  },
]

// The first of the usual schedules comes after 5 s.
const patience = 8_000

/** What takes a while to be seen. It runs late, when most of that has passed. */
export const lateDeletionChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'no-retry-after-deletion',
    title: 'a delivery that failed is not tried again once its webhook is deleted',
    rules: ['WD-5'],
    phase: 'late',
    async run(context) {
      await assertDeliveries(context)
      const { gone, stays, created, tried, since } = await refusedDeliveries(context)
      const { inbox } = context.receiver()
      const retried = () => received(context, stays, created).length > tried.stays
      if (context.movesClock) await context.wait(10 * 60_000)
      if (context.canSettle) await context.settle()
      else await inbox.waitFor(retried, Math.max(0, since + patience - performance.now()), context.signal)
      const seen = retried()
      await quiet(context)
      await dismiss(context, stays)
      const late = received(context, gone, created)[tried.gone]
      if (late) {
        throw new Violation('WD-5', 'A delivery was tried again after the deletion of its webhook.', {
          evidence: evidenceOf(context, late),
        })
      }
      // Without a retry to the one that stays, none to the other proves nothing.
      if (!seen) throw new NotApplicable(`No failed delivery was tried again within ${patience / 1000} s.`)
    },
  },
]

import { checksOf } from '../checks-of'
import { absentId, nearIds } from '../../probes/identifiers'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { register, registerUnlessRefused } from '../../probes/webhooks'
import { dismiss, expectDeleted, remove, sampleWebhook, sendDeletion, stands } from '../../probes/deletions'
import { registeringKeys } from '../../probes/webhook-hosts'
import {
  expectRefusal,
  expectSuccess,
  expectThat,
  failStatus,
  isSuccess,
  notFound,
  whereOffered,
} from '../../probes/expect'
import { NotApplicable, type Answer } from '../../engine/check'
import { awaitDelivery, expectDelivery, expectNoDelivery, quiet } from '../../probes/arrivals'
import { evidenceOf, isKeptForAll, received } from '../../probes/received'
import { awaitRetry, retryWait } from '../../probes/refused-deliveries'
import { deliveryBase, liveEvent, requireDeliveries } from '../../probes/deliveries'
import type { Created } from '../../probes/events'
import { createOtherwise } from '../../probes/sizes'

/** Deleting webhooks. */
export const deletionChecks = checksOf({ level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] }, [
  {
    id: 'delete-webhook',
    title:
      'a deletion needs no body, returns the id and deleted true, shows no secret, and finds nothing again',
    rules: ['WD-1', 'WD-2', 'WD-3', 'WD-4', 'WH-3', 'ER-4'],
    quick: true,
    observes: [
      'deleteWebhookStatus',
      'headers.webhook',
      'headers.deletion',
      'extras.webhook',
      'extras.deletion',
    ],
    async run(context) {
      const { registered, deletion: answer, again } = await sampleWebhook(context)
      context.observe('deleteWebhookStatus', answer.status)
      if (!isSuccess(answer)) failStatus(answer, ['WD-1', 'WD-2'], 'A deletion without a body')
      expectDeleted(answer, registered.webhook.id)
      const refusal = { ...notFound, param: null }
      expectRefusal(again, ['WD-3', 'WD-4', 'ER-4'], 'Deleting a webhook that no longer exists', refusal)
    },
  },
  {
    id: 'delete-unknown-webhook',
    title: 'deleting a webhook that does not exist is 404 not_found without param',
    rules: ['WD-3'],
    async run(context) {
      const registered = await register(context)
      for (const key of await registeringKeys(context)) {
        // The id has the deployment's own shape, so that nothing but the webhook is missing.
        const answer = await sendDeletion(context, { ...registered, key }, absentId(registered.webhook.id))
        expectRefusal(answer, 'WD-3', 'Deleting a webhook that does not exist', { ...notFound, param: null })
      }
      await dismiss(context, registered)
    },
  },
  {
    id: 'delete-webhook-twice',
    title: 'a deleted webhook no longer exists: deleting it again is 404',
    rules: ['WD-4'],
    async run(context) {
      const { registered } = await sampleWebhook(context)
      // A store may give the next webhook the id that became free.
      const next = await register(context)
      const again = 'Deleting a webhook again once another was registered'
      expectRefusal(await sendDeletion(context, registered), 'WD-4', again, notFound)
      await dismiss(context, next)
    },
  },
  {
    id: 'deleted-webhook-is-not-listed',
    title: 'a deleted webhook is neither listed nor retrieved',
    rules: ['WD-4'],
    async run(context) {
      const registered = await register(context)
      const { key, webhook } = registered
      const isListed = async () => (await listedWebhooks(context, key)).ids.has(webhook.id)
      // A deployment may retrieve a webhook at this path, though the interface has no such operation.
      const path = `/v1/webhooks/${encodeURIComponent(webhook.id)}`
      const isRetrieved = async () => {
        const { fields } = await context.send({ method: 'GET', path, key, odd: true })
        return fields.id === webhook.id && fields.status === 'active'
      }
      const wasRetrieved = await isRetrieved()
      const wasListed = await (wasRetrieved ? whereOffered(isListed()) : isListed())
      await remove(context, registered)
      if (!wasListed && !wasRetrieved)
        throw new NotApplicable('The list at GET /v1/webhooks does not hold the webhooks of this key.')
      const isShown = async () => (wasListed && (await isListed())) || (wasRetrieved && (await isRetrieved()))
      const deadline = context.now() + (context.canSettle ? 0 : context.settings.listingTimeout)
      let shown = await isShown()
      for (let delay = 100; shown && context.now() < deadline; delay *= 2) {
        await context.wait(Math.min(delay, deadline - context.now()))
        shown = await isShown()
      }
      const message = 'A deleted webhook is still listed, or retrieved as an active one.'
      expectThat(!shown, 'WD-4', message, { received: webhook.id })
    },
  },
  {
    id: 'failed-deletion-changes-nothing',
    title: 'a deletion that finds nothing says so, and leaves other webhooks alone',
    rules: ['WD-6', 'WD-3'],
    async run(context) {
      const registered = await register(context)
      const { id } = registered.webhook
      const tried: Answer[] = []
      const absent = absentId(id)
      // The interface leaves open what the refusal of an id of another form says, but its body is an error of the document.
      for (const other of [`${absent}.-~${'x'.repeat(60)}`, absent.replace(/^wh_/, ''), ...nearIds(id)])
        tried.push(await sendDeletion(context, registered, other))
      // Some databases compare texts without the blanks at their end. A gateway may refuse such a path in its own words.
      const path = `/v1/webhooks/${encodeURIComponent(id)}%20`
      tried.push(await context.send({ method: 'DELETE', path, key: registered.key, odd: true }))
      const answer = await sendDeletion(context, registered)
      expectSuccess(answer, 'WD-6', 'Deleting the webhook that had to stay')
      const found = tried.find(isSuccess)
      expectThat(!found, 'WD-3', 'Deleting a webhook that does not exist succeeded.', { answer: found })
    },
  },
])

/** Deliveries after a deletion. */
export const afterDeletionChecks = checksOf(deliveryBase, [
  {
    id: 'others-receive-after-failed-deletion',
    title: 'after a deletion that finds nothing other webhooks go on receiving',
    rules: ['WD-6'],
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('stays')
      // They differ in nothing but id and URL: a deletion by anything else takes both.
      const alike = { events: [type], description: 'Alike' }
      const stays = await register(context, alike)
      const goes = await register(context, alike)
      await remove(context, goes)
      for (const id of [goes.webhook.id, absentId(stays.webhook.id)]) await sendDeletion(context, stays, id)
      const created = await liveEvent(context, type)
      const message = 'A webhook receives nothing after another deletion found nothing.'
      await expectDelivery(context, stays, created, 'WD-6', message)
      await dismiss(context, stays)
    },
  },
  {
    id: 'no-delivery-after-deletion',
    title: 'deletion ends all further delivery to its webhook, and to no other',
    rules: ['WD-5', 'WD-6'],
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('ends')
      const goes = await register(context, { events: [type] })
      const star = await register(context, { events: ['*'] })
      const stays = await register(context, { events: [type] })
      const all = await registerUnlessRefused(context, { events: ['*'] })
      const before = await liveEvent(context, type)
      for (const webhook of [goes, star]) await awaitDelivery(context, webhook, before)
      // This webhook has several types, a description and a query, and no delivery was sent to it yet.
      const rich = { events: [type, context.unique('ends')], description: 'Ends', suffix: '/?tenant=a' }
      const unused = await registerUnlessRefused(context, rich)
      const gone = unused ? [goes, star, unused] : [goes, star]
      for (const webhook of gone) await remove(context, webhook)
      const after = await liveEvent(context, type)
      const others = await createOtherwise(context, context.liveKey(), type)
      // The delivery to the webhook that stays shows that this event's deliveries have been made.
      await awaitDelivery(context, stays, after)
      const cameToAll = all && (await awaitDelivery(context, all, after))
      if (cameToAll) await dismiss(context, all)
      const expectNone = (...events: readonly Created[]) =>
        expectNoDelivery(context, gone, events, 'WD-5', 'A delivery came after the deletion of its webhook.')
      context.later(async () => {
        expectNone(after, ...others)
        if (!stands(context, stays)) return
        const last = await liveEvent(context, type)
        await awaitDelivery(context, stays, last)
        await quiet(context)
        await dismiss(context, stays)
        expectNone(last)
      })
      const none = 'A webhook receives nothing after the deletion of another.'
      await expectDelivery(context, stays, after, 'WD-6', none)
      if (all && !cameToAll && isKeptForAll(context, after))
        await expectDelivery(context, all, after, 'WD-6', none)
    },
  },
  {
    id: 'no-retry-after-deletion',
    title: 'a delivery that failed is not tried again once its webhook is deleted',
    rules: ['WD-5'],
    // A service tries again after some time, most of which has passed when the late checks begin.
    phase: 'late',
    async run(context) {
      await requireDeliveries(context)
      const { gone, stays, created, tried, retries } = await awaitRetry(context)
      await dismiss(context, stays)
      const late = received(context, gone, created)[tried.gone]
      const message = 'A delivery was tried again after the deletion of its webhook.'
      expectThat(!late, 'WD-5', message, { evidence: late && evidenceOf(context, late) })
      // Only a service that tries the webhook again that stays could have tried the one that is gone.
      if (retries.length > 0) return
      throw new NotApplicable(`No failed delivery was tried again within ${retryWait / 1000} s.`)
    },
  },
])

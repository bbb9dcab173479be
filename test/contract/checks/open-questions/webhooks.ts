import { checksOf } from '../checks-of'
import { allSucceed, askFor, observing, recordRefusals, runAsking, statusesOf } from './observing'
import { askAll, type Seen, ask } from '../../probes/requests/ask'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { register, registerUnlessRefused } from '../../probes/webhooks'
import { dismiss } from '../../probes/deletions'
import { newWebhookUrl, permittedWebhookKey, tryRegistration } from '../../probes/webhook-hosts'
import { idOf, isRefusal, isSuccess, whereOffered } from '../../probes/expect'
import { observeLongest, paddedTo } from '../../probes/choices/longest'
import { modeOf, type Context } from '../../engine/check'

/** Choices that show with webhooks. */
export const webhookChoiceChecks = checksOf({ ...observing, needs: ['webhook-key'] }, [
  {
    id: 'empty-or-mixed-events',
    title: 'what events gets that is empty, holds duplicates or mixes * with others',
    rules: ['OQ-23'],
    run: runAsking(
      ['events-of-none', 'events-twice', 'events-mixed'],
      'Empty, twice the same and * among others were',
      ['emptyOrMixedEvents', 'accept', 'reject'],
      permittedWebhookKey,
    ),
  },
  {
    id: 'list-webhooks',
    title: 'whether webhooks are listed',
    rules: ['OQ-16'],
    async run(context) {
      const registered = await register(context)
      const listed = await whereOffered(listedWebhooks(context, registered.key))
      await dismiss(context, registered)
      if (!listed) return 'No list of webhooks was shown.'
      return listed.ids.has(registered.webhook.id) ? 'They are.' : 'They are, but not this one.'
    },
  },
  {
    id: 'webhook-choices',
    title: 'what a second webhook with one URL gets, and one at a private address',
    rules: ['OQ-31', 'OQ-36'],
    beside: 'alone',
    async run(context) {
      await permittedWebhookKey(context)
      await makeRoomForTwo(context)
      const [first] = await askAll(context, ['create-webhook'])
      const [again] = await askAll(context, ['same-url-again'])
      const [other] = await askAll(context, ['create-described-webhook'])
      await askAll(context, ['list-webhooks'])
      if (first && again && other && isSuccess(first.answer)) observeDuplicate(context, first, again, other)
      await askAll(context, ['delete-described-webhook', 'delete-webhook'])
      await askFor(context, ['delete-again', 'delete-unknown-webhook'])
      // A webhook was deleted before, so that a refusal is for the host and not for the number of webhooks.
      const guarded =
        first && isSuccess(first.answer) ? await askFor(context, ['private-host', 'reserved-host']) : []
      if (allSucceed(guarded)) context.observe('webhookHosts', 'any')
      const [privateHost] = guarded
      if (privateHost && isRefusal(privateHost.answer)) context.observe('webhookHosts', 'public')
      if (!again || guarded.length === 0) return 'No webhook was registered.'
      return `A second webhook with one URL was answered by ${again.answer.status}, hosts that are private or reserved by ${statusesOf(guarded)}.`
    },
  },
  {
    id: 'refusals-of-webhooks',
    title: 'what the refusals of a webhook say',
    rules: ['OQ-09'],
    run: runAsking(
      ['plain-url', 'missing-url', 'no-url', 'missing-events', 'events-of-text'],
      'A plain URL, none, no URL, missing events and a text as events were',
      undefined,
      permittedWebhookKey,
    ),
  },
  {
    id: 'long-description',
    title: 'what a very long description gets',
    rules: ['OQ-32'],
    async run(context) {
      const key = await permittedWebhookKey(context)
      const [long] = await askFor(context, ['long-description'])
      if (!long) return 'Nothing was registered.'
      const bounds = { shortest: 1, refused: 2_000 }
      await observeLongest(context, 'maxDescriptionLength', long.answer, bounds, async (length, written) => {
        const url = await newWebhookUrl(context)
        const body = { url, events: [context.unique('length')], description: 'x'.repeat(written) }
        const raw = paddedTo(JSON.stringify(body).length + length - written, body)
        const answer = await tryRegistration(context, key, { raw, odd: true })
        const message = `A description of ${written} characters comes back changed.`
        if (isSuccess(answer) && answer.fields.description !== body.description)
          context.blame({ rule: 'WH-7', message }, answer.evidence)
        return answer
      })
      return `One of 2,000 characters was answered by ${long.answer.status}.`
    },
  },
  {
    ...observing,
    id: 'webhooks-of-test-keys',
    title: 'whether a test key may register webhooks',
    rules: ['OQ-35'],
    needs: ['test-key', 'webhook-key'],
    async run(context) {
      const name = context.mode === 'full' ? 'webhook-with-test-key' : 'create-webhook'
      const seen = await whereOffered(ask(context, name))
      if (!seen) return 'This run could not try.'
      // An account may be full of the webhooks that this key has registered already.
      const isPermitted =
        isSuccess(seen.answer) || context.openWebhooks().some(({ key }) => modeOf(key) === 'test')
      if (isPermitted) context.observe('testWebhooks', 'accept')
      // In mode full a live key registers webhooks at the same host. Elsewhere a 400 may be of the URL.
      else if (isRefusal(seen.answer) && (context.mode === 'full' || seen.answer.status !== 400)) {
        context.observe('testWebhooks', 'reject')
        recordRefusals(context, [seen])
      }
      return `It was answered by ${seen.answer.status}.`
    },
  },
])

/**
 * Has two webhooks registered and deleted where earlier checks left some standing: an account that is full by then is cleared
 * of those that no other check needs. The refusal of a second webhook with one URL shows nothing in a full account.
 */
async function makeRoomForTwo(context: Context): Promise<void> {
  if (context.openWebhooks().length === 0) return
  const made = [await registerUnlessRefused(context, {}), await registerUnlessRefused(context, {})]
  await dismiss(context, ...made.filter((one) => one !== undefined))
}

/**
 * Records what a second webhook with one URL gets, unless the account may have no further webhook at all: then `other`, with a
 * URL of its own, is refused in the same way.
 */
function observeDuplicate(context: Context, first: Seen, again: Seen, other: Seen): void {
  if (isSuccess(again.answer)) {
    context.observe('duplicateUrls', idOf(first.answer) === idOf(again.answer) ? 'same' : 'accept')
    return
  }
  const isAlike = again.answer.status === other.answer.status
  if (!isRefusal(again.answer) || (isRefusal(other.answer) && isAlike)) return
  context.observe('duplicateUrls', 'reject')
  recordRefusals(context, [again])
}

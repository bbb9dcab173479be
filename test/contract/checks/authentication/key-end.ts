import { checksOf } from '../checks-of'
import type { OperationId } from '../../../../generated/operations'
import { register } from '../../probes/webhooks'
import { dismiss } from '../../probes/deletions'
import { newWebhookUrl } from '../../probes/webhook-hosts'
import { createEvent } from '../../probes/events'
import { idempotency } from '../../probes/idempotency'
import { eventInput, newIdempotencyKey, sendEvent } from '../../probes/sending'
import { blaming, expectThat, isRefusal, isSuccess, observeErrorCode } from '../../probes/expect'
import { expectNotCreated } from '../../probes/refused-writes'
import { events, readsWithoutId, retrievals, webhooks } from '../../probes/kinds'
import { newCursor } from '../../probes/walks'
import { requireScopedKey, sendScopedKey } from '../../probes/scoped-keys'
import type { Answer, Call, Context } from '../../engine/check'

const hour = 3_600_000
/** Milliseconds for which a key lasts where the deployment's clock cannot be moved. */
const shortLifetime = 5_500
/** A key has to be refused at the latest so many milliseconds after its end, because caches and clocks differ a little. */
const grace = 5_000

/** The end of a scoped key. */
export const keyEndChecks = checksOf({ level: 'must', mode: 'full', needs: ['live-key'] }, [
  {
    id: 'expired-key-is-refused',
    title: 'a scoped key is refused once its end has passed',
    rules: ['AU-15'],
    quick: true,
    mode: 'read-only',
    needs: ['expired-key'],
    observes: ['expiredKeyStatus', 'errors.expiredKey', 'challenge.expiredKey'],
    async run(context) {
      const [key] = context.keys('expired')
      const answer = await context.call('listEvents', { key, query: { limit: 1 } })
      expectEnded(context, answer, 'listEvents with an expired key')
    },
  },
  {
    id: 'expired-key-cannot-write',
    title: 'a scoped key creates, deletes and shows nothing once its end has passed',
    rules: ['AU-15'],
    needs: ['expired-key', 'live-key'],
    async run(context) {
      const [key] = context.keys('expired')
      const event = eventInput(context, 'expired')
      // A key that works on could do these: what is refused is refused to the key alone.
      const standing = await register(context, { key: context.liveKey() })
      const body = { url: await newWebhookUrl(context), events: [context.unique('expired')] }
      const calls: [OperationId, Call][] = [
        ['createEvent', { body: event }],
        ['createWebhook', { body }],
        ['deleteWebhook', { path: { id: standing.webhook.id } }],
      ]
      for (const [operation, call] of calls) {
        const answer = await context.call(operation, { ...call, key })
        expectEnded(context, answer, `${operation} with an expired key`)
      }
      // A service may look for the idempotency key before it looks at the API key.
      const once = newIdempotencyKey((await idempotency(context)).places)
      const { event: shown, input } = await createEvent(context, context.liveKey(), undefined, once)
      const repeated = await sendEvent(context, key ?? null, input, once)
      expectEnded(context, repeated, 'A known idempotency key with an expired key')
      const cursor = await newCursor(context, context.liveKey())
      const reads: (readonly [OperationId, Call])[] = [
        ...retrievals(events).map(({ id }) => [id, { path: { id: shown.id } }] as const),
        ...retrievals(webhooks).map(({ id }) => [id, { path: { id: standing.webhook.id } }] as const),
        ...readsWithoutId().flatMap(({ id, assumed }) => (assumed ? [[id, {}] as const] : [])),
        ['listEvents', cursor === undefined ? {} : { query: { cursor } }],
      ]
      for (const [operation, call] of reads) {
        // A deployment need not offer most of these operations.
        const answer = await context.call(operation, { ...call, key })
        expectThat(!isSuccess(answer), 'AU-15', `${operation} with an expired key succeeded.`, { answer })
      }
      const made = await sendScopedKey(context, key ?? null, ['events:read'])
      expectThat(!isSuccess(made), 'AU-15', 'An expired key made another one.', { answer: made })
      const gone = 'An expired key was refused, and the webhook is gone'
      await blaming('AU-15', 'WD-2', gone, dismiss(context, standing))
      await expectNotCreated(context, 'AU-15', [event.type])
    },
  },
  {
    id: 'key-ends-at-its-time',
    title: 'a scoped key works before its end and is refused after it',
    rules: ['AU-15'],
    observes: ['expiredKeyStatus'],
    lasts: shortLifetime,
    async run(context) {
      const lifetime = context.movesClock ? hour : shortLifetime
      const end = context.now() + lifetime
      const key = await requireScopedKey(context, ['events:read', 'events:write'], lifetime)
      const list = () => context.call('listEvents', { key, query: { limit: 1 } })
      const before = await list()
      const isUsable = isSuccess(before) || context.now() >= end
      const refused = 'A scoped key is refused before its end.'
      expectThat(isUsable, 'AU-15', refused, { expected: 200, answer: before })
      context.later(
        async () => {
          if (context.movesClock) await expectStillUsable(context, list, end)
          await context.wait(Math.max(0, end - context.now()))
          const body = eventInput(context, 'ended')
          const use = async () => [await list(), await context.call('createEvent', { key, body })]
          let answers = await use()
          const left = end + grace - context.now()
          if (left > 0 && !answers.every(isRefusal)) {
            await context.wait(left)
            answers = await use()
          }
          for (const answer of answers)
            expectEnded(context, answer, 'A scoped key whose expiresAt has passed')
        },
        { after: context.movesClock ? 0 : lifetime },
      )
    },
  },
])

/** Fails where an answer does not refuse a key whose end has passed. */
function expectEnded(context: Context, answer: Answer, subject: string): void {
  const message = `${subject} was answered by ${answer.status}.`
  expectThat(isRefusal(answer), 'AU-15', message, { expected: 'a 4xx', answer })
  context.observe('expiredKeyStatus', answer.status)
  observeErrorCode(context, answer)
}

/** Fails where a key is refused a minute before its end. */
async function expectStillUsable(context: Context, list: () => Promise<Answer>, end: number): Promise<void> {
  await context.wait(Math.max(0, end - 60_000 - context.now()))
  const answer = await list()
  // A deployment whose rate limit made the run wait may have seen the end of the key pass meanwhile.
  const isUsable = isSuccess(answer) || context.now() >= end
  expectThat(isUsable, 'AU-15', 'A scoped key ended before its time.', { expected: 200, answer })
}

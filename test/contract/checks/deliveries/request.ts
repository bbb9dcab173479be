import { checksOf } from '../checks-of'
import { awaitArrival, expectDelivery } from '../../probes/arrivals'
import { evidenceOf, markingOf, readings, textOf } from '../../probes/received'
import { createdAt } from '../../probes/known-events'
import { idsAt, type PartLocations } from '../../probes/delivered-content'
import { candidatesIn } from '../../probes/signature-schemes'
import { changingCarriers } from '../../probes/signature-carriers'
import {
  deliveryBase,
  firstDelivery,
  liveEvent,
  someDelivery,
  requireDeliveries,
} from '../../probes/deliveries'
import { expectContent } from '../../probes/delivered'
import { expectSigned, signingOf, dialectOf, verifies } from '../../probes/signatures'
import {
  allRegistered,
  register,
  registerUnlessRefused,
  sayWithoutQuery,
  type Registered,
} from '../../probes/webhooks'
import { dismiss } from '../../probes/deletions'
import { expectThat } from '../../probes/expect'
import type { Created } from '../../probes/events'
import type { Delivery } from '../../receiver/inbox'
import type { DeliveryEvidence } from '../../engine/report'
import { type Context, NotApplicable } from '../../engine/check'
import { awaitRetry, retryWait } from '../../probes/refused-deliveries'

const otherPath = 'The delivery went to another path or query.'
/** A path and a query that clients and proxies are known to rewrite. */
const suffix = '/Hooks//a%2Fb/?tenant=a%20b&list=1&list=2'
/** Seconds by which a signature's timestamp may differ from the time of the delivery. */
const clockSkew = 5 * 60

/** The request that a delivery is: its method, its path, its signature. */
export const deliveryRequestChecks = checksOf(deliveryBase, [
  {
    id: 'deliver-by-post-to-the-url',
    title: 'a delivery is a POST to the url, path and query included',
    rules: ['DL-4', 'DL-1', 'DL-5'],
    async run(context) {
      const { places, ...first } = await someDelivery(context)
      if (places) expectAtItsUrl(context, first.webhook, first.delivery)
      const long = await registerUnlessRefused(context, {
        suffix: `${suffix}&text=${'long-text.'.repeat(25)}`,
      })
      const webhook = long ?? (await register(context, { suffix }))
      const created = await liveEvent(context, webhook.type)
      const none = 'A webhook whose url has a path and a query got nothing.'
      const rules = ['DL-4', 'DL-1']
      const delivery = await deliveryTo(context, webhook, created, places !== undefined, rules, none)
      const { method } = delivery
      const evidence = evidenceOf(context, delivery)
      expectThat(method === 'POST', 'DL-4', 'The delivery is no POST.', { received: method, evidence })
      expectAtItsUrl(context, webhook, delivery)
      if (places) await expectContent(context, created, delivery)
      expectSigned(context, webhook, delivery)
      await dismiss(context, webhook)
      return sayWithoutQuery(webhook)
    },
  },
  {
    id: 'delivery-is-signed',
    title: "a delivery's signature is verified by the webhook's own secret",
    rules: ['DL-5'],
    observes: ['signature'],
    async run(context) {
      const { places } = await someDelivery(context)
      const type = context.unique('signed')
      const webhooks = [
        await register(context, { events: [type] }),
        await register(context, { events: [markingOf(context).by === 'nothing' ? type : '*'] }),
      ]
      const seen: Signed[] = []
      let verified: string | undefined
      for (const text of ['first', 'second, with ünicode 支払い </a>']) {
        const created = await liveEvent(context, type, { text })
        for (const webhook of webhooks) {
          const delivery = await deliveryTo(context, webhook, created, places !== undefined)
          const { outcome, dialect, seen: name, timestamp } = expectSigned(context, webhook, delivery)
          expectFresh(context, timestamp, created, evidenceOf(context, delivery))
          if (outcome === 'verified') {
            if (dialect) context.observe('signature', dialect)
            verified = name
          }
          seen.push({ webhook, delivery })
        }
      }
      await dismiss(context, ...webhooks)
      return verified === undefined ? judgeUnknown(context, seen) : `Verified by ${verified}.`
    },
  },
  {
    id: 'delivery-holds-no-secret',
    title: 'a delivery does not hold the secret of its webhook',
    rules: ['WH-3'],
    async run(context) {
      const { delivery } = await firstDelivery(context)
      const evidence = evidenceOf(context, delivery)
      const isShown = context.holdsSecret(textOf(delivery))
      expectThat(!isShown, 'WH-3', 'A delivery holds the secret of its webhook.', { evidence })
    },
  },
])

/** Fails unless a delivery came to the path of its webhook's URL, and to its query. */
function expectAtItsUrl(context: Context, { input: { url }, address }: Registered, delivery: Delivery): void {
  const { pathname, search } = new URL(url)
  const expected = `${pathname}${search}`.slice(pathname.indexOf(address))
  // A blank may be encoded as a plus, too, and a service may sign its URLs by a parameter that follows.
  const received = delivery.path.replaceAll('+', '%20')
  const end = received.slice(expected.length)
  const holds = received.startsWith(expected) && (end === '' || search !== '' || end.startsWith('?'))
  const details = { expected, received: delivery.path, evidence: evidenceOf(context, delivery) }
  expectThat(holds, 'DL-4', otherPath, details)
}

/** The delivery of an event to a webhook: the latest that came, where deliveries do not name their event. */
async function deliveryTo(
  context: Context,
  webhook: Registered,
  created: Created,
  isNamed: boolean,
  rule: string | readonly string[] = 'DL-1',
  none = 'A webhook that is subscribed to a type got nothing.',
): Promise<Delivery> {
  if (isNamed) return expectDelivery(context, webhook, created, rule, none)
  const { inbox } = context.receiver()
  const seen = context.keep('nameless deliveries', () => new Set<Delivery>())
  const unseen = () => inbox.at(webhook.address).filter((one) => !seen.has(one))
  await awaitArrival(context, () => unseen().length > 0)
  const delivery = unseen().at(-1)
  expectThat(delivery, rule, none, { expected: webhook.input.url })
  for (const one of inbox.at(webhook.address)) seen.add(one)
  return delivery
}

/** A delivery and the webhook whose secret has to verify it. */
interface Signed {
  webhook: Registered
  delivery: Delivery
}

/**
 * Judges deliveries that no secret verifies under any scheme that the suite knows: something has to change with them, and
 * nothing in them may be made with the secret of another webhook.
 */
function judgeUnknown(context: Context, signed: readonly Signed[]): string {
  for (const { webhook, delivery } of signed) {
    const stranger = signed.find(({ webhook: other }) => other !== webhook && verifies(other, delivery))
    const message = 'A delivery is signed with the secret of another webhook.'
    const details = { expected: webhook.input.url, received: stranger?.webhook.input.url }
    expectThat(!stranger, 'DL-5', message, { ...details, evidence: evidenceOf(context, delivery) })
  }
  const shared = signed.find((one) => signed.some((other) => shareCode(one, other)))
  const same = 'Deliveries to two webhooks bear one code, which the two secrets cannot both verify.'
  expectThat(!shared, 'DL-5', same, { evidence: shared && evidenceOf(context, shared.delivery) })
  const deliveries = signed.map(({ delivery }) => delivery)
  const places = changingCarriers(deliveries)
  const evidence = evidenceOf(context, deliveries.at(-1) as Delivery)
  const names = [...(deliveries.at(-1) as Delivery).headers.keys()]
  const [place] = places
  const message = 'A delivery has no signature: nothing of its kind changes with what is delivered.'
  const details = { expected: 'a signature', received: names.join(', '), evidence }
  expectThat(place !== undefined, 'DL-5', message, details)
  signingOf(context).places = places
  const dialect = dialectOf(place)
  if (dialect) context.observe('signature', dialect)
  return `The scheme is none that the suite knows, so that no signature was verified. Seen: ${place}`
}

/**
 * Whether two webhooks with different secrets got deliveries with the same code in the header of the scheme `timestamped-hex`. That form is too short
 * for a signature that a public key verifies. So the code was made with a secret, which is not that of both webhooks.
 */
function shareCode(one: Signed, other: Signed): boolean {
  if (one.webhook.webhook.secret === other.webhook.webhook.secret) return false
  const codes = candidatesIn(one.delivery).filter(({ dialect }) => dialect.scheme === 'timestamped-hex')
  return codes.some(({ header, value }) => other.delivery.headers.get(header) === value)
}

/** Fails where a signature's timestamp is far from the time by the suite's and by the service's clock. */
function expectFresh(
  context: Context,
  timestamp: number | undefined,
  { event }: Created,
  evidence: DeliveryEvidence,
): void {
  // A timestamp may follow the clock of this machine or that of the service, which `created` shows.
  const clocks = [context.now(), Date.parse(event.created)].filter((time) => !Number.isNaN(time))
  const isFresh =
    timestamp === undefined || clocks.some((time) => Math.abs(timestamp - time / 1000) <= clockSkew)
  const details = { expected: Math.floor(context.now() / 1000), received: timestamp, evidence }
  expectThat(isFresh, 'DL-5', "The signature's timestamp is not the time of the delivery.", details)
}

/** Whether a delivery is of an event of the run: a greeting to a new webhook need not be signed. */
function isOfEvent(context: Context, delivery: Delivery, places: PartLocations): boolean {
  const mark = `${context.prefix}.mark.`
  if (delivery.text.includes(mark)) return true
  const read = readings(context, delivery)
  return (
    idsAt(read, places).some((id) => createdAt(context, String(id)) !== undefined) ||
    read.some(({ text }) => text.includes(mark))
  )
}

/** What is judged of all deliveries of the run, and of those that are tried again after their first attempt was refused. */
export const retryChecks = checksOf(deliveryBase, [
  {
    id: 'every-delivery-is-signed',
    title: 'every delivery of an event is signed with the secret of its webhook, whatever check caused it',
    rules: ['DL-5'],
    phase: 'late',
    async run(context) {
      const places = await requireDeliveries(context)
      const signing = signingOf(context)
      if (!signing.isVerified)
        throw new NotApplicable('No delivery was verified by the secret of its webhook.')
      const all = allRegistered(context)
      let judged = 0
      for (const address of new Set(all.map((one) => one.address))) {
        const owners = all.filter((one) => one.address === address)
        // A registration whose answer a gateway lost may stand as well, under a secret that nobody knows.
        if (owners.some(({ answer }) => answer.resentAfter !== undefined)) continue
        for (const delivery of context.receiver().inbox.at(address)) {
          if (!isOfEvent(context, delivery, places)) continue
          const message = 'The secret of its webhook does not verify a delivery, as it does others.'
          const isSigned = owners.some((owner) => verifies(owner, delivery, signing))
          expectThat(isSigned, 'DL-5', message, { evidence: evidenceOf(context, delivery) })
          judged += 1
        }
      }
      return `Judged with ${judged} deliveries.`
    },
  },
  {
    id: 'retried-delivery-is-signed',
    title:
      'a delivery that is tried again is a POST, holds the event as the first attempt did, and is signed',
    rules: ['DL-1', 'DL-4', 'DL-5'],
    // A service tries again after some time, most of which has passed when the late checks begin.
    phase: 'late',
    async run(context) {
      await requireDeliveries(context)
      const { stays, created, retries } = await awaitRetry(context)
      for (const delivery of retries) {
        const received = { received: delivery.method, evidence: evidenceOf(context, delivery) }
        expectThat(
          delivery.method === 'POST',
          'DL-4',
          'A delivery that was tried again is no POST.',
          received,
        )
        expectAtItsUrl(context, stays, delivery)
        await expectContent(context, created, delivery)
        expectSigned(context, stays, delivery)
      }
      if (retries.length > 0) return `Judged with ${retries.length} attempts.`
      throw new NotApplicable(`No failed delivery was tried again within ${retryWait / 1000} s.`)
    },
  },
])

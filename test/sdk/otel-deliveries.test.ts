import { instrumentReceiver } from '@event-delivery/sdk/otel'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliver, otherSecret, secret } from './deliveries'
import { countingTracers } from './otel-counting'
import { recorder } from './otel-recorder'

const fails = () => {
  throw new Error('broken')
}

type Act = () => unknown

const arrivals = fc.array(
  fc.record({
    id: fc.constantFrom('msg_1', 'msg_2'),
    signedBy: fc.constantFrom(secret, otherSecret),
    method: fc.constantFrom('POST', 'POST', 'PUT'),
    traceparent: fc.constantFrom(
      undefined,
      'junk',
      '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    ),
    handler: fc.constantFrom<Act[]>(
      () => {},
      fails,
      () => Promise.reject(new Error('broken')),
      () => Promise.resolve(),
    ),
    observer: fc.constantFrom<(Act | undefined)[]>(undefined, fails, () => new Promise(() => {})),
    broken: fc.subarray(['startSpan', 'setAttributes', 'addLinks', 'updateName', 'end']),
  }),
  { maxLength: 8 },
)

test('the span of each delivery ends once, whatever arrives and whatever fails, and the answer is that of a plain receiver', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (script) => {
      let broken: string[] = []
      const { tracerProvider, ends } = countingTracers((part) => broken.includes(part))
      const { meterProvider } = recorder()
      let current: (typeof script)[number] | undefined
      const options = {
        secret,
        on: { 'order.paid': () => current?.handler() },
        otherwise: () => {},
        onError: () => {},
      }
      const observe = () => current?.observer?.()
      const plain = createReceiver(options)
      const receive = createReceiver(
        instrumentReceiver({ ...options, observe }, { tracerProvider, meterProvider }),
      )
      for (current of script) {
        broken = current.broken
        const { id, signedBy, method, traceparent } = current
        const make = async () => {
          const request = await deliver({ id, secret: signedBy })
          if (traceparent) request.headers.set('traceparent', traceparent)
          return new Request(request, { method })
        }
        const expected = await plain(await make())
        expect((await receive(await make())).status).toBe(expected.status)
      }
      // The observers of the last delivery are not waited for.
      await new Promise(setImmediate)
      expect([...ends.values()].filter((count) => count !== 1)).toEqual([])
      const wanted = script.filter((arrival) => !arrival.broken.includes('startSpan'))
      expect(ends.size).toBe(wanted.length)
    }),
    { numRuns: 150 },
  )
})

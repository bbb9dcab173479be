import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { instrument, instrumentReceiver } from '@event-delivery/sdk/otel'
import type { CallInfo, Hooks, RequestError } from '@event-delivery/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '../support/tier'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import { countingTracers, recorder } from './otel-recorder'
import { deliver, otherSecret, secret } from './deliveries'

const runs = sized({ test: 60, more: 200, soak: 10_000 })

type HookName = keyof Hooks
const names: HookName[] = ['start', 'request', 'send', 'response', 'retry', 'wait', 'retryDenied', 'end']

/** How a hook of the caller behaves, or a part of OpenTelemetry. */
const behaviours = ['returns', 'throws', 'rejects', 'hangs'] as const

const newCall = (operation = 'createEvent'): CallInfo => {
  const url = 'https://api.events.example/v1/events'
  return { operation, method: 'POST', url, template: '/v1/events' }
}

const eventOf = (call: CallInfo, attempt: number, error: string | undefined) => ({
  call,
  attempt,
  attempts: [],
  headers: new Headers(),
  send: () => {},
  startedAt: 0,
  durationMs: 5,
  delayMs: 5,
  error: error as string & RequestError,
  errorName: error,
})

const steps = fc.array(
  fc.record({
    call: fc.integer({ min: 0, max: 2 }),
    name: fc.constantFrom(...names),
    attempt: fc.integer({ min: 1, max: 4 }),
    error: fc.constantFrom(undefined, 'TimeoutError', 'AbortError'),
    hook: fc.constantFrom(...behaviours),
    broken: fc.subarray(['startSpan', 'setAttributes', 'addEvent', 'end']),
  }),
  { maxLength: 30 },
)

test('each span that was started ends once, in whatever order the events of calls come and whatever fails', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (script, isBroken) => {
      let step = script[0]
      const behave = (): void | Promise<void> => {
        if (step?.hook === 'throws') throw new Error('a hook threw')
        if (step?.hook === 'rejects') return Promise.reject(new Error('a hook rejected'))
        if (step?.hook === 'hangs') return new Promise(() => {})
      }
      const { tracerProvider, ends } = countingTracers((part) =>
        Boolean(isBroken && step?.broken.includes(part)),
      )
      const { meterProvider } = recorder()
      const own = Object.fromEntries(names.map((name) => [name, behave])) as Hooks
      const hooks = instrument(own, { tracerProvider, meterProvider })
      const calls = [0, 1, 2].map((id) => newCall(`operation${id}`))
      const tell = (name: HookName, call: CallInfo, attempt: number, error: string | undefined) => {
        try {
          const told = hooks[name]?.(eventOf(call, attempt, error))
          told?.catch(() => {})
        } catch {
          // The transport logs the failure of a hook.
        }
      }
      for (step of script) tell(step.name, calls[step.call]!, step.attempt, step.error)
      for (const call of calls) tell('end', call, 1, undefined)
      expect([...ends.values()].filter((count) => count !== 1)).toEqual([])
      // Events that come too late start nothing.
      const started = ends.size
      for (const name of names) for (const call of calls) tell(name, call, 1, undefined)
      expect(ends.size).toBe(started)
    }),
    { numRuns: 3 * runs },
  )
})

test('nothing is kept of a call that has ended', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const hooks = instrument({}, recorder())
  const endCall = (): WeakRef<CallInfo> => {
    const call = newCall()
    for (const name of names) void hooks[name]?.(eventOf(call, 1, undefined))
    return new WeakRef(call)
  }
  const ended = Array.from({ length: 100 }, endCall)
  // A weak reference holds its target until the turn ends in which it was made or read, and a register of the engine may for some more.
  const left = () => (collectGarbage(), ended.filter((call) => call.deref()))
  await expect.poll(left, { timeout: 10_000 }).toEqual([])
})

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
    { numRuns: runs },
  )
})

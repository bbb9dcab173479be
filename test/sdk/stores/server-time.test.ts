import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServerTime } from '../../../src/stores/pace/server-time'

const leg = fc.integer({ min: 0, max: 500 })
const answers = fc.array(fc.record({ before: fc.integer({ min: 1, max: 60_000 }), out: leg, back: leg }), {
  minLength: 1,
  maxLength: 30,
})

test('a moment of the server is never taken for earlier or later than it can be, whatever the legs of the round trips are', () => {
  fc.assert(
    fc.property(answers, fc.integer({ min: -1e9, max: 1e9 }), (trips, ahead) => {
      const server = createServerTime()
      let now = 5000
      for (const { before, out, back } of trips) {
        const askedAt = now + before
        const serverNow = askedAt + out + ahead
        now = askedAt + out + back
        server.note(askedAt, now, serverNow)
        expect(server.surelyAt(serverNow)).toBeGreaterThanOrEqual(askedAt + out)
        expect(server.surelyBefore(serverNow)).toBeLessThanOrEqual(askedAt + out)
        expect(server.surelyAt(serverNow) - server.surelyBefore(serverNow)).toBeLessThanOrEqual(out + back)
      }
    }),
  )
})

test('a fast answer makes the moments of slow ones after it exact', () => {
  const server = createServerTime()
  server.note(1000, 1002, 501_001)
  server.note(1100, 1500, 501_101)
  expect(server.surelyAt(501_101) - server.surelyBefore(501_101)).toBeLessThan(3)
})

test('the clock of a server that was set is believed anew', () => {
  const server = createServerTime()
  server.note(1000, 1010, 900_000)
  server.note(2000, 2010, 50_000)
  expect(server.surelyAt(50_000)).toBe(2010)
  expect(server.surelyBefore(50_000)).toBe(2000)
})

import { describe, test } from 'vitest'
import { listenForDeliveries, register, type RunOptions } from '@event-delivery/conformance'
import { isLoopback } from '../../src/core/url'

const { env } = process
const baseUrl = env.EVENT_DELIVERY_BASE_URL
const mode = (env.EVENT_DELIVERY_MODE ?? 'non-disruptive') as NonNullable<RunOptions['mode']>
const receiverUrl = env.EVENT_DELIVERY_RECEIVER_URL

if (baseUrl === undefined) {
  test('a live deployment conforms', ({ skip }) => {
    skip('Set EVENT_DELIVERY_BASE_URL, EVENT_DELIVERY_TEST_KEY and EVENT_DELIVERY_LIVE_KEY.')
  })
} else {
  const loopback = isLoopback(new URL(baseUrl).hostname)
  const listens = mode === 'full' && (loopback || receiverUrl !== undefined)
  register(
    { describe, test },
    {
      baseUrl,
      keys: {
        live: env.EVENT_DELIVERY_LIVE_KEY,
        test: env.EVENT_DELIVERY_TEST_KEY,
        expired: env.EVENT_DELIVERY_EXPIRED_KEY,
      },
      receiver: listens ? await listenForDeliveries({ url: receiverUrl }) : undefined,
    },
    { mode, rate: loopback ? undefined : 8 },
  )
}

import { EventDelivery } from '@event-delivery/sdk'
import { expect, test as base, type TestAPI } from 'vitest'
import { createBackend, type Backend } from '../backend'
import type { BackendOptions } from '../backend-options'
import { createInbox, type Inbox } from '../faces/browser/inbox'
import type { ControllableClock } from '../settings/clock'
import { createClock } from '../settings/movable-clock'
import { matchers } from './delivered-matcher'
import type { ExpectedDelivery } from './delivery-verdict'

/** The fixtures of a test of `@event-delivery/mock/vitest`. Each is made for the test that names it, and ended with it. */
export interface MockFixtures {
  /** The backend's clock. It stands still until the test advances it. */
  clock: ControllableClock
  /** Receives the deliveries. It answers each with 204, unless a listener answers otherwise. */
  inbox: Inbox
  /** A backend with data of its own. */
  backend: Backend
  /** The base URL of a server on a free port of loopback, behind which the backend is. No server is started unless a test names it. */
  baseUrl: string
  /** A client of the backend, with the first of its keys. It needs no server. */
  client: EventDelivery
}

/**
 * Makes a `test` of Vitest whose backend has options of its own. A `clock` or a `fetch` among them takes the place of the
 * fixtures `clock` and `inbox` in the backend. Each test throws what `createBackend` throws for wrong options.
 *
 * @example
 * const test = createTest({ plan: 'pro', seed: 'examples' })
 */
export function createTest(options: BackendOptions = {}): TestAPI<MockFixtures> {
  // Made of a function, and no fixture, because before 4.1 Vitest does not hand an extended fixture to those that exist.
  return base.extend<MockFixtures>({
    clock: async ({ task: _ }, use) => use(createClock()),
    inbox: async ({ task: _ }, use) => use(createInbox()),
    backend: async ({ clock, inbox }, use) => {
      const backend = createBackend({ clock, fetch: inbox.fetch, ...options })
      await use(backend)
      await backend.close()
    },
    baseUrl: async ({ backend }, use) => {
      // Loaded on demand, because a test in a browser cannot listen on a port.
      const { serve } = await import('../faces/node/serve')
      const server = await serve(backend, { port: 0 })
      await use(server.baseUrl)
      await Promise.all([backend.close(), server.close()])
    },
    client: async ({ backend }, use) => {
      const client = new EventDelivery({
        apiKey: options.keys?.[0]?.key ?? 'sk_live_mock',
        baseUrl: 'https://mock.test',
        fetch: async (input, init) => backend.fetch(new Request(input, init)),
        // A test with a simulated document counts as a browser, and the key opens nothing but the mock.
        dangerouslyAllowBrowser: true,
      })
      await use(client)
    },
  })
}

/**
 * Vitest's `test` with a mock: the backend, its clock and its inbox, and where a test names them a server and a client.
 *
 * @example
 * test('a paid order is delivered', async ({ backend, client }) => {
 *   await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['order.paid'] })
 *   await client.events.create({ type: 'order.paid', data: { order: 1042 } })
 *   await expect(backend).toHaveDelivered({ type: 'order.paid', to: 'https://shop.example/hooks' })
 * })
 */
export const test: TestAPI<MockFixtures> = createTest()

expect.extend(matchers)

declare global {
  // Vitest makes its assertions of those of Chai. Its own interface for matchers has other type parameters in each major version.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Chai {
    interface Assertion {
      /** Waits for deliveries under way, and passes when one succeeded that is as expected. It must be awaited. */
      toHaveDelivered(expected?: ExpectedDelivery): Promise<void>
    }
  }
}

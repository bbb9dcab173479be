// The build of the types starts from this file alone, and an import would remain in its result.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./playwright-test.d.ts" />
import {
  expect as baseExpect,
  test as base,
  type Expect,
  type ExpectMatcherState,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { createBackend } from '../backend'
import type { BackendOptions } from '../backend-options'
import { createForwards, type Forwards } from '../deliveries/forwards'
import { overSockets } from '../deliveries/signing-time'
import { createInbox } from '../faces/browser/inbox'
import { createDeliveryFetch } from '../faces/node/delivery-fetch'
import { serve } from '../faces/node/serve'
import { sessionHeader } from '../state/sessions'
import type { MatcherOutcome } from './delivered-matcher'
import type { ExpectedDelivery } from './delivery-verdict'
import { toHaveDeliveredInTime } from './page-matcher'
import { createRemoteMock, type RemoteMock } from './remote-mock'

/** The fixtures that are added to Playwright's own. */
export interface PlaywrightMockFixtures {
  /** Options of the mock that a test starts. `{}` unless the configuration or `test.use` says otherwise. */
  mockOptions: BackendOptions
  /**
   * The base URL of a mock that runs already, such as a dev server with the plugin for Vite. Each test then has a session of
   * its own in it, which the requests of its pages carry as `X-Mock-Session`. A test starts a mock of its own unless given.
   */
  mockUrl: string | undefined
  /** The name of the test's session in the mock of `mockUrl`. `null` where a test starts a mock of its own. */
  mockSession: string | null
  /** The mock of this test. */
  mock: RemoteMock
}

/**
 * Playwright's `test` with a mock of its own for each test that names it.
 *
 * @example
 * test('a paid order is delivered', async ({ mock, page }) => {
 *   await page.goto(`/orders?api=${mock.baseUrl}`)
 *   await page.getByRole('button', { name: 'Pay' }).click()
 *   await expect(mock).toHaveDelivered({ type: 'order.paid' })
 * })
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightMockFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<
  PlaywrightMockFixtures &
    Pick<PlaywrightTestOptions, 'extraHTTPHeaders'> &
    Pick<PlaywrightTestArgs, 'context'>
>({
  mockOptions: [{}, { option: true }],
  mockUrl: [undefined, { option: true }],
  mockSession: async ({ mockUrl }, use) =>
    use(mockUrl === undefined ? null : `playwright-${crypto.randomUUID()}`),
  mock: async ({ mockOptions, mockUrl, mockSession }, use, info) => {
    const mock =
      mockUrl === undefined || mockSession === null
        ? await startMock(mockOptions)
        : joinMock(mockUrl, mockSession, mockOptions)
    await use(mock)
    if (info.status !== info.expectedStatus) {
      const body = await (await mock.fetch('/__mock/journal')).text()
      await info.attach('journal of the mock', { body, contentType: 'application/json' })
    }
    await mock.close()
  },
  extraHTTPHeaders: async ({ extraHTTPHeaders, mockSession }, use) =>
    use(mockSession === null ? extraHTTPHeaders : { ...extraHTTPHeaders, [sessionHeader]: mockSession }),
  // A `test.use({ extraHTTPHeaders })` takes the place of the line above, so the context is told the session as well.
  context: async ({ context, extraHTTPHeaders, mockSession }, use) => {
    if (mockSession !== null) {
      await context.setExtraHTTPHeaders({ ...extraHTTPHeaders, [sessionHeader]: mockSession })
    }
    await use(context)
  },
})

/**
 * Playwright's `expect` with `toHaveDelivered`, which looks again until the delivery is there or its time is over: `timeout` of the
 * expected delivery, or that of the configuration. It rejects with a `TypeError` for what is no mock or no expected delivery.
 *
 * @example
 * await expect(mock).toHaveDelivered({ type: 'order.paid', timeout: 10_000 })
 * await expect(mock).not.toHaveDelivered({ type: 'order.cancelled' })
 */
export const expect: Expect<{
  toHaveDelivered(
    this: ExpectMatcherState,
    mock: unknown,
    expected?: ExpectedDelivery,
  ): Promise<MatcherOutcome>
}> = baseExpect.extend({ toHaveDelivered: toHaveDeliveredInTime })

type OwnMock = RemoteMock & { close(): Promise<void> }

/** Starts a mock on a free port. Deliveries that no forward leads to a receiver are accepted by the mock itself. */
async function startMock(options: BackendOptions): Promise<OwnMock> {
  const forwards = options.forwards ?? createForwards()
  const backend = createBackend({ ...options, forwards, fetch: options.fetch ?? acceptingFetch(forwards) })
  const { baseUrl, close } = await serve(backend, { port: 0 })
  return {
    ...createRemoteMock({ baseUrl, controlToken: options.controlToken }),
    async close() {
      await Promise.all([backend.close(), close()])
    },
  }
}

function acceptingFetch(forwards: Forwards): typeof fetch {
  const inbox = createInbox()
  const send = createDeliveryFetch({ forwards })
  const isForwarded = (url: string) => forwards.target(url) !== url
  return overSockets((input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return (isForwarded(url) ? send : inbox.fetch)(input, init)
  }, isForwarded)
}

function joinMock(baseUrl: string, session: string, { controlToken }: BackendOptions): OwnMock {
  return { ...createRemoteMock({ baseUrl, session, controlToken }), close: async () => {} }
}

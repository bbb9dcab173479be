import { answer, hang, refuseConnection, scriptedFetch } from '@event-delivery/sdk/testing'
import type { EventDelivery } from '@event-delivery/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey, clientOf, input, rejection, stored } from './client'

afterEach(() => void vi.unstubAllGlobals())

const firstPage = answer(200, { data: [stored], hasMore: true, nextCursor: 'cur_2' })

/** Uses of the client, each in a function whose name a stack shows. */
const uses: Record<string, (client: EventDelivery) => Promise<unknown>> = {
  createsAnEvent: async ({ events }) => void (await events.create(input)),
  retrievesAnEvent: async ({ events }) => void (await events.retrieve('evt_1')),
  readsTheAnswerToo: async ({ events }) => void (await events.create(input).withResponse()),
  deletesAWebhook: async ({ webhooks }) => void (await webhooks.delete('wh_1')),
  async registersAWebhook({ webhooks }) {
    await webhooks.create({ url: 'https://a.example', events: ['*'] })
  },
  async createsAKey({ keys }) {
    await keys.create({ name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' })
  },
  loadsAPage: async ({ events }) => void (await events.list()),
  async iteratesAList({ events }) {
    for await (const event of events.list()) expect(event.id).toBe('evt_1')
  },
  async sumsUpABulk({ events }) {
    const { failures } = await events.createAll([input]).summary()
    throw failures[0]?.error ?? new Error('no failure')
  },
  async iteratesABulk({ events }) {
    for await (const { error } of events.createAll([input])) if (error) throw error
  },
  callsHttpDirectly: async ({ http }) => void (await http.GET('/v1/events')),
}

const ends = {
  refused: [refuseConnection()],
  'out of time': [hang()],
  'refused on its second page': [firstPage, refuseConnection()],
} as const

const cases = Object.keys(uses).flatMap((use) =>
  Object.keys(ends)
    .filter((end) => !end.includes('page') || use === 'iteratesAList')
    .map((end) => [use, end as keyof typeof ends] as const),
)

test.each(cases)('the stack of a call that %s shows its line when it is %s', async (use, end) => {
  const [first, ...others] = ends[end]
  const { client } = clientOf(scriptedFetch(first, ...others), { timeout: 1000 })
  const error = (await rejection(uses[use]!(client))) as Error
  expect(error.stack).toMatch(new RegExp(`^.+\\n( +at .+\\n)* +at .*\\b${use}\\b.*stacks\\.test\\.ts:\\d+`))
  expect(error.stack).toContain(error.message)
  expect(error.stack).not.toContain(apiKey)
})

import { expect, onTestFinished, test } from 'vitest'
import { createHarness, type Harness } from '../support/backend'

/** Follows the journal. Each call resolves with the next event as name, data and id. */
async function follow({ ask }: Harness, query = '', headers: Record<string, string> = {}) {
  const accept = 'text/event-stream'
  const response = await ask('GET', `/__mock/journal${query}`, { key: null, headers: { accept, ...headers } })
  expect(response.headers.get('content-type')).toBe(accept)
  const reader = response.body!.getReader()
  onTestFinished(() => reader.cancel())
  const decoder = new TextDecoder()
  let text = ''
  return async (): Promise<
    [name: string, data: { id?: string; number?: number }, id: string | undefined]
  > => {
    for (;;) {
      const [, event] = /^((?:.+\n)+)\n/.exec(text) ?? []
      if (event !== undefined) {
        text = text.slice(event.length + 1)
        const field = (of: string) => new RegExp(`^${of}: (.*)$`, 'm').exec(event)?.[1]
        const [name, data = '', id] = ['event', 'data', 'id'].map(field)
        if (name === undefined) continue
        return [name, JSON.parse(data) as object, id]
      }
      const { value } = await reader.read()
      text += decoder.decode(value, { stream: true })
    }
  }
}

test('the journal is followed as server-sent events, from the last entry that was seen', async () => {
  const harness = createHarness()
  await harness.createWebhook()
  const next = await follow(harness)
  await harness.createEvent()
  const seen = [await next(), await next(), await next(), await next()]
  expect(seen.map(([name, , id]) => [id, name])).toEqual([
    [undefined, 'journal'],
    ['1', 'request'],
    ['2', 'request'],
    ['3', 'delivery'],
  ])
  const after = async (number: string) => {
    const following = await follow(harness, '', { 'last-event-id': number })
    return [await following(), await following()]
  }
  const journal = ['journal', { ...seen[0]?.[1], last: 3 }, undefined]
  expect(await after('2')).toEqual([journal, seen[3]])
  // A larger number comes from a mock that has been restarted since, so all entries are new to that client.
  expect(await after('900')).toEqual([journal, seen[1]])
})

test('a stream of the journal begins with its name, which another mock does not have', async () => {
  const [one, other] = [createHarness(), createHarness()]
  const [name, data] = await (await follow(one))()
  expect(name).toBe('journal')
  expect(data.id).toMatch(/^[\da-f]{16}\.0$/)
  expect(await (await follow(one, '?after=3'))()).toEqual([name, data, undefined])
  const [, foreign] = await (await follow(other))()
  expect(foreign.id).not.toBe(data.id)
  const { json } = await one.control('GET /journal')
  expect(json.id).toBe(data.id)
})

test('whoever follows the journal learns that it was cleared, and gets what came since', async () => {
  const harness = createHarness()
  const { control, createEvent } = harness
  await createEvent()
  const next = await follow(harness)
  const [, { id: before }] = await next()
  expect(await next()).toMatchObject(['request', { path: '/v1/events' }, expect.any(String)])
  const cleared = next()
  await control('POST /reset')
  const [name, { id: after }] = await cleared
  expect(name).toBe('cleared')
  expect(after).not.toBe(before)
  await createEvent()
  expect(await next()).toMatchObject(['request', { path: '/v1/events' }, expect.any(String)])
})

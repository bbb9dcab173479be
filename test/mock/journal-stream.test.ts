import { expect, onTestFinished, test } from 'vitest'
import { createHarness, type Harness } from '../support/backend'

/** Follows the journal. Each call resolves with the next event as name and data. */
async function follow({ backend }: Harness, after = 0) {
  const response = await backend.fetch(
    new Request(`http://localhost/__mock/journal?after=${after}`, {
      headers: { accept: 'text/event-stream' },
    }),
  )
  const reader = response.body!.getReader()
  onTestFinished(() => reader.cancel())
  const decoder = new TextDecoder()
  let text = ''
  return async (): Promise<[name: string, data: { id?: string; number?: number }]> => {
    for (;;) {
      const [, event] = /^((?:.+\n)+)\n/.exec(text) ?? []
      if (event !== undefined) {
        text = text.slice(event.length + 1)
        const [, name] = /^event: (.*)$/m.exec(event) ?? []
        // A shared store says in each journal that it is that of one process.
        if (name === undefined || name === 'notice') continue
        return [name, JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as object]
      }
      const { value } = await reader.read()
      text += decoder.decode(value, { stream: true })
    }
  }
}

test('a stream of the journal begins with its name, which another mock does not have', async () => {
  const [one, other] = [createHarness(), createHarness()]
  const [name, data] = await (await follow(one))()
  expect(name).toBe('journal')
  expect(data.id).toMatch(/^[\da-f]{16}\.0$/)
  expect(await (await follow(one, 3))()).toEqual([name, data])
  const [, foreign] = await (await follow(other))()
  expect(foreign.id).not.toBe(data.id)
  const { json } = await one.call('GET', '/__mock/journal', { key: null })
  expect(json.id).toBe(data.id)
})

test('whoever follows the journal learns that it was cleared, and gets what came since', async () => {
  const harness = createHarness()
  const { call, createEvent } = harness
  await createEvent()
  const next = await follow(harness)
  const [, { id: before }] = await next()
  expect(await next()).toMatchObject(['request', { path: '/v1/events' }])
  const cleared = next()
  await call('POST', '/__mock/reset', { key: null })
  const [name, { id: after }] = await cleared
  expect(name).toBe('cleared')
  expect(after).not.toBe(before)
  await createEvent()
  expect(await next()).toMatchObject(['request', { path: '/v1/events' }])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { startService } from './service'

interface Message {
  headers: { name: string; value: string }[]
  status?: number
}
interface Entry {
  startedDateTime: string
  time: number
  request: Message & { method: string; url: string; postData?: { mimeType: string; text: string } }
  response: Message & { content: { text: string; mimeType: string } }
}

const folder = await makeFolder(afterAll)
const { baseUrl, flags } = await startService()

test('--har writes every request and every delivery in the order in which they began, and no key and no secret', async () => {
  const [har, json] = [join(folder, 'run.har'), join(folder, 'report.json')]
  const only = ['--mode', 'full', '--only', 'delivery-is-signed,create-event,secret-appears-once']
  const { status, out } = await callCommand([...flags, ...only, '--har', har, '--json', json])
  expect(status, out).toBe(0)
  const text = await readFile(har, 'utf8')
  const { log } = JSON.parse(text) as { log: { version: string; entries: Entry[] } }
  const { requests } = JSON.parse(await readFile(json, 'utf8')) as Report
  expect(log.version).toBe('1.2')
  const sent = log.entries.filter(({ request }) => request.url.startsWith(baseUrl))
  expect(sent).toHaveLength(requests)
  const delivered = log.entries.filter((entry) => !sent.includes(entry))
  expect(delivered.length).toBeGreaterThan(3)
  expect(
    delivered.every(({ request, response }) => request.method === 'POST' && response.status === 204),
  ).toBe(true)
  expect(JSON.parse(delivered[0]!.request.postData!.text)).toHaveProperty('type')
  const times = log.entries.map(({ startedDateTime }) => startedDateTime)
  expect(times).toEqual([...times].sort())
  const created = sent.find(({ request }) => request.method === 'POST' && request.url.endsWith('/v1/events'))!
  expect(created.request.headers).toContainEqual({ name: 'Content-Type', value: 'application/json' })
  expect(created.request.postData!.mimeType).toBe('application/json')
  expect(created.response.status).toBe(201)
  expect(JSON.parse(created.response.content.text)).toHaveProperty('id')
  expect(text).not.toMatch(/sk_(live|test)_mock|whsec_[A-Za-z0-9]{8}/)
})

test('a HAR that could not be written is refused before anything is sent', async () => {
  const { status, err } = await callCommand([...flags, '--har', join(folder, 'missing', 'run.har')])
  expect([status, err]).toEqual([2, expect.stringContaining('--har')])
})

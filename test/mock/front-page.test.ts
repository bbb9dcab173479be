import { expect, test } from 'vitest'
import type { BackendOptions, JournalEntry } from '../../mock/index'
import { eventually } from '../support/eventually'
import { createTestBackend } from '../support/test-backend'

const base = 'http://127.0.0.1:4010'
const html = { accept: 'text/html,application/xhtml+xml' }

/** Asks a new backend. Gives its answer and the entries of its journal up to that of a further request, which is left out. */
async function ask(path: string, init: RequestInit = {}, options: BackendOptions = {}) {
  const entries: JournalEntry[] = []
  const backend = createTestBackend({ ...options, onEntry: (entry) => entries.push(entry) })
  const response = await backend.fetch(new Request(`${base}${path}`, init))
  const text = await response.text()
  await backend.waitForIdle()
  await backend.fetch(new Request(`${base}/last`))
  await eventually(() => expect(entries.at(-1)).toHaveProperty('path', '/last'))
  return { response, text, entries: entries.slice(0, -1) }
}

test.each(['GET', 'HEAD'])('a browser that asks for / by %s is led to the inspector', async (method) => {
  const { response, entries } = await ask('/', { method, headers: html })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/__mock')
  expect(entries).toMatchObject([{ kind: 'request', method, path: '/', status: 302 }])
})

test('a program that asks for / is told where everything is', async () => {
  const { response, text } = await ask('/')
  expect(response.status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    interface: '/v1',
    inspector: '/__mock',
    document: '/__mock/openapi.json',
  })
})

test('a POST to / is as wrong as one to any other unknown path', async () => {
  const { response, entries } = await ask('/', { method: 'POST', body: '{}' })
  expect(response.status).toBe(404)
  expect(entries).toMatchObject([{ method: 'POST', path: '/', status: 404 }])
})

test('the icon that browsers ask for leaves no entry', async () => {
  const { response, entries } = await ask('/favicon.ico')
  expect(response.status).toBe(204)
  expect(response.headers.get('cache-control')).toMatch(/max-age/)
  expect(entries).toEqual([])
})

test.each(['/events', '/v1/evnts', '/v2/events'])(
  'the 404 at %s says where the interface and the inspector are',
  async (path) => {
    const { response, text } = await ask(path)
    expect(response.status).toBe(404)
    expect(text).toContain('/v1;')
    expect(text).toContain('/__mock/openapi.json')
    expect(text).toContain('/__mock is the inspector')
  },
)

test('a control request leaves an entry only where it was refused', async () => {
  const { entries: quiet } = await ask('/__mock/keys')
  expect(quiet).toEqual([])
  const { response, entries } = await ask('/__mock/kyes?a=1')
  expect(response.status).toBe(404)
  expect(entries).toMatchObject([{ path: '/__mock/kyes?a=1', status: 404, refusal: { code: 'not_found' } }])
})

import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'

const html = { accept: 'text/html,application/xhtml+xml' }

/** Asks a new backend. Gives its answer and the entries of its journal. */
async function ask(path: string, init: RequestInit = {}) {
  const { backend, journal } = createHarness()
  const response = await backend.fetch(new Request(`http://127.0.0.1:4010${path}`, init))
  return { response, text: await response.text(), entries: await journal() }
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

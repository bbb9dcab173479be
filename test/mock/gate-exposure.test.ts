import fc from 'fast-check'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { builtInKeys, createSeededRandom, type Backend, type BackendOptions } from '@event-delivery/mock'
import { serve, toNodeHandler } from '@event-delivery/mock/node'
import { equalInConstantTime } from '../../src/core/encoding'
import { freePort } from '../support/free-port'
import { serveListener } from '../support/node-server'
import { createTestBackend } from '../support/test-backend'

const controlToken = '0123456789abcdef'
const backendOf = (options: BackendOptions) =>
  createTestBackend({ fetch: async () => new Response(), ...options })

async function serveEverywhere(backend: Backend) {
  const server = await serve(backend, { port: 0, host: '0.0.0.0' })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}`
}

/** Serves a backend to one client, which connects from the given address. */
async function serveTo(address: string | undefined, backend: Backend) {
  const handle = toNodeHandler(backend)
  const { baseUrl } = await serveListener(
    (incoming, outgoing) => {
      Object.defineProperty(incoming.socket, 'remoteAddress', { value: address })
      handle(incoming, outgoing)
    },
    { until: onTestFinished },
  )
  return baseUrl
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const statusOf = async (url: string, token: string) => (await fetch(url, bearer(token))).status

test.each([
  ['no token', undefined],
  ['an empty one', ''],
  ['one of fifteen characters', '0123456789abcde'],
  ['one with a space', '0123456789 abcdef'],
  ['one that no header bears', '0123456789abcdeß'],
])(
  'beyond loopback a backend with %s is not served, and the error says how to make one',
  async (_name, token) => {
    const port = await freePort()
    for (const host of ['0.0.0.0', '::', '']) {
      const serving = serve(backendOf({ controlToken: token }), { port, host })
      await expect(serving).rejects.toThrow(TypeError)
      await expect(serving).rejects.toThrow(/token.*openssl rand -hex 16/)
    }
    const socket = connect(port, '127.0.0.1')
    await expect(once(socket, 'connect')).rejects.toThrow(/ECONNREFUSED/)
  },
)

test('beyond loopback the control routes want the token from clients of this machine too', async () => {
  const baseUrl = await serveEverywhere(backendOf({ controlToken }))
  expect((await fetch(`${baseUrl}/__mock/keys`)).status).toBe(401)
  for (const wrong of ['0123456789abcdeF', '0123456789abcde', `${controlToken}0`, '']) {
    expect(await statusOf(`${baseUrl}/__mock/keys`, wrong)).toBe(401)
  }
  expect(await statusOf(`${baseUrl}/__mock/keys`, controlToken)).toBe(200)
})

test('a thing that cannot say how safe it is, is served on loopback alone', async () => {
  const { answer } = backendOf({ controlToken })
  await expect(serve({ answer }, { port: 0, host: '0.0.0.0' })).rejects.toThrow(/0\.0\.0\.0.*expose/)
  const server = await serve({ answer }, { port: 0 })
  await server.close()
})

test.each(['192.168.1.7', '::ffff:10.0.0.1', 'fd00::1', undefined])(
  'the address %s of a client counts, whatever host its request names',
  async (address) => {
    const backend = backendOf({ controlToken })
    const baseUrl = await serveTo(address, backend)
    for (const path of ['/v1/events', '/__mock/keys', '/__mock']) {
      const response = await fetch(baseUrl + path, {
        headers: { authorization: 'Bearer sk_live_mock', host: 'localhost' },
      })
      expect([path, response.status]).toEqual([path, 403])
      expect(await response.text()).toMatch(/its own machine alone.*controlToken/)
    }
    await backend.expose()
    expect(await statusOf(`${baseUrl}/v1/events`, backend.keys[0]!.key)).toBe(200)
    expect(await statusOf(`${baseUrl}/__mock/keys`, 'wrong')).toBe(401)
    expect(await statusOf(`${baseUrl}/__mock/keys`, controlToken)).toBe(200)
  },
)

test('beyond loopback random keys take the place of the built-in ones, in every state and after a reset', async () => {
  const backend = backendOf({ controlToken, random: createSeededRandom(1) })
  const early = new Request('http://localhost/v1/events', {
    headers: { authorization: 'Bearer sk_live_mock', 'x-mock-session': 'early' },
  })
  expect((await backend.fetch(early)).status).toBe(200)
  const baseUrl = await serveEverywhere(backend)
  const [live, test, readOnly, expired] = backend.keys.map(({ key }) => key) as [
    string,
    string,
    string,
    string,
  ]
  const statuses = (session: string) =>
    Promise.all(
      [live, test, readOnly, expired, ...builtInKeys.map(({ key }) => key)].map(async (key) => {
        const headers = { authorization: `Bearer ${key}`, ...(session ? { 'x-mock-session': session } : {}) }
        return (await fetch(`${baseUrl}/v1/events`, { headers })).status
      }),
    )
  const expected = [200, 200, 200, 401, 401, 401, 401, 401]
  for (const session of ['', 'early', 'late']) expect(await statuses(session)).toEqual(expected)
  await backend.reset()
  expect(await statuses('')).toEqual(expected)

  const other = backendOf({ controlToken, random: createSeededRandom(1) })
  await other.expose()
  expect(other.keys.map(({ key }) => key)).not.toContain(live)
  await other.expose()
})

test('keys that the options or the seed name stay as they are beyond loopback', async () => {
  const key = 'sk_live_of_this_test'
  for (const options of [{ keys: [{ key }] }, { seed: { keys: [{ key, mode: 'live' as const }] } }]) {
    const baseUrl = await serveEverywhere(backendOf({ controlToken, ...options }))
    expect(await statusOf(`${baseUrl}/v1/events`, key)).toBe(200)
    expect(await statusOf(`${baseUrl}/v1/events`, 'sk_live_mock')).toBe(401)
  }
})

test('texts are the same only where they are, and a comparison reads as much whatever they hold', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(equalInConstantTime(one, other)).toBe(one === other)
      expect(equalInConstantTime(one, one)).toBe(true)
    }),
  )
  const readsOf = (sent: string) => {
    let reads = 0
    const counted = { length: sent.length, charCodeAt: (at: number) => (reads++, sent.charCodeAt(at)) }
    equalInConstantTime(counted as unknown as string, controlToken)
    return reads
  }
  expect([readsOf('x123456789abcdef'), readsOf('0123456789abcdex'), readsOf(controlToken)]).toEqual([
    16, 16, 16,
  ])
})

import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCertificate } from '@event-delivery/mock/node'
import { makeFolder } from '../support/folder'
import { callCommand as run } from './command'
import { keyFlags, startService } from './service'

const folder = await makeFolder(afterAll)
const ca = join(folder, 'ca.pem')
const certificate = await createCertificate('events.example')
await writeFile(ca, certificate.ca)
const { baseUrl } = await startService({}, { tls: certificate })

/** Starts a proxy that leads each connection to this machine, whatever host it is meant for. Returns its URL, and the targets that it was asked for. */
async function startProxy() {
  const targets: (string | undefined)[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url }, client) => {
    targets.push(url)
    const server = connect(Number(url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      server.pipe(client).pipe(server)
    })
    for (const socket of [server, client])
      socket.on('error', () => [server, client].map((one) => one.destroy()))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => void proxy.close())
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, targets }
}

test('a run goes through the proxy that the environment names, and verifies the certificate of the deployment', async () => {
  const { url, targets } = await startProxy()
  const target = new URL(baseUrl)
  target.hostname = 'events.example'
  const flags = ['--base-url', target.origin, ...keyFlags, '--only', 'PG-1']
  const env = { https_proxy: url }
  const untrusting = await run(flags, env)
  const trusting = await run([...flags, '--ca', ca], env)
  expect(untrusting.out).toMatch(/cannot be judged.*certificate/)
  expect(trusting.status, trusting.out).toBe(0)
  expect(trusting.out).toContain('Requests go through the proxy that https_proxy names.')
  expect(new Set(targets)).toEqual(new Set([target.host]))
  const past = await run(flags, { ...env, NO_PROXY: target.hostname })
  expect(past.out).toMatch(/https_proxy names, unless NO_PROXY excepts the host\.[\s\S]*ENOTFOUND/)
})

import { afterAll, expect, test } from 'vitest'
import { createCertificate } from '@event-delivery/mock/node'
import { join } from 'node:path'
import { makeFolder } from '../support/folder'
import { freePort } from '../support/free-port'
import { callCommand } from './command'
import { serveAnswers, startService } from './service'

const folder = await makeFolder(afterAll)
const certificate = await createCertificate()
const service = await startService({ fetch: globalThis.fetch })
const trusting = await startService()
const short = ['--mode', 'full', '--only', 'deliver-to-subscriber', '--delivery-timeout', '1']

test('a service that does not trust the certificate of the receiver is told so, and no rule is blamed', async () => {
  const { status, out } = await callCommand([...service.flags, ...short])
  expect(out).toContain('its TLS handshake failed: it may not trust the receiver')
  expect(out).not.toContain('FAILED')
  expect(status).toBe(3)
})

test('where the public URL of the receiver leads elsewhere, that is told, and no rule is blamed', async () => {
  const { baseUrl } = await serveAnswers(async () => new Response(), certificate)
  const flags = ['--receiver-url', baseUrl, '--receiver-ca-out', join(folder, 'elsewhere.pem'), '--insecure']
  const { status, out } = await callCommand([...trusting.flags, ...short, ...flags])
  expect(out).toContain(`GET ${baseUrl}/preflight was answered by 200, not by the receiver.`)
  expect(out).not.toContain('FAILED')
  expect(status).toBe(3)
})

test('where the public URL leads to the receiver, its deliveries are judged', async () => {
  const address = `127.0.0.1:${await freePort()}`
  const flags = ['--receiver-url', `https://${address}/`, '--receiver-listen', address, '--insecure']
  const { out } = await callCommand([...trusting.flags, ...short, ...flags])
  expect(out).toMatch(/ok +deliver-to-subscriber/)
})

test('a service that takes no webhook at the host of the receiver is told apart, with its status', async () => {
  const { flags } = await startService({ dialect: { webhookHosts: 'public' } })
  const { status, out } = await callCommand([...flags, ...short])
  expect(out).toMatch(/The deployment takes no webhook at https:\/\/127\.0\.0\.1:\d+ \(400\)\./)
  expect(out).not.toContain('FAILED')
  expect(status).toBe(3)
})

import { execFile, spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import type { BackendOptions, RequestEntry } from '@event-delivery/mock'
import { eventually } from '../support/eventually'
import { receiveBytes } from '../support/raw-receiver'
import { serveMock } from './served-mock'
import { dial } from './slow-clients'

const hasCurl = spawnSync('curl', ['--version']).error === undefined

const secretKey = 'sk_live_9fQ2+/x='
const body = `{"type":"order.paid","data":{"quote":"it's \\"so\\" $HOME \`id\` %s é","key":"${secretKey}"}}`
const credentials = Buffer.from(`${secretKey}:`).toString('base64')
const authorized = `Authorization: Bearer ${secretKey}`

interface More {
  line?: string
  /** As letters of one byte each; `null` for none. A creation in UTF-8 unless given. */
  body?: string | null
  options?: BackendOptions
  /** How many bytes of the body are held back. The client then leaves. */
  missing?: number
}

const json = 'Content-Type: application/json'
const odd = `DELETE /v1/webhooks/../%7e/[x]{y}?key=%73${secretKey.slice(1)}&a=%20 HTTP/1.1`
const affected: BackendOptions = { faults: [{ kind: 'status', status: 503 }] }
const ofLatin = ['Cookie: a=b; c="d"', 'X-Latin: caf\xe9', 'X-Utf8: caf\xc3\xa9']

const requests: [name: string, status: number, headers: string[], more?: More][] = [
  ['a 401', 401, [json, 'x-Twice: a', 'X-TWICE: b']],
  ['a 401 of Basic credentials', 401, [`Authorization: Basic ${credentials}`]],
  ['a 403', 403, ['authorization: Bearer sk_live_readonly_mock', 'Accept: */*']],
  ['a 413', 413, [authorized, 'User-Agent: raw/1', json], { options: { dialect: { maxPayloadBytes: 10 } } }],
  ['a 429', 429, [authorized, 'X-Empty:'], { options: { plan: 'free' } }],
  ['a 503', 503, [authorized, ...ofLatin], { options: affected }],
  ['bytes that are no text', 400, [authorized, json], { body: "%\\'\0\n\xff" }],
  ['an odd target', 404, [authorized], { line: odd, body: null }],
  ['a request of another host', 403, ['Host: evil.example'], { line: 'GET /v1/events HTTP/1.1', body: null }],
  ['a chunked body', 401, ['Transfer-Encoding: chunked']],
  ['an abort', 400, [authorized, json], { missing: 3 }],
]

/** The request line and the headers of a request over HTTP, and its body without its chunks. */
function partsOf(bytes: string, port: number) {
  const [head = '', rest = ''] = bytes.split(/\r\n\r\n(.*)/s)
  const [line, ...headers] = head.split('\r\n')
  const isChunked = headers.some((header) => /^transfer-encoding: *chunked$/i.test(header))
  const sent = isChunked ? rest.replace(/^[\da-f]+\r\n(.*)\r\n0\r\n\r\n$/is, '$1') : rest
  return { line, headers: headers.map((header) => header.replace(`:${port}`, ':PORT')).sort(), body: sent }
}

function isWhole(bytes: string): boolean {
  const [head = '', rest = ''] = bytes.split(/\r\n\r\n(.*)/s)
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (/^transfer-encoding/im.test(head)) return rest.endsWith('0\r\n\r\n')
  return bytes.includes('\r\n\r\n') && (length === undefined || rest.length >= Number(length))
}

test.skipIf(!hasCurl).each(requests)('the command line of %s sends the same bytes again', async (...sent) => {
  const [, status, headers, { line = 'POST /v1/events HTTP/1.1', missing = 0, options = {}, ...more } = {}] =
    sent
  const keys = [{ key: 'sk_live_readonly_mock', scopes: ['events:read'] as const }, { key: secretKey }]
  const { entries, port } = await serveMock({ keys, ...options })
  const payload = more.body ?? Buffer.from(more.body === null ? '' : body).toString('latin1')
  const isChunked = headers.some((header) => header.startsWith('Transfer-Encoding'))
  const bytes = [
    line,
    ...(headers.some((header) => header.startsWith('Host')) ? [] : [`Host: 127.0.0.1:${port}`]),
    ...headers,
    ...(more.body === null || isChunked ? [] : [`Content-Length: ${payload.length}`]),
    '',
    isChunked
      ? `${payload.length.toString(16)}\r\n${payload}\r\n0\r\n\r\n`
      : payload.slice(0, payload.length - missing),
  ].join('\r\n')
  const socket = await dial({ port })
  const times = status === 429 ? 11 : 1
  for (let time = 0; time < times; time++) socket.write(bytes, 'latin1')
  if (missing > 0) socket.end()
  await eventually(() => expect(entries).toHaveLength(times))
  // Requests of one moment may be answered in any order.
  const entry = entries.find((one) => one.status === status)
  expect(entry).toBeDefined()
  const { curl = '', aborted } = JSON.parse(JSON.stringify(entry)) as RequestEntry
  // Only a header that curl would add of its own accord is switched off.
  if (more.body === null) expect(curl).not.toContain('Content-Type')
  expect(JSON.stringify(entry)).not.toContain('9fQ2')
  expect(JSON.stringify(entry)).not.toContain(credentials)
  expect(aborted).toBe(missing > 0 ? true : undefined)

  const receiver = await receiveBytes((heard) => isWhole(heard), onTestFinished)
  const command = curl.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${receiver.port}`)
  const variables = { EVENT_DELIVERY_API_KEY: secretKey, EVENT_DELIVERY_CREDENTIALS: credentials }
  await new Promise((done) => {
    execFile('sh', ['-c', command], { env: { ...process.env, ...variables } }, done)
  })
  const decodedKey = bytes.replace('%73k_live', 'sk_live')
  expect(partsOf(receiver.received[0] ?? command, receiver.port)).toEqual(partsOf(decodedKey, port))
})

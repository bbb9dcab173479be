import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { readAnswer, sendBytes } from '../support/raw-http'
import { serveMock } from './served-mock'

const body = '{"type":"order.paid","data":{}}'
const fields = (...lines: string[]) => [
  'Authorization: Bearer sk_live_mock',
  'X-Twice: a',
  'x-twice: b',
  `Content-Length: ${body.length}`,
  'Connection: close',
  ...lines,
]
const requestOf = (lines: string[]) => `POST /v1/events?a=1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`

test.each([
  ['no Host', fields(), 400, 'invalid_request'],
  ['two Hosts', fields('Host: localhost', 'Host: localhost'), 400, 'invalid_request'],
  ['a foreign Host', fields('Host: evil.example'), 403, 'forbidden'],
  ['a foreign Origin', fields('Host: localhost', 'Origin: https://evil.example'), 403, 'forbidden'],
  ['an expectation', fields('Host: localhost', 'Expect: much'), 417, 'expectation_failed'],
])(
  'a request with %s is refused by the face and stands whole in the journal',
  async (_name, lines, status, code) => {
    const { entries, port } = await serveMock()
    expect(readAnswer(await sendBytes(requestOf(lines), port)).status).toBe(status)
    await eventually(() => expect(entries).toHaveLength(1))
    const [entry] = entries
    expect(entry).toMatchObject({
      kind: 'request',
      method: 'POST',
      path: '/v1/events?a=1',
      status,
      address: '127.0.0.1',
      refusal: { code },
      body,
      rawHeaders: expect.arrayContaining(['X-Twice', 'a', 'x-twice', 'b']) as string[],
    })
  },
)

test('what is no HTTP stands in the journal as far as it can be read', async () => {
  const { entries, port } = await serveMock()
  await sendBytes('hello\r\n\r\n', port)
  await sendBytes('GET /v1/events HTTP/1.1\r\nHost: localhost\r\nX-Bad\u0000: 1\r\n\r\n', port)
  await eventually(() => expect(entries).toHaveLength(2))
  expect(entries).toMatchObject([
    { method: '', status: 400, body: 'hello\r\n\r\n' },
    { method: 'GET', path: '/v1/events', status: 400, headers: { host: 'localhost' } },
  ])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sign, svix } from '@event-delivery/sdk/webhooks'
import { readCapture, readHeaders } from '../../src/core/signature/capture'
import { root } from '../support/root'
import { file, run } from './command-line'

const secret = `whsec_${Buffer.from('c4n4ry7e1-and-so-on-up-to-32-bytes').toString('base64')}`
const seconds = 1_700_000_000
const body = '{"id":"evt_1","type":"order.paid","data":{"order":1042}}'
const env = { EVENT_DELIVERY_WEBHOOK_SECRET: secret }
const now = ['--now', `${seconds}`]

const headersOf = async (scheme?: typeof svix) =>
  Object.entries(await sign({ body, id: 'msg_1', timestamp: seconds }, { secret, scheme })).map(
    ([name, value]) => `${name}: ${value}`,
  )

const head = ['POST /hooks HTTP/1.1', 'Host: shop.example']

/** Ways to write a request down, each with the bytes of the body at its end. */
const captures: Record<string, (headers: string[]) => string> = {
  'a request with CRLF': (headers) => [...head, ...headers, '', body].join('\r\n'),
  'a request with LF': (headers) => [...head, ...headers, '', body].join('\n'),
  'headers above the body': (headers) => [...headers, '', body].join('\n'),
  'what curl -v prints': (headers) =>
    [
      '* Connected to shop.example',
      '> POST /hooks HTTP/1.1',
      ...headers.map((line) => `> ${line}`),
      '> ',
      `${body}`,
      '< HTTP/1.1 400 Bad Request',
      '< date: now',
    ].join('\n'),
}

test.each(Object.entries(captures))(
  '%s is read with its headers and the bytes of its body',
  async (_, write) => {
    const capture = readCapture(Buffer.from(write(await headersOf())))
    expect(capture.body.toString()).toBe(body)
    expect(capture.headers).toContainEqual(['webhook-id', 'msg_1'])
    const dump = await file('request.txt', write(await headersOf()))
    const { status, out } = await run(['verify', dump, ...now], env)
    expect(out).toMatch(/^Verified\. standard-webhooks in the header webhook-signature, signed 0 s ago\.\n$/)
    expect(status).toBe(0)
  },
)

test.each(['{"a: b":1}\n\n{}', 'plain text\n\nmore', '[]', '', 'a: b'])(
  '%j is a body without headers',
  (text) => {
    expect(readCapture(Buffer.from(text))).toEqual({ headers: [], body: Buffer.from(text) })
  },
)

test('headers may be lines, a request, or JSON', () => {
  expect(readHeaders('A: b\r\nC: d: e\n')).toEqual([
    ['a', 'b'],
    ['c', 'd: e'],
  ])
  expect(readHeaders('POST / HTTP/1.1\nA: b')).toEqual([['a', 'b']])
  expect(readHeaders('{"A":"b","C":["d","e"]}')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'e'],
  ])
  expect(readHeaders('no header')).toBeUndefined()
})

test('body and headers may stand in files of their own, and the secret in a file', async () => {
  const headers = await file('headers.txt', (await headersOf(svix)).join('\n'))
  const secretFile = await file('webhook.secret', `${secret}\n`)
  const args = ['verify', await file('body.json', body), '--headers', headers, '--secret-file', secretFile]
  const { status, out } = await run([...args, ...now])
  expect(out).toMatch(/^Verified\. svix in .*\nYour receiver has to name this scheme/)
  expect(status).toBe(0)
})

test('a line break that an editor added is named with the next step, and the status is 1', async () => {
  const flags = (await headersOf()).flatMap((header) => ['--header', header])
  const args = ['verify', await file('body.json', `${body}\n`), ...flags, ...now]
  const { status, out, err } = await run(args, env)
  expect(out).toMatch(/^Not verified: no-match\./)
  expect(out).toContain('- A line break or white space was added around the body.\n  Next: ')
  expect({ status, err }).toEqual({ status: 1, err: '' })
})

test('with --json the verdict is one record with stable names, and never holds the secret', async () => {
  const dump = await file('request.txt', captures['a request with LF']!(await headersOf()))
  const { out } = await run(['verify', dump, '--json'], env)
  const [says, cure] = Array(2).fill(expect.any(String)) as string[]
  const findings = [{ id: 'signed-too-long-ago', says, cure }]
  const verdict = { verified: false, code: 'timestamp-too-old', scheme: 'standard-webhooks', findings }
  expect(JSON.parse(out)).toMatchObject(verdict)
  expect(out).not.toMatch(/c4n4ry7e1|YzRuNHJ5/)
})

test('the guide has an entry for each finding', () => {
  const guide = readFileSync(join(root, 'docs/command.md'), 'utf8')
  const tables = ['body-variants', 'claims', 'diagnose', 'explain', 'secret-variants'].map(
    (name) => `core/signature/${name}`,
  )
  const sources = [...tables, 'command/verdict'].map((path) =>
    readFileSync(join(root, `src/${path}.ts`), 'utf8'),
  )
  const ids = [...sources.join('\n').matchAll(/\bid: '([a-z0-9-]+)'/g)].map(([, id]) => id!)
  expect(ids.length).toBeGreaterThan(30)
  expect(ids.filter((id) => !guide.includes(`\`${id}\``))).toEqual([])
})

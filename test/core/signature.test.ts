import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { bodyHex, sign, type SignatureScheme, standardWebhooks } from '@event-delivery/sdk/webhooks'
import { explainComputed } from '../../src/core/signature/explain'

const secret = `whsec_${Buffer.from('c4n4ry7e1-and-so-on-up-to-32-bytes').toString('base64')}`
const bare = secret.slice('whsec_'.length)
const key = Buffer.from(bare, 'base64')
const [id, timestamp] = ['msg_1', 1_700_000_000]
const head = `${id}.${timestamp}.`
const body = '{"type":"order.paid","data":{"note":"h\u00e9llo/","b":1,"a":[1.0]}}'
const mac = (by: Buffer | string, text: string | Buffer, hash = 'sha256') => createHmac(hash, by).update(text)
const over = (text: string | Buffer) => mac(key, Buffer.concat([Buffer.from(head), Buffer.from(text)]))
const written = (text: string | Buffer) => over(text).digest('base64')

/** The findings on a signature that a receiver computed for a delivery that is right. */
async function findingsOf(computed: string, scheme: SignatureScheme = standardWebhooks, sent = body) {
  const headers = Object.entries(await sign({ body: sent, id, timestamp }, { secret, scheme }))
  const capture = { headers, body: new Uint8Array(Buffer.from(sent)) }
  return (await explainComputed({ capture, secrets: [secret] }, computed))?.findings
}

const idsOf = async (...given: Parameters<typeof findingsOf>) =>
  (await findingsOf(...given))?.map((one) => one.id)

const pretty = JSON.stringify(JSON.parse(body), undefined, 2)

// The first finding says the words of its row, if the row has any.
test.each<[string, string, string[], string?]>([
  ['all of it is right', written(body), ['signature-compared']],
  ['it has its prefix', `v1,${written(body)}`, ['signature-compared']],
  ['it is written in hex', over(body).digest('hex'), ['signature-form'], 'where this scheme writes base64'],
  ['the key is the whole text', mac(secret, head + body).digest('base64'), ['secret-whole']],
  ['the key is the base64 itself', mac(bare, head + body).digest('base64'), ['secret-rest']],
  ['id and time are left out', mac(key, body).digest('base64'), ['signed-text'], 'signs the id, a dot'],
  ['the id is left out', mac(key, `${timestamp}.${body}`).digest('base64'), ['signed-text']],
  ['the dots are left out', mac(key, head.replaceAll('.', '') + body).digest('base64'), ['signed-text']],
  ['it is of SHA-512', mac(key, head + body, 'sha512').digest('base64'), ['hash']],
  ['it is of SHA-1', mac(key, head + body, 'sha1').digest('hex'), ['hash'], 'made by SHA-1,'],
  ['a line break was added to the body', written(`${body}\n`), ['newline-added']],
  ['a byte order mark was added', written(`\uFEFF${body}`), ['byte-order-mark']],
  ['the body was parsed and written again', written(JSON.stringify(JSON.parse(body))), ['json-compact']],
  ['the body was written indented', written(pretty), ['json-pretty-2']],
  ['the body was written as a string', written(JSON.stringify(body)), ['quoted']],
  ['the body is in base64', written(Buffer.from(body).toString('base64')), ['base64']],
  ['the body was read as Latin-1', written(Buffer.from(body).toString('latin1')), ['encoding']],
  [
    'key and body are wrong',
    mac(secret, `${head}${body}\n`).digest('base64'),
    ['newline-added', 'secret-whole'],
  ],
])('where %s, the signature that a receiver computed says so', async (_, computed, expected, words = '') => {
  const findings = (await findingsOf(computed)) ?? []
  expect(findings.map((one) => one.id)).toEqual(expected)
  expect(`${findings[0]?.says} ${findings[0]?.cure}`).toContain(words)
})

test('where the last line break was lost, the signature that a receiver computed says so', async () => {
  expect(await idsOf(written(body), standardWebhooks, `${body}\n`)).toEqual(['newline-lost'])
})

test('a signature over the body alone is judged by its own scheme', async () => {
  const computed = (by: Buffer | string) => mac(by, body).digest('hex')
  expect(await idsOf(`sha256=${computed(secret)}`, bodyHex())).toEqual(['signature-compared'])
  expect(await idsOf(computed(key), bodyHex())).toEqual(['secret-decoded'])
  const [finding] = (await findingsOf(mac(secret, body).digest('base64'), bodyHex())) ?? []
  expect(finding?.says).toContain('in base64, where this scheme writes hexadecimal digits')
})

test.each(['', 'whsec_AAAA', body, mac('another', body).digest('base64')])(
  '%j is not explained',
  async (text) => {
    expect(await idsOf(text)).toBeUndefined()
  },
)

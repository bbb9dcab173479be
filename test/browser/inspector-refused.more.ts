import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { inChromium, inspect, type Inspected } from './inspector-page'

/** An open attempt that its receiver refused, the secret that signed it, and that of another webhook. */
async function refusedAttempt(options: Parameters<typeof inspect>[0] = {}) {
  const refuse = async (url: RequestInfo | URL) =>
    new Request(url).url.includes('shop') ? new Response('no', { status: 401 }) : new Response()
  const inspected = await inspect({ fetch: refuse, ...options })
  const { post, backend, show, page } = inspected
  const shop = await post('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] })
  const other = await post('/v1/webhooks', { url: 'https://other.example/hooks', events: ['*'] })
  const { id } = await post('/v1/events', { type: 'order.paid', data: { total: 1 } })
  await backend.waitForIdle()
  await show(`?open=${id}`)
  await page.locator('.attempt > summary', { hasText: /40\d/ }).first().click()
  await page.getByText('Why does my receiver refuse it?').click()
  const { data } = await inspected.control<{ data: Attempt[] }>('GET', '/attempts')
  const sent = data.find(({ url }) => url.includes('shop'))!
  return { ...inspected, secret: shop['secret']!, other: other['secret']!, sent }
}

interface Attempt {
  url: string
  headers: Record<string, string>
  body: string
}

/** Pastes a text, and awaits the finding, or that there is none. */
async function finding({ page }: Inspected, text: string, id: string) {
  await page.locator('.why textarea').fill(text)
  await page.locator(id === '' ? '.why .good-note' : `.why [data-finding="${id}"]`).waitFor()
}

inChromium('what a receiver has names its mistake, and stays in the page', async () => {
  const refused = await refusedAttempt()
  const { page, secret, other, sent, baseUrl } = refused
  const { headers, body } = sent
  const signed = (key: Buffer | string, text: string) =>
    createHmac('sha256', key).update(text).digest('base64')
  const head = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  const key = (of: string) => Buffer.from(of.slice('whsec_'.length), 'base64')
  const [first, ...lost] = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const pasted: [text: string, finding: string][] = [
    [secret, ''],
    [`"${secret}"`, 'secret-wrapped'],
    [other, 'secret-of-another'],
    ['sk_live_c4n4ry7e1c4n4ry7e1', 'secret-is-api-key'],
    [`whsec_${signed('c4n4ry7e1', '')}`, 'secret-unknown'],
    [signed(key(secret), head + body), 'signature-compared'],
    [signed(secret, head + body), 'secret-whole'],
    [signed(key(secret), body), 'signed-text'],
    [signed(key(other), head + body), 'secret-of-another'],
    [signed('c4n4ry7e1', body), 'signature-unknown'],
    [body, ''],
    [`${body}\n`, 'newline-added'],
    [JSON.stringify(JSON.parse(body), undefined, 2), 'json-compact'],
    [body.replace('1', '2'), 'unexplained'],
    [`${lost.filter((line) => !line.includes('webhook-id')).join('\n')}\n\n${body}`, 'header-lost'],
    [`POST /hooks HTTP/1.1\n${[first, ...lost].join('\n')}\n\n${body}`, ''],
  ]
  const before = await refused.control('GET', '/journal')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  for (const [text, id] of pasted) await finding(refused, text, id)
  await finding(refused, body.replace('1', '2'), 'unexplained')
  await page.locator('.why .diff-line.removed', { hasText: '1' }).waitFor()

  // The page asks its own mock for secrets, and tells it nothing.
  expect(asked.filter((line) => !line.startsWith(`${baseUrl}/__mock/`))).toEqual([])
  const kept = await page.evaluate(async () =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, await indexedDB.databases()]),
  )
  const told = decodeURIComponent(asked.join('\n')) + kept
  const isOfReceiver = (text: string) => text.length < 100 && !headers['webhook-signature']!.includes(text)
  const ofReceiver = pasted.map(([text]) => text.replace(/^"?whsec_/, '')).filter(isOfReceiver)
  expect(ofReceiver.length).toBeGreaterThan(6)
  expect(ofReceiver.filter((text) => told.includes(text))).toEqual([])
  expect(await refused.control('GET', '/journal')).toEqual(before)
  // Nothing is left of it where the field closes.
  await page.getByText('Why does my receiver refuse it?').click()
  await page.getByText('Why does my receiver refuse it?').click()
  await expect.poll(() => page.locator('.why textarea').inputValue()).toBe('')
})

inChromium('a receiver whose clock is wrong is told so before anything is pasted', async () => {
  const late = async () =>
    new Response('', { status: 400, headers: { date: 'Sat, 21 Nov 2026 04:00:00 GMT' } })
  const { page } = await refusedAttempt({ fetch: late })
  await page.locator('.why [data-finding="signed-too-long-ago"]').waitFor()
})

import { createReceiver, timestampedHex } from '@event-delivery/sdk/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { serveListener } from '../support/node-server'
import { file, mockSettings, records, run } from './command-line'

const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtMDEyMzQ1Njc4OQ=='
type Options = Parameters<typeof createReceiver>[0]

/** A service with one event, a receiver, and the command that delivers the event to it. */
async function prepare(status?: number, more: Partial<Options> = {}) {
  const env = await mockSettings()
  const [event] = records((await run(['send', 'order.paid', '--data', '{"order":1042}', '--json'], env)).out)
  const handled: unknown[] = []
  const receive = createReceiver({ secret, otherwise: (one) => void handled.push(one), ...more })
  const { baseUrl } = await serveListener(
    (incoming, outgoing) =>
      status === undefined
        ? void receive.node(incoming, outgoing)
        : void outgoing.writeHead(status).end('not now'),
    { until: onTestFinished },
  )
  const id = event!['id'] as string
  const secretFile = await file('webhook.secret', `${secret}\n`)
  const resend = (...flags: string[]) =>
    run(['events', 'resend', id, '--to', `${baseUrl}/hooks`, '--secret-file', secretFile, ...flags], env)
  return { env, id, event, handled, url: baseUrl, resend }
}

test('events resend signs the event and delivers it, and creates none', async () => {
  const { env, event, id, handled, resend } = await prepare()
  const { status, out, err } = await resend()
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(new RegExp(`204 +\\d+ ms {2}order\\.paid {2}${id}`))
  expect(out).not.toContain('whsec_')
  expect(handled).toEqual([event])
  expect(records((await run(['events', 'list', '--json'], env)).out)).toHaveLength(1)
  const again = records((await resend('--json')).out)
  expect(again).toMatchObject([{ kind: 'delivery', event: { id, type: 'order.paid' }, status: 204 }])
})

test('events resend takes the secret from the environment, and another scheme', async () => {
  const { env, id, url, handled } = await prepare(undefined, { scheme: timestampedHex() })
  const args = ['events', 'resend', id, '--to', url, '--scheme', 'timestamped-hex']
  expect((await run(args, { ...env, EVENT_DELIVERY_WEBHOOK_SECRET: secret })).status).toBe(0)
  expect(handled).toHaveLength(1)
})

test.each([
  [503, 'not now'],
  [302, 'a redirect, which is not followed: forward to the right URL'],
])('an answer of %i is printed, not repeated, and ends events resend with status 1', async (code, told) => {
  const { resend } = await prepare(code)
  const { status, out } = await resend()
  expect(status).toBe(1)
  expect(out).toMatch(new RegExp(`${code} .* ${told}\n$`))
  expect(out.trim().split('\n')).toHaveLength(1)
})

test.each([
  [true, 'nothing listens at http://127'],
  [false, 'the receiver closed the connection without an answer'],
])('a receiver that does not answer ends events resend with status 3 (%s: %s)', async (isGone, told) => {
  const { env, id } = await prepare()
  const until = onTestFinished
  const { baseUrl, close } = await serveListener((_, response) => response.destroy(), { until })
  if (isGone) await close()
  const args = ['events', 'resend', id, '--to', baseUrl, '--secret', secret]
  const { status, out } = await run(args, env)
  expect([status, out]).toEqual([3, expect.stringContaining(told)])
})

const to = '--to http://127.0.0.1:1'

test.each([
  [
    'without a URL',
    `--secret ${secret}`,
    2,
    /events resend needs the URL of your receiver, such as --to http/,
  ],
  ['to what is no URL', `--to shop.example --secret ${secret}`, 2, /--to shop\.example must be an http/],
  ['without a secret', to, 2, /events resend needs the secret of the webhook/],
  ['with two secrets', `${to} --secret ${secret} --secret ${secret}`, 2, /one secret/],
  ['with the key for a secret', `${to} --secret sk_test_mock`, 2, /secret/],
  ['of an event that is not there', `${to} --secret ${secret}`, 1, /404 .*Check the id/],
])('events resend %s sends nothing to a receiver', async (_, flags, expected, message) => {
  const args = `events resend evt_none ${flags}`.split(' ')
  const { status, out, err } = await run(args, await mockSettings())
  expect([status, out]).toEqual([expected, ''])
  expect(err).toMatch(message)
  expect(err).not.toContain('sk_test_mock')
})

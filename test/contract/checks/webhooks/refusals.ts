import { checksOf } from '../checks-of'
import { expectRefusal, expectThat, isSuccess } from '../../probes/expect'
import {
  newAddress,
  newWebhookUrl,
  nowhere,
  permittedWebhookKey,
  registeringKeys,
  tryRegistration,
  webhookBase,
  type WebhookInput,
} from '../../probes/webhook-hosts'
import { sampleWebhook } from '../../probes/deletions'
import type { Check, Context } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** URLs that are not HTTPS, up to their path. */
const insecure: readonly { name: string; start: string }[] = [
  { name: 'http', start: 'http://example.com' },
  { name: 'upper-case-http', start: 'HTTP://example.com' },
  { name: 'http-with-https-inside', start: 'http://example.com/https://example.com' },
  { name: 'https-alike', start: 'httpsx://example.com' },
  { name: 'http-on-loopback', start: 'http://localhost' },
  { name: 'http-on-port-443', start: 'http://example.com:443' },
  { name: 'ftp', start: 'ftp://example.com' },
  { name: 'wss', start: 'wss://example.com' },
]

/** Further URLs that are not HTTPS, up to their path. A parser may find another fault in them, so that the message need not speak of HTTPS. */
const otherwiseInsecure: readonly string[] = [
  ...[' http://example.com', 'Http://example.com', 'http:/example.com', 'http:\\\\example.com'],
  ...[
    'http://user:pass@example.com',
    'http://192.0.2.1',
    'http://[2001:db8::1]',
    'http://example.com?https://',
  ],
  ...['ws://example.com', 'file:///example.com', 'javascript:fetch'],
  ...['data:text/plain,', 'https//example.com', '//example.com'],
  // Lists of hosts for development, and of ports, let some through.
  ...['http://example.com:80', 'http://example.com:8080', 'http://example.com:8443', 'http://127.0.0.1:3000'],
  ...['http://10.0.0.1', 'http://hooks.internal', 'http://größe.example', 'http://Hooks.EXAMPLE.com'],
]

/**
 * Registrations with a url over plain HTTP, at a host whose HTTPS URLs the deployment takes: with a query, with a long path, for all events, and with
 * the url of a registered webhook.
 */
async function insecureForms(context: Context): Promise<WebhookInput[]> {
  const { base } = await webhookBase(context)
  const { registered } = await sampleWebhook(context)
  const url = base + newAddress(context)
  const events = [context.unique('type'), context.unique('type')]
  // All live events would go to the one for all events.
  const forAll = base === context.receiverUrl ? base : nowhere
  const forms = [
    { url: `${url}/?tenant=a#part`, events, description: 'A webhook of plain HTTP' },
    { url: `${url}/${'path/'.repeat(60)}`, events: [context.unique('type')] },
    { url: forAll + newAddress(context), events: ['*'] },
    { url: registered.input.url, events: registered.input.events },
  ]
  return forms.map((form) => ({ ...form, url: form.url.replace(/^https/, 'http') }))
}

/** Webhooks that are refused. */
export const webhookRefusalChecks = checksOf(base, [
  ...insecure.map(({ name, start }): Check => ({
    ...base,
    id: `webhook-url-${name}`,
    title: `a url that is not HTTPS is refused: ${name.replaceAll('-', ' ')}`,
    rules: ['WH-2'],
    async run(context) {
      const url = start + newAddress(context)
      const body = { url, events: [context.unique('type')] }
      for (const key of await registeringKeys(context)) {
        const answer = await context.call('createWebhook', { key, body })
        expectRefusal(answer, 'WH-2', `The url ${url}`, { param: 'url', message: /https/i })
      }
    },
  })),
  {
    id: 'webhook-url-otherwise-insecure',
    title: 'no url is taken that is not HTTPS, however it is written',
    rules: ['WH-2'],
    async run(context) {
      const key = await permittedWebhookKey(context)
      const urls = otherwiseInsecure.map((start) => start + newAddress(context))
      const others = urls.map((url) => ({ url, events: [context.unique('type')] }))
      await context.each([...others, ...(await insecureForms(context))], async (body) => {
        const answer = await tryRegistration(context, key, { body })
        const message = `The url ${JSON.stringify(body.url)} was answered by ${answer.status}.`
        expectThat(!isSuccess(answer), 'WH-2', message, { expected: 'a refusal', answer })
      })
    },
  },
  {
    id: 'webhook-events-of-another-kind',
    title: 'a list of event types that holds anything but texts is 400 invalid_request',
    rules: ['ER-3'],
    async run(context) {
      const key = await permittedWebhookKey(context)
      const type = context.unique('kind')
      for (const events of [[type, null], [type, 42], [[type]], { 0: type }]) {
        const body = { url: await newWebhookUrl(context), events }
        const answer = await tryRegistration(context, key, { body })
        expectRefusal(answer, 'ER-3', `A webhook with the events ${JSON.stringify(events)}`)
      }
    },
  },
])

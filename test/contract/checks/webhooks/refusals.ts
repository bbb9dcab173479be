import { expectRefusal } from '../../probes/expect'
import { webhookBase, webhookKey, webhookUrl } from '../../probes/webhooks'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** URLs that are not HTTPS, told by their names. */
const insecure = [
  { name: 'http', url: (address: string) => `http://example.com${address}` },
  { name: 'upper-case-http', url: (address: string) => `HTTP://example.com${address}` },
  {
    name: 'http-with-https-inside',
    url: (address: string) => `http://example.com/https://example.com${address}`,
  },
  { name: 'https-alike', url: (address: string) => `httpsx://example.com${address}` },
  { name: 'http-on-loopback', url: (address: string) => `http://localhost${address}` },
  { name: 'http-on-port-443', url: (address: string) => `http://example.com:443${address}` },
  { name: 'ftp', url: (address: string) => `ftp://example.com${address}` },
  { name: 'wss', url: (address: string) => `wss://example.com${address}` },
] as const

/** What is not registered. */
export const webhookRefusalChecks: readonly Check[] = [
  ...insecure.map(({ name, url }): Check => ({
    ...base,
    id: `webhook-url-${name}`,
    title: `a url that is not HTTPS is refused: ${name.replaceAll('-', ' ')}`,
    rules: ['WH-2'],
    async run(context) {
      const { address } = webhookUrl(context, '')
      const body = { url: url(address), events: [context.unique('type')] }
      const permitted = await permittedKey(context)
      const refusal = { status: 400, code: 'invalid_request', param: 'url', message: /https/i }
      // What holds for live webhooks holds for those of a test key, where it may have any.
      for (const key of [permitted, ...context.eventKeys().filter((one) => one !== permitted)]) {
        const answer = await context.call('createWebhook', { key, body })
        if (key !== permitted && [401, 403].includes(answer.status)) continue
        expectRefusal(answer, { rule: 'WH-2', ...refusal }, `The url ${body.url}`)
      }
    },
  })),
  {
    ...base,
    id: 'webhook-missing-url',
    title: 'without url the answer is 400 invalid_request',
    rules: ['WH-4'],
    async run(context) {
      const body = { events: [context.unique('type')] }
      const answer = await context.call('createWebhook', { key: await permittedKey(context), body })
      expectRefusal(answer, { rule: 'WH-4', status: 400, code: 'invalid_request' }, 'A webhook without url')
    },
  },
  {
    ...base,
    id: 'webhook-missing-events',
    title: 'without events the answer is 400 invalid_request',
    rules: ['WH-5'],
    async run(context) {
      const key = await permittedKey(context)
      const { base: place } = await webhookBase(context)
      const answer = await context.call('createWebhook', {
        key,
        body: { url: webhookUrl(context, place).url },
      })
      expectRefusal(
        answer,
        { rule: 'WH-5', status: 400, code: 'invalid_request' },
        'A webhook without events',
      )
    },
  },
  {
    ...base,
    id: 'missing-webhook-fields-are-named',
    title: 'a refusal for a missing url or events names it in param',
    rules: ['ER-6'],
    level: 'should',
    async run(context) {
      const key = await permittedKey(context)
      const { base: place } = await webhookBase(context)
      const bodies = [
        { param: 'url', body: { events: [context.unique('type')] } },
        { param: 'events', body: { url: webhookUrl(context, place).url } },
      ]
      for (const { param, body } of bodies) {
        const answer = await context.call('createWebhook', { key, body })
        const refusal = { rule: 'ER-6', status: 400, code: 'invalid_request', param }
        expectRefusal(answer, refusal, `A webhook without ${param}`)
      }
    },
  },
]

/** The key of the run that may register webhooks; `NotApplicable` where a test key may not. */
async function permittedKey(context: Context) {
  await webhookBase(context)
  return webhookKey(context)
}

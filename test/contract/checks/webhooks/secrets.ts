import { checksOf } from '../checks-of'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { discard, newAddress } from '../../probes/webhook-hosts'
import { register } from '../../probes/webhooks'
import { dismiss, expectSample } from '../../probes/deletions'
import { expectThat, idOf, isSuccess, whereOffered } from '../../probes/expect'
import type { Answer } from '../../engine/check'

/** The secret of a webhook: returned once, and its own. */
export const secretChecks = checksOf({ level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] }, [
  {
    id: 'webhook-secret',
    quick: true,
    title: 'the secret begins with whsec_',
    rules: ['WH-11'],
    run: expectSample,
  },
  {
    id: 'webhook-secrets-differ',
    title: 'each webhook has a secret of its own',
    rules: ['WH-13'],
    level: 'should',
    async run(context) {
      const [first, second] = [await register(context), await register(context)]
      const { id, secret } = first.webhook
      const { answer } = second
      expectThat(second.webhook.secret !== secret, 'WH-13', 'Two webhooks have the same secret.', { answer })
      const { key, input } = first
      const body = { url: input.url, events: [context.unique('type')] }
      const same = await context.call('createWebhook', { key, body })
      await dismiss(context, second)
      // The interface does not say whether two webhooks may have one url: the same webhook may have come back.
      const isAnother = isSuccess(same) && idOf(same) !== undefined && idOf(same) !== id
      if (isAnother) await discard(context, key, same)
      await dismiss(context, first)
      const message = 'Two webhooks with one url have the same secret.'
      expectThat(!isAnother || same.fields.secret !== secret, 'WH-13', message, { answer: same })
    },
  },
  {
    id: 'secret-appears-once',
    title: 'the secret appears in the answer to the creation and in no other',
    rules: ['WH-3'],
    async run(context) {
      const [first, second] = [await register(context), await register(context)]
      const { key, webhook } = first
      await context.call('createEvent', { key: context.eventKey(), body: { type: context.unique('secret') } })
      const insecure = { url: `http://example.com${newAddress(context)}`, events: [context.unique('secret')] }
      await context.call('createWebhook', { key, body: insecure })
      // A deployment may retrieve a webhook at this path, though the interface has no such operation.
      const path = `/v1/webhooks/${encodeURIComponent(webhook.id)}`
      const secrets = [first, second].map((one) => one.webhook.secret)
      const expectNoSecret = (answer: Answer) => {
        const isShown = secrets.some((secret) => showsSecret(answer, secret))
        expectThat(!isShown, 'WH-3', 'An answer besides the creation holds a secret.', { answer })
      }
      const isLeaked = secrets[0] !== secrets[1] && second.answer.text.includes(String(secrets[0]))
      const another = 'The answer to a creation holds the secret of another webhook.'
      expectThat(!isLeaked, 'WH-3', another, { answer: second.answer })
      expectNoSecret(await context.send({ method: 'GET', path, key }))
      const listed = await whereOffered(listedWebhooks(context, key))
      listed?.answers.forEach(expectNoSecret)
      expectNoSecret(await context.call('deleteWebhook', { key, path: { id: webhook.id } }))
      await dismiss(context, second)
    },
  },
])

/** The least characters of a signing key that is looked for: a shorter one might be an ordinary word. */
const shortest = 12

/**
 * Whether an answer holds a signing secret, the key in it, or either of them encoded. A hint that leaves most of it out is
 * none of them.
 */
function showsSecret({ headers, text }: Answer, secret: unknown): boolean {
  if (typeof secret !== 'string') return false
  const shown = [text, ...headers.values()].join('\n')
  const folded = withoutSeparators(shown)
  return formsOf(secret).some((form) => shown.includes(form) || folded.includes(withoutSeparators(form)))
}

function formsOf(secret: string): string[] {
  const part = secret.replace(/^whsec_/, '')
  // A hint that hides less than a quarter of a secret hides nothing.
  const most = Math.ceil(part.length * 0.75)
  const texts = [part.slice(0, most), part.slice(-most), [...part].reverse().join('')]
  const bytes = [Buffer.from(secret), Buffer.from(part), Buffer.from(part, 'base64')]
  const forms = [
    ...texts,
    ...texts.map(encodeURIComponent),
    ...bytes.flatMap((one) => [
      one.toString('hex'),
      one.toString('base64').replace(/=+$/, ''),
      one.toString('base64url'),
      Buffer.from(one.toString('base64')).toString('base64').replace(/=+$/, ''),
    ]),
  ]
  return forms.filter((form) => form.length >= shortest)
}

/** A text in one letter case and without what stands between the digits of hex. */
function withoutSeparators(text: string): string {
  return text.toLowerCase().replace(/[\s:-]/g, '')
}

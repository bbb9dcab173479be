import { altered, recalls, successes, type Fetch, type Mutant } from './breakage'

type Json = Record<string, unknown>

/** Mutants of the secrets of webhooks. */
export const secretMutants: readonly Mutant[] = [
  {
    id: 'registration-without-secret',
    rule: 'WH-1',
    title: 'a registration returns no secret',
    break: successes('createWebhook', ({ secret: _, ...webhook }) => webhook),
  },
  {
    id: 'secret-in-the-list',
    rule: 'WH-3',
    title: 'the list of webhooks shows their secrets',
    break: recalls('listWebhooks', ({ data, ...page }, registered) => ({
      ...page,
      data: (data as Json[]).map((webhook) => ({ ...webhook, secret: registered.get(webhook.id)?.secret })),
    })),
  },
  {
    id: 'secret-in-the-deletion',
    rule: 'WH-3',
    title: 'the answer to a deletion repeats the secret',
    break: recalls('deleteWebhook', (result, registered) => ({
      ...result,
      secret: registered.get(result.id)?.secret,
    })),
  },
  {
    id: 'delivery-holds-the-secret',
    rule: 'WH-3',
    title: 'a delivery has the secret of its webhook in a header',
    break: (() => {
      const secrets = new Map<string, string>()
      const { fetch } = successes('createWebhook', (webhook) => {
        secrets.set(String(webhook.url), String(webhook.secret))
        return webhook
      })
      return {
        fetch,
        deliver: (send: Fetch) => async (request: Request) =>
          send(
            await altered(request, {
              headers: (headers) => headers.set('x-webhook-secret', secrets.get(request.url) ?? ''),
            }),
          ),
      }
    })(),
  },
  {
    id: 'secret-without-prefix',
    rule: 'WH-11',
    title: 'the secret has no prefix',
    break: successes('createWebhook', (webhook) => ({ ...webhook, secret: String(webhook.secret).slice(6) })),
  },
  {
    id: 'one-secret-for-all',
    rule: 'WH-13',
    title: 'all webhooks have one secret',
    break: successes('createWebhook', (webhook) => ({
      ...webhook,
      secret: 'whsec_c2FtZS1zZWNyZXQtZm9yLWFsbC13ZWJob29rcw==',
    })),
  },
  {
    id: 'one-url-has-one-secret',
    rule: 'WH-13',
    title: 'two webhooks with one url have one secret',
    break: (() => {
      const secrets = new Map<unknown, unknown>()
      return successes('createWebhook', (webhook) => {
        if (!secrets.has(webhook.url)) secrets.set(webhook.url, webhook.secret)
        return { ...webhook, secret: secrets.get(webhook.url) }
      })
    })(),
  },
]

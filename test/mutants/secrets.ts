import {
  alterRequest,
  changeKnowingWebhooks,
  changeSuccesses,
  errorResponse,
  operationOf,
  remembering,
  type Breakage,
  type Fetch,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

/** Mutants of the secrets of webhooks. */
export const secretMutants: readonly Mutant[] = [
  {
    id: 'registration-without-secret',
    rule: 'WH-1',
    title: 'a registration returns no secret',
    break: changeSuccesses('createWebhook', ({ secret: _, ...webhook }) => webhook),
  },
  {
    id: 'secret-in-the-list',
    rule: 'WH-3',
    title: 'the list of webhooks shows their secrets',
    break: changeKnowingWebhooks('listWebhooks', ({ data, ...page }, registered) => ({
      ...page,
      data: (data as Json[]).map((webhook) => ({ ...webhook, secret: registered.get(webhook.id)?.secret })),
    })),
  },
  {
    id: 'signing-key-in-the-list',
    rule: 'WH-3',
    title: 'the list of webhooks shows the part of the secret after its prefix',
    break: changeKnowingWebhooks('listWebhooks', ({ data, ...page }, registered) => ({
      ...page,
      data: (data as Json[]).map((webhook) => ({
        ...webhook,
        key: (registered.get(webhook.id)?.secret as string | undefined)?.slice(6),
      })),
    })),
  },
  {
    id: 'secret-in-a-header',
    rule: 'WH-3',
    title: 'a header of each answer shows the last secret',
    break: lastSecret((response, secret) => {
      const headers = new Headers(response.headers)
      headers.set('x-debug', secret)
      return new Response(response.body, { status: response.status, headers })
    }),
  },
  {
    id: 'secret-in-a-refused-registration',
    rule: 'WH-3',
    title: 'the refusal of a registration shows the last secret',
    break: lastSecret((response, secret, operation) =>
      operation === 'createWebhook' && response.status === 400
        ? errorResponse(400, 'invalid_request', `The URL must use HTTPS, unlike that of ${secret}.`, 'url')
        : response,
    ),
  },
  {
    id: 'secret-in-the-deletion',
    rule: 'WH-3',
    title: 'the answer to a deletion repeats the secret',
    break: changeKnowingWebhooks('deleteWebhook', (result, registered) => ({
      ...result,
      secret: registered.get(result.id)?.secret,
    })),
  },
  {
    id: 'delivery-holds-the-secret',
    rule: 'WH-3',
    title: 'a delivery has the secret of its webhook in a header',
    break: () => {
      const secrets = new Map<string, string>()
      const { fetch } = changeSuccesses('createWebhook', (webhook) => {
        secrets.set(String(webhook.url), String(webhook.secret))
        return webhook
      })()
      return {
        fetch,
        deliver: (send: Fetch) => async (request: Request) =>
          send(
            await alterRequest(request, {
              headers: (headers) => headers.set('x-webhook-secret', secrets.get(request.url) ?? ''),
            }),
          ),
      }
    },
  },
  {
    id: 'secret-without-prefix',
    rule: 'WH-11',
    title: 'the secret has no prefix',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      secret: String(webhook.secret).slice(6),
    })),
  },
  {
    id: 'one-secret-for-all',
    rule: 'WH-13',
    title: 'all webhooks have one secret',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      secret: 'whsec_c2FtZS1zZWNyZXQtZm9yLWFsbC13ZWJob29rcw==',
    })),
  },
  {
    id: 'one-url-has-one-secret',
    rule: 'WH-13',
    title: 'two webhooks with one url have one secret',
    break: remembering(() => {
      const secrets = new Map<unknown, unknown>()
      return changeSuccesses('createWebhook', (webhook) => {
        if (!secrets.has(webhook.url)) secrets.set(webhook.url, webhook.secret)
        return { ...webhook, secret: secrets.get(webhook.url) }
      })
    }),
  },
]

/** Changes the answers that follow the registration of a webhook by its secret. */
function lastSecret(
  change: (response: Response, secret: string, operation: string | undefined) => Response,
): Breakage {
  return () => {
    let secret: string | undefined
    return {
      fetch: (send) => async (request) => {
        const operation = operationOf(request)
        const response = await send(request)
        const shown = secret === undefined ? response : change(response, secret, operation)
        if (operation === 'createWebhook' && response.status === 201)
          secret = String(((await response.clone().json()) as Json).secret)
        return shown === response || response.status !== 201 ? shown : response
      },
    }
  }
}

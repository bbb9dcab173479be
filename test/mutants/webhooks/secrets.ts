import {
  alterRequest,
  changeKnowingWebhooks,
  changeSuccesses,
  errorResponse,
  remembering,
} from '../../support/breakage'
import { breakWebhooks } from '../../support/breakage-webhooks'
import { changeText, itemsOf, registers, setFields, withHeader, type Json } from '../changes'
import { mutantTable } from '../table'
import type { Breakage } from '../../support/breakage'

/** Changes the answers that follow the registration of a webhook, knowing its secret. */
function changeKnowingLastSecret(
  change: (response: Response, secret: string, request: Request) => Response,
): Breakage {
  return breakWebhooks((all) => ({
    async fetch(request, answer) {
      const response = await answer(request.clone())
      const isAnother = registers(request) && response.status === 201
      const last = isAnother ? undefined : all.at(-1)
      return last ? change(response, last.secret, request) : response
    },
  }))
}

/** Adds something of a webhook's secret to each webhook of the list. */
const changeListed = (addition: (secret: string | undefined) => Json) =>
  changeKnowingWebhooks('listWebhooks', (page, registered) => ({
    ...page,
    data: itemsOf(page).map((webhook) => ({
      ...webhook,
      ...addition(registered.get(webhook.id)?.secret as string | undefined),
    })),
  }))

/** Mutants of the secrets of webhooks. */
export const secretMutants = mutantTable({
  'WH-3': {
    'secret-in-the-list': changeListed((secret) => ({ secret })),
    // The list shows the part of the secret after its prefix.
    'signing-key-in-the-list': changeListed((secret) => ({ key: secret?.slice(6) })),
    'most-of-the-secret-in-the-list': changeListed((secret) => ({ hint: secret?.slice(0, -4) })),
    'secret-in-the-next-registration': remembering(() => {
      let before: unknown
      return changeSuccesses('createWebhook', (webhook) => {
        const shown = before === undefined ? webhook : { ...webhook, others: [before] }
        before = webhook.secret
        return shown
      })
    }),
    'secret-in-a-header': changeKnowingLastSecret((response, secret) =>
      withHeader(response, 'x-debug', secret),
    ),
    'secret-in-a-refused-registration': changeKnowingLastSecret((response, secret, request) =>
      registers(request) && response.status === 400
        ? errorResponse(400, 'invalid_request', `The URL must use HTTPS, unlike that of ${secret}.`, 'url')
        : response,
    ),
    'secret-in-the-deletion': changeKnowingWebhooks('deleteWebhook', (result, registered) => ({
      ...result,
      secret: registered.get(result.id)?.secret,
    })),
    'delivery-holds-the-secret': breakWebhooks(() => ({
      async deliver(delivery, { secret }, send) {
        const telling = { headers: (headers: Headers) => headers.set('x-webhook-secret', secret) }
        return send(await alterRequest(delivery, telling))
      },
    })),
  },
  'WH-11': {
    'secret-without-prefix': changeText('createWebhook', 'secret', (secret) => secret.slice(6)),
  },
  'WH-13': {
    'one-secret-for-all': setFields('createWebhook', {
      secret: 'whsec_c2FtZS1zZWNyZXQtZm9yLWFsbC13ZWJob29rcw==',
    }),
    'one-url-has-one-secret': remembering(() => {
      const secrets = new Map<unknown, unknown>()
      return changeSuccesses('createWebhook', (webhook) => {
        if (!secrets.has(webhook.url)) secrets.set(webhook.url, webhook.secret)
        return { ...webhook, secret: secrets.get(webhook.url) }
      })
    }),
  },
})

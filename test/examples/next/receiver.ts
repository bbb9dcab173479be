import { createReceiver, type ReceiverOptions, WebhookVerificationError } from '@event-delivery/sdk/webhooks'

/** A receiver that prints what it handles and refuses, for the process that judges it. */
export const printing = (route: string, options: Partial<ReceiverOptions> = {}) =>
  createReceiver({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    otherwise: ({ type }) => console.log(JSON.stringify({ route, seen: type })),
    onError(error) {
      const code = error instanceof WebhookVerificationError ? error.code : undefined
      console.log(JSON.stringify({ route, error: { code, message: String(error) } }))
    },
    ...options,
  })

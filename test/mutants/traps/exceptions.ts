import type { Dialect } from '../../../generated/dialect'
import { alterRequest, usesTestKey, type Breakage, type Mutant } from '../../support/breakage'
import {
  breakWebhooks,
  deliveryOf,
  isFor,
  signedAnew,
  type KnownWebhook,
} from '../../support/breakage-webhooks'
import { changeBody, changeQuery, changeStatus, creates, jsonOf, refuse, setFields } from '../changes'
import { mutantTable } from '../table'
import { crash } from '../errors/crashes'

/** Breaks a service once it has answered so many requests. */
const after =
  (most: number, breakage: Breakage): Breakage =>
  (clock) => {
    let count = 0
    const broken = breakage(clock).fetch
    return { fetch: (send) => (request) => ((count += 1) > most && broken ? broken(send) : send)(request) }
  }

/** Cuts the last letter off a text that is as long as a dialect lets it be. */
const cutAtLimit = (
  operation: 'createEvent' | 'createWebhook',
  field: string,
  dialect: Dialect,
): Breakage => {
  const isLongest = (text: unknown) => Object.values(dialect).includes(String(text).length)
  const cut = changeBody(operation, (body) =>
    isLongest(body[field]) ? { ...body, [field]: String(body[field]).slice(0, -1) } : body,
  )
  return (clock) => ({ ...cut(clock), options: { dialect } })
}

/** Takes each request for one of the API key that came last. */
const sharedKey: Breakage = () => {
  let latest = ''
  return {
    fetch: (send) => async (request) => {
      latest = request.headers.get('authorization') ?? ''
      await new Promise((resolve) => setImmediate(resolve))
      return send(await alterRequest(request, { headers: (headers) => headers.set('authorization', latest) }))
    },
  }
}

/** Delivers events besides to a standing webhook to whose URL another webhook subscribed them. */
const deliverByUrl = (isOther: (other: KnownWebhook, webhook: KnownWebhook) => boolean): Breakage =>
  breakWebhooks((all) => ({
    async fetch(request, answer, deliver) {
      const response = await answer(request.clone())
      if (!creates(request) || !response.ok || usesTestKey(request)) return response
      const event = await jsonOf(response)
      const isMeant = (one: KnownWebhook) =>
        all.some((other) => other.url === one.url && isOther(other, one) && isFor(other, event))
      for (const one of all.filter((each) => !each.isDeleted && !isFor(each, event) && isMeant(each))) {
        await deliver(
          await signedAnew(deliveryOf(event, one.url, { 'webhook-timestamp': '1795000000' }), one),
        )
      }
      return response
    },
  }))

/** Mutants that go wrong at an exact size, beside another key or URL, in the second half of a run, and where a request is written otherwise. */
export const exceptionMutants: readonly Mutant[] = mutantTable(
  {
    'AU-3': { 'after500-requests-401-is-403': after(500, changeStatus(undefined, 401, 403)) },
    'AU-7 PG-6': { 'modes-share-the-latest-key': sharedKey },
    'DL-2': {
      'types-of-one-url-are-joined': deliverByUrl((other, one) => !other.isDeleted && other !== one),
      'types-of-a-deleted-webhook-come-back': deliverByUrl((other) => other.isDeleted),
    },
    'ER-5': {
      'blanks-in-a-key-are-500': refuse(
        ({ headers }) => / .* /.test(headers.get('authorization') ?? ''),
        crash,
      ),
      'two-cursors-are-500': refuse(({ url }) => url.split('cursor=').length > 2, crash),
    },
    'EV-8': {
      'type-at-its-limit-is-cut': cutAtLimit('createEvent', 'type', { maxTypeLength: 255 }),
    },
    'PG-2': {
      'limit-behind-a-cursor-is-ignored': changeQuery((query) => {
        if ([...query.keys()][0] === 'cursor') query.delete('limit')
      }),
    },
    'PG-4': {
      'after900-requests-no-page-has-more': after(900, setFields('listEvents', { hasMore: false })),
    },
    'WH-7': {
      'description-at-its-limit-is-cut': cutAtLimit('createWebhook', 'description', {
        maxDescriptionLength: 255,
      }),
    },
  },
  { mode: 'full', family: 'exceptions' },
)

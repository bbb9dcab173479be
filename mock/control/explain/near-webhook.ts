import { parseUrl } from '../../../src/core/url'
import { eachItem } from '../../state/each-item'
import type { PageQuery } from '../../store/records'
import { kindOf } from './near-body'
import { wrongKind } from './near-field'
import { fieldOf, shownValue, type Finders, type NearMiss, type RefusedCase } from './refused-case'

/** The near misses of webhooks whose URL or types are wrong. */
export const nearWebhook = {
  invalidEvents(refused) {
    const sent = fieldOf(refused, 'events')
    if (typeof sent === 'string') {
      const types = sent.split(/\s*,\s*/).filter(Boolean)
      return wrongKind('events', sent, 'an array of types', JSON.stringify(types))
    }
    const stray: unknown = Array.isArray(sent) ? sent.find((type) => typeof type !== 'string') : undefined
    if (stray === undefined) return wrongKind('events', sent, 'an array of types')
    const text = shownValue(stray)
    const hint = `An element of events is ${kindOf(stray)}, and has to be a string.`
    return { field: 'events', sent: text, right: JSON.stringify(text), hint }
  },
  emptyEvents: nearEvents,
  duplicateEvents: nearEvents,
  mixedEvents: nearEvents,

  insecureUrl(refused) {
    const sent = String(fieldOf(refused, 'url'))
    const right = sent.replace(/^[a-z][a-z0-9+.-]*:/i, 'https:')
    const host = parseUrl(sent)?.host
    return {
      ...{ field: 'url', sent, right },
      hint: `Webhooks use HTTPS. For a receiver on this machine, register an https URL and forward it: --forward ${right}=${sent}, or start the mock with --webhook ${sent}${host ? '' : '/hooks'}.`,
    }
  },
  invalidUrl(refused) {
    const value = fieldOf(refused, 'url')
    if (typeof value !== 'string') return wrongKind('url', value, 'a string')
    const bare = value.replace(/[\s\p{Cc}]/gu, '')
    const right = [bare, `https://${bare.replace(/^\/+/, '')}`].find(
      (one) => /^https:\/\/[^/]/i.test(one) && parseUrl(one),
    )
    const hint =
      bare !== value
        ? 'A URL holds no white space and no control characters.'
        : 'A URL names scheme and host: https://shop.example/hooks.'
    return { field: 'url', sent: shownValue(value), right: right && shownValue(right), hint }
  },
  webhookHost: (refused) => ({
    ...{ field: 'url', sent: shownValue(fieldOf(refused, 'url')), right: 'https://shop.example/hooks' },
    hint: 'The dialect takes public hosts alone. Register a public URL, and forward it to the receiver on this machine.',
  }),
  async duplicateUrl(refused, { state: { store } }) {
    const sent = fieldOf(refused, 'url')
    const webhooks = (page: PageQuery) => store.webhooks(refused.mode ?? 'live', page)
    for await (const { id, url } of eachItem(webhooks, 'newest-first')) {
      const hint = `The webhook ${id} has this URL. Delete it first, or use another URL.`
      if (url === sent) return { field: 'url', sent: shownValue(sent), hint }
    }
    return undefined
  },
} satisfies Finders

/** Finds the nearest list of types to one that is empty, holds a type twice or mixes `*` with others. */
function nearEvents(refused: RefusedCase): NearMiss {
  const sent = fieldOf(refused, 'events')
  const types = Array.isArray(sent) ? sent.filter((type) => typeof type === 'string') : []
  const right = types.length === 0 || types.includes('*') ? ['*'] : [...new Set(types)]
  return {
    ...{ field: 'events', sent: shownValue(sent), right: JSON.stringify(right) },
    hint:
      types.length === 0
        ? 'Name at least one type, or all of them by *.'
        : types.includes('*')
          ? 'The element * means all types, and stands alone.'
          : 'Each type stands in events once.',
  }
}

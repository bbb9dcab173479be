import {
  alterRequest,
  changeResponses,
  changeSuccesses,
  usesTestKey,
  withBody,
  withStatus,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { addresses, changeBody, itemsOf, jsonOf, registers, type Json } from '../changes'
import { isForAll } from '../diversions'
import { mutantTable, rulesOf } from '../table'
import { ofFamily } from './trap'

const toHttps = (json: Json): Json => ({ ...json, url: String(json.url).replace(/^http:/i, 'https:') })
const isInsecure = ({ url }: Json) => /^http:/i.test(String(url))
const typesOf = ({ events }: Json) => (Array.isArray(events) ? (events as unknown[]) : [])

/** Takes URLs over plain HTTP in registrations of some form. */
const takeInsecure = (concerns: (json: Json) => boolean): Breakage =>
  changeBody('createWebhook', (json) => (isInsecure(json) && concerns(json) ? toHttps(json) : json))

const insecureAt = (pattern: RegExp) => takeInsecure(({ url }) => pattern.test(String(url)))

/** Takes a URL over plain HTTP where one over HTTPS led to the same place before. */
const insecureTwins =
  (placeOf: (url: string) => string): Breakage =>
  () => {
    const known = new Set<string>()
    const note = changeBody('createWebhook', (json) => {
      const place = placeOf(String(json.url))
      if (isInsecure(json)) return known.has(place) ? toHttps(json) : json
      known.add(place)
      return json
    })
    return note()
  }

/** Refuses some registrations, and keeps in their place what `keep` makes of them: no list shows it, and it gets events. */
const refusedAndKept = (concerns: (json: Json) => boolean, keep: (json: Json) => Json): Breakage => {
  const lists = addresses('listWebhooks')
  return () => {
    const hidden = new Set<unknown>()
    return {
      fetch: (send) => async (request) => {
        const json = registers(request) ? await jsonOf(request) : {}
        const response = await send(request.clone())
        if (registers(request) && response.status === 400 && concerns(json)) {
          const kept = await send(await alterRequest(request, { body: keep }))
          hidden.add((await jsonOf(kept)).id)
        }
        if (!lists(request) || !response.ok) return response
        const page = await jsonOf(response)
        return withBody(response, { ...page, data: itemsOf(page).filter(({ id }) => !hidden.has(id)) })
      },
    }
  }
}

/** Answers some registrations by another status. */
const answerBy = (concerns: (webhook: Json, isTest: boolean) => boolean, status: number): Breakage =>
  changeResponses('createWebhook', async (response, request) =>
    response.status === 201 && concerns(await jsonOf(response), usesTestKey(request))
      ? withStatus(response, status)
      : response,
  )

/** The forms of a webhook under which it is registered wrongly. */
const forms: Readonly<Record<string, (webhook: Json, isTest: boolean) => boolean>> = {
  'for-all-events': isForAll,
  'with-a-description': ({ description }) => typeof description === 'string',
  'of-several-types': (webhook) => typesOf(webhook).length > 1,
  'with-a-query': ({ url }) => String(url).includes('?'),
  'of-a-test-key': (_webhook, isTest) => isTest,
}

/** How a new webhook is shown wrongly. */
const faults: Readonly<Record<string, readonly [rules: string, fields: Json]>> = {
  'is-pending': ['WH-10 WH-1', { status: 'pending' }],
  'has-an-unusual-secret': ['WH-11 WH-1', { secret: 'sec_bm90LW9mLXRoaXMtd2ViaG9vaw==' }],
  'has-no-secret': ['WH-1 WH-11', { secret: undefined }],
  'is-of-1970': ['WH-12 WH-1', { created: '1970-01-01T00:00:00.000Z' }],
  'has-another-type': ['WH-9 WH-6', { events: ['another'] }],
  'has-another-description': ['WH-7 WH-1', { description: 'Another' }],
}

const shownWrongly = Object.entries(forms).flatMap(([form, concerns]) =>
  Object.entries(faults).map(([fault, [rules, fields]]): Mutant => ({
    ...{ id: `webhook-${form}-${fault}`, ...rulesOf(rules), mode: 'full' },
    break: changeSuccesses('createWebhook', (webhook, { request }) =>
      concerns(webhook, usesTestKey(request)) ? { ...webhook, ...fields } : webhook,
    ),
  })),
)

/** Mutants that look at a part of a registration before they look at the rest. */
export const brokenRegistrations = ofFamily('registrations by their form', [
  ...shownWrongly,
  ...mutantTable(
    {
      'WH-2': {
        'insecure-for-all-events': takeInsecure(isForAll),
        'insecure-with-a-description': takeInsecure(({ description }) => description !== undefined),
        'insecure-of-several-types': takeInsecure((json) => typesOf(json).length > 1),
        'insecure-with-a-query': insecureAt(/\?\w+=/),
        'insecure-with-a-fragment': insecureAt(/#/),
        'insecure-and-long': insecureAt(/.{256}/),
        'insecure-at-port-80': insecureAt(/^http:\/\/[^/]+:80\//i),
        'insecure-at-port-8080': insecureAt(/^http:\/\/[^/]+:8080/i),
        'insecure-at-port-8443': insecureAt(/^http:\/\/[^/]+:8443/i),
        'insecure-at-127': insecureAt(/^http:\/\/127\./i),
        'insecure-at-a-private-address': insecureAt(/^http:\/\/(10|192\.168)\./i),
        'insecure-at-an-internal-host': insecureAt(/^http:\/\/[^/]+\.(local|internal)\b/i),
        'insecure-host-beyond-ascii': insecureAt(/^http:\/\/[^/]*[^ -~]/i),
        'insecure-host-in-capitals': insecureAt(/^http:\/\/[^/]*[A-Z]/),
        'insecure-at-a-known-host': insecureTwins((url) => url.split('/')[2] ?? ''),
        'insecure-twin-of-a-known-url': insecureTwins((url) => url.replace(/^\w+:/, '')),
      },
    },
    { mode: 'non-disruptive' },
  ),
  ...mutantTable(
    {
      'WH-1': {
        'many-types-are-202': answerBy((webhook) => typesOf(webhook).length > 3, 202),
        'registration-of-a-test-key-is-200': answerBy((_webhook, isTest) => isTest, 200),
      },
      'WH-2': { 'refused-insecure-webhook-is-kept': refusedAndKept(isInsecure, toHttps) },
      'WH-5': {
        'refused-webhook-without-types-gets-all': refusedAndKept(
          ({ events, url }) => events === undefined && String(url).startsWith('https:'),
          (json) => ({ ...json, events: ['*'] }),
        ),
      },
      'ER-3': {
        'refused-webhook-keeps-its-good-types': refusedAndKept(
          (json) => !isInsecure(json) && typesOf(json).some((type) => typeof type === 'string'),
          (json) => ({ ...json, events: typesOf(json).filter((type) => typeof type === 'string') }),
        ),
      },
    },
    { mode: 'full' },
  ),
])

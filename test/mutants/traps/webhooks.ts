import { parseUrl } from '../../../src/core/url'
import { changeSuccesses, type Mutant } from '../../support/breakage'
import { breakWebhooks, sentTo } from '../../support/breakage-webhooks'
import { changeText } from '../changes'
import { ofFamily, pick, traps, without, type Trap } from './trap'
import { notOfShortTexts, textTraps } from './texts'

/** Changes the URL that a text is; a text that is none stays. */
const url = (change: (url: URL) => void) => (text: string) => {
  if (!parseUrl(text)) return text
  const changed = new URL(text)
  change(changed)
  return changed.href
}

const sorted = (query: URLSearchParams) => [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** Changes that broken services make to URLs. */
const urlTraps: readonly Trap<string>[] = [
  ...pick(textTraps, 'cut-at-128 cut-at-255 in-lower-case percent-decoded html-escaped'),
  ...traps<string>({
    'without-query': url((one) => (one.search = '')),
    'with-a-sorted-query': url((one) => (one.search = String(new URLSearchParams(sorted(one.searchParams))))),
    'with-single-parameters': url(
      (one) => (one.search = String(new URLSearchParams(Object.fromEntries(one.searchParams)))),
    ),
    'without-its-last-slash': url((one) => (one.pathname = one.pathname.replace(/\/$/, ''))),
    'with-a-slash-at-the-end': url((one) => (one.pathname = one.pathname.replace(/\/?$/, '/'))),
    'with-single-slashes': url((one) => (one.pathname = one.pathname.replace(/\/+/g, '/'))),
  }),
]

/** A port has no effect within a process, so that only the answer can lose it. */
const portTrap = traps<string>({ 'without-port': url((one) => (one.port = '')) })

const ofAnswer = (field: string, rule: string, from: readonly Trap<string>[]): Mutant[] =>
  from.map(({ name, change }) => ({
    ...{ id: `${field}-${name}`, rule, mode: 'non-disruptive' },
    break: changeText('createWebhook', field, change),
  }))

/** Changes the types that a registration returns. */
const ofTypes = (from: readonly Trap<string[]>[]): Mutant[] =>
  from.map(({ name, change }) => ({
    ...{ id: `events-${name}`, rule: 'WH-9', mode: 'non-disruptive' },
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      events: change(webhook.events as string[]),
    })),
  }))

const eachType = ({ name, change }: Trap<string>): Trap<string[]> => ({
  name,
  change: (types) => types.map(change),
})

const typeTraps = pick(
  textTraps,
  'cut-at-64 cut-at-128 cut-at-255 trimmed-at-its-start trimmed-at-its-end with-single-blanks',
  'in-lower-case in-upper-case without-accents composed decomposed without-astral-letters',
  'with-question-marks html-escaped percent-decoded plus-is-a-blank',
)

const typesTraps = traps<string[]>({
  'of-ten': (types) => types.slice(0, 10),
  'of-a-hundred': (types) => types.slice(0, 100),
  joined: (types) => [types.join(',')],
  'split-at-commas': (types) => types.flatMap((type) => type.split(',')),
})

/** Mutants that alter what a registration returns. */
export const alteredWebhooks = ofFamily('altered webhooks', [
  ...ofAnswer(
    'description',
    'WH-7',
    without(textTraps, notOfShortTexts, 'empty-as-null null-by-name percent-decoded plus-is-a-blank'),
  ),
  ...ofAnswer('url', 'WH-9', [...urlTraps, ...portTrap]),
  ...ofTypes([...typeTraps.map(eachType), ...typesTraps]),
])

/** Mutants whose deliveries go to another URL than the one that was registered. */
export const alteredAddresses = ofFamily(
  'altered addresses',
  urlTraps.map(({ name, change }) => ({
    ...{ id: `delivered-url-${name}`, rule: 'DL-4', mode: 'full' },
    break: breakWebhooks(() => ({
      deliver: async (delivery, webhook, send) => send(await sentTo(delivery, String(change(webhook.url)))),
    })),
  })),
)

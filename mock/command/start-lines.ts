import { planWords, reachable, sampleCurl, sizeWords, type ShownWebhook, type Start } from './start'
import type { Paint } from './paint'
import { printable } from './printable'

type Row = [name: string, ...lines: string[]]

/** The start for people: where the mock listens, what it plays, and a command line to try. */
export function startText(start: Start, paint: Paint): string {
  const { baseUrl, ca } = start
  const trust = ca === undefined ? '' : `, trust ${printable(ca)}`
  const first = `Listening on ${paint('bold', baseUrl)}${trust}`
  return [first, '', ...rows(start, paint), '', `  ${printable(sampleCurl(start), 4_000)}`, ''].join('\n')
}

function rows({ baseUrl, backend }: Start, paint: Paint): string[] {
  const staticRow: Row = [
    'plays',
    "Prism's mock of the document, which remembers nothing and has no inspector",
  ]
  const table = backend ? rowsOf(baseUrl, backend) : [staticRow]
  const width = Math.max(...table.map(([name]) => name.length)) + 2
  return table.flatMap(([name, ...lines]) =>
    lines.map((line, index) => {
      const head = index === 0 ? name : ''
      return `  ${paint('dim', head.padEnd(width))}${printable(line, 2_000)}`
    }),
  )
}

function rowsOf(baseUrl: string, backend: NonNullable<Start['backend']>): Row[] {
  const { keys, wantsToken, plan, dialect, maxMemory, webhooks, forwards } = backend
  const token = wantsToken ? ' (wants the token of EVENT_DELIVERY_MOCK_TOKEN)' : ''
  const width = Math.max(0, ...keys.map(({ key }) => key.length)) + 2
  return [
    ['inspector', `${reachable(baseUrl)}/__mock${token}`],
    ['keys', ...keys.map(({ key, name }) => `${key.padEnd(width)}${name}`.trimEnd())],
    ['plan', planWords(plan)],
    ['dialect', dialect && Object.keys(dialect).length > 0 ? JSON.stringify(dialect) : 'the default one'],
    ['memory', `at most ${sizeWords(maxMemory)} of data`],
    ...webhooks.map((webhook): Row => ['webhook', ...webhookLines(webhook)]),
    ...forwards.map(({ from, to }): Row => ['forward', `${from} to ${to}`]),
  ]
}

function webhookLines({ target, url, events, secret }: ShownWebhook): string[] {
  const types = events.includes('*') ? 'every event' : events.join(', ')
  return [
    `${target} gets ${types} of live keys`,
    ...(url === target ? [] : [`registered as ${url}`]),
    `secret ${secret}, the same at each start`,
  ]
}

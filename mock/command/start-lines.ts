import { planWords, reachable, roundWords, sampleCurl, sizeWords } from './start'
import type { ShownStore, ShownWebhook, Start } from './start'
import type { Forward } from '../deliveries/forwards'
import type { Paint } from '../../src/core/commands/paint'
import { excerpt } from '../../src/core/visible'

type Row = [name: string, ...lines: string[]]

/** The start for people: where the mock listens, what it plays, and a command line to try. */
export function startText(start: Start, paint: Paint): string {
  const { baseUrl, ca } = start
  const trust = ca === undefined ? '' : `, trust ${excerpt(ca)}`
  const first = `Listening on ${paint('bold', baseUrl)}${trust}`
  // A process that only delivers does not answer this request.
  const sample = start.backend?.role === 'worker' ? [] : [`  ${excerpt(sampleCurl(start), 4_000)}`, '']
  return [first, '', ...rows(start, paint), '', ...sample].join('\n')
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
      return `  ${paint('dim', head.padEnd(width))}${excerpt(line, 2_000)}`
    }),
  )
}

function rowsOf(baseUrl: string, backend: NonNullable<Start['backend']>): Row[] {
  const { keys, wantsToken, plan, dialect, maxMemory, residentMemory, store, role, webhooks, forwards } =
    backend
  const token = wantsToken ? ' (wants the token of EVENT_DELIVERY_MOCK_TOKEN)' : ''
  const width = Math.max(0, ...keys.map(({ key }) => key.length)) + 2
  const resident = residentMemory === undefined ? '' : `, ${roundWords(residentMemory)} resident at the worst`
  const bound = `at most ${sizeWords(maxMemory)} of ${store ? 'journal' : 'data'}${resident}`
  const kept: Row[] = [...(store ? [storeRow(store)] : []), ['memory', bound]]
  if (role === 'worker') {
    const probes = `${reachable(baseUrl)}/__mock/health and /__mock/metrics`
    return [['role', `worker: delivers, and answers ${probes} alone`], ...kept, ...forwardRows(forwards)]
  }
  return [
    ['inspector', `${reachable(baseUrl)}/__mock${token}`],
    keys.length > 0
      ? ['keys', ...keys.map(({ key, name }) => `${key.padEnd(width)}${name}`.trimEnd())]
      : ['keys', 'those of the store, which the start that planted its data has shown'],
    ['plan', planWords(plan)],
    ['dialect', dialect && Object.keys(dialect).length > 0 ? JSON.stringify(dialect) : 'the default one'],
    ...(role === 'api' ? [['role', 'api: answers, and leaves deliveries to workers'] satisfies Row] : []),
    ...kept,
    ...webhooks.map((webhook): Row => ['webhook', ...webhookLines(webhook)]),
    ...forwardRows(forwards),
  ]
}

function forwardRows(forwards: readonly Forward[]): Row[] {
  return forwards.map(({ from, to }) => ['forward', `${from} to ${to}`])
}

const dataWords: Readonly<Record<ShownStore['data'], string>> = {
  new: 'new data was planted',
  found: 'data of an earlier start was found, and no seed was planted',
  away: 'not reached yet; requests are answered with 503 until it is',
}

function storeRow({ place, schema, data }: ShownStore): Row {
  const where = schema === undefined ? place : `${place}, schema ${schema}`
  return ['store', `${where}: ${dataWords[data]}`]
}

function webhookLines({ target, url, events, secret }: ShownWebhook): string[] {
  const types = events.includes('*') ? 'every event' : events.join(', ')
  return [
    `${target} gets ${types} of live keys`,
    ...(url === target ? [] : [`registered as ${url}`]),
    `secret ${secret}, the same at each start`,
  ]
}

// The script of the inspector. build.ts bundles it into the page.
import { routes } from '../../../generated/routes'
import { deliveryFaultKinds, requestFaultKinds } from '../../faults/fault'
import { createClockDisplay, type ClockReading } from './clock-display'
import { createControlClient } from './control-client'
import { byId, element, onSubmit } from './dom'
import { createJournalList } from './journal-list'
import { readJournal } from './journal-stream'
import { createResourceLists } from './resource-lists'

// Milliseconds of real time. The mock may be restarting.
const reconnectAfter = 1_000
// Milliseconds of real time. Many entries at once cause one refresh.
const refreshAfter = 300

const session = new URLSearchParams(location.search).get('session')
const client = createControlClient(session, () => (byId('token').hidden = false))
const clock = createClockDisplay()
const journal = createJournalList()
const refreshLists = createResourceLists(client, attempt)

/** Runs an action, and shows its error on the page. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  const problem = byId('problem')
  try {
    await work()
    problem.hidden = true
  } catch (error) {
    problem.textContent = (error as Error).message
    problem.hidden = false
  }
}

async function moveClock(path: string, body?: object): Promise<void> {
  clock.show(await client.call<ClockReading>('POST', path, body))
}

async function refresh(): Promise<void> {
  await refreshLists()
  clock.show(await client.call<ClockReading>('GET', '/clock'))
}

async function reset(): Promise<void> {
  const data = session === null ? 'what no session keeps apart' : 'this session'
  const question = `Reset ${data}? All events, webhooks, keys and faults become what they were at the start, and the journal is emptied. The clock and the forwards stay.`
  if (!confirm(question)) return
  await client.call('POST', '/reset')
  journal.clear()
  await refresh()
}

async function follow(refreshSoon: () => void): Promise<void> {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(journal.last) }
  const response = await client.ask('/journal', { headers })
  if (!response.ok || !response.body) throw new Error(`The journal answered ${response.status}.`)
  showLink('live', 'live')
  await readJournal(response.body, (entries) => {
    for (const entry of entries) journal.add(entry)
    refreshSoon()
  })
}

function showLink(text: string, className: string): void {
  Object.assign(byId('link'), { textContent: text, className })
}

/** Follows the journal for as long as the page is open, and connects again whenever the stream ends. */
async function stayLive(): Promise<never> {
  let planned: ReturnType<typeof setTimeout> | undefined
  const refreshSoon = () => {
    planned ??= setTimeout(() => {
      planned = undefined
      void attempt(refresh)
    }, refreshAfter)
  }
  for (;;) {
    await attempt(refresh)
    await follow(refreshSoon).catch(() => {})
    showLink('not connected', '')
    await new Promise((resolve) => setTimeout(resolve, reconnectAfter))
  }
}

/** Creates a resource from the fields of a form, and shows it. */
function createOnSubmit(id: string, path: string, bodyOf: (fields: Record<string, string>) => object) {
  onSubmit(byId<HTMLFormElement>(id), (fields, form) => {
    void attempt(async () => {
      await client.call('POST', path, bodyOf(fields))
      form.reset()
      await refresh()
    })
  })
}

function addOptions(select: string, values: readonly string[]): void {
  const [list] = document.getElementsByName(select)
  list?.append(...values.map((value) => element('option', { textContent: value })))
}

// The kind `status` strikes requests, and deliveries where the fault names a webhook.
addOptions('kind', [...new Set([...requestFaultKinds, ...deliveryFaultKinds])])
addOptions('operation', Object.keys(routes))

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-advance]')) {
  const duration = JSON.parse(button.dataset.advance ?? '{}') as object
  button.onclick = () => attempt(() => moveClock('/clock/advance', duration))
}
byId('freeze').onclick = () => attempt(() => moveClock(clock.frozen ? '/clock/resume' : '/clock/freeze'))
byId('reset').onclick = () => attempt(reset)

createOnSubmit('newKey', '/keys', (fields) => fields)
createOnSubmit('newForward', '/forwards', (fields) => fields)
createOnSubmit('newFault', '/faults', ({ kind, operation, webhook, ...numbers }) => ({
  kind,
  operation: operation || undefined,
  webhook: webhook || undefined,
  ...Object.fromEntries(
    Object.entries(numbers).flatMap(([name, value]) => (value === '' ? [] : [[name, Number(value)]])),
  ),
}))
onSubmit(byId<HTMLFormElement>('token'), ({ token = '' }, form) => {
  client.useToken(token)
  form.hidden = true
  void attempt(refresh)
})

void stayLive()

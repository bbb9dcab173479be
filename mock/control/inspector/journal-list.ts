import type { JournalEntry } from '../../journal/journal'
import { byId, copyButton, element, readable } from './dom'

/** The list of journal entries, the newest one first. */
export interface JournalList {
  add(entry: JournalEntry): void
  clear(): void
  /** Number of the last entry. 0 when there was none. */
  readonly last: number
}

const longestList = 500

export function createJournalList(): JournalList {
  const list = byId('journal')
  const onlyRefused = byId<HTMLInputElement>('refused')
  let last = 0

  const isHidden = (item: HTMLElement) => onlyRefused.checked && item.dataset.tone === 'good'
  onlyRefused.onchange = () => {
    for (const item of list.children as Iterable<HTMLElement>) item.hidden = isHidden(item)
  }

  return {
    add(entry) {
      // When the numbers begin again, the mock has been restarted and the older entries are gone.
      if (entry.number <= last) list.replaceChildren()
      last = entry.number
      const item = itemOf(entry)
      item.hidden = isHidden(item)
      list.prepend(item)
      if (list.children.length > longestList) list.lastElementChild?.remove()
    },
    clear: () => list.replaceChildren(),
    get last() {
      return last
    },
  }
}

/** The colour of an entry: a refusal is odd, a failure is bad. */
function toneOf(entry: JournalEntry): 'good' | 'odd' | 'bad' {
  if (entry.kind === 'notice') return 'odd'
  if (entry.kind === 'request') return entry.status < 400 ? 'good' : entry.status < 500 ? 'odd' : 'bad'
  return { delivered: 'good', failed: 'odd', abandoned: 'bad' }[entry.outcome] as 'good' | 'odd' | 'bad'
}

function itemOf(entry: JournalEntry): HTMLLIElement {
  const tone = toneOf(entry)
  const notes = notesOf(entry)
  const summary = element(
    'summary',
    {},
    element('b', { className: tone, textContent: markOf(entry) }),
    element('span', { textContent: titleOf(entry) }),
    element('time', { textContent: entry.at.slice(11, 23) }),
    ...(notes ? [element('small', { textContent: notes, className: tone })] : []),
  )
  const details = element('details', {}, summary)
  // The details of an entry are made when somebody opens it, because a journal is long.
  details.addEventListener('toggle', () => details.append(...detailsOf(entry)), { once: true })
  const item = element('li', { className: entry.kind }, details)
  item.dataset.tone = tone
  return item
}

/** The status of an entry, in short. */
function markOf(entry: JournalEntry): string {
  return entry.kind === 'notice' ? 'note' : String(entry.status ?? 'none')
}

function titleOf(entry: JournalEntry): string {
  if (entry.kind === 'notice') return entry.message
  if (entry.kind === 'request') return `${entry.method} ${entry.path}`
  const { eventType, forwardedTo, url, attempt } = entry
  return `${eventType} → ${forwardedTo ?? url}${attempt > 1 ? `, attempt ${attempt}` : ''}`
}

function notesOf(entry: JournalEntry): string {
  if (entry.kind === 'notice') return entry.code
  const reasons =
    entry.kind === 'request'
      ? [entry.refusal?.message]
      : [entry.error, entry.retryAt && `again at ${readable(entry.retryAt)}`]
  return [...reasons, entry.fault && `fault ${entry.fault}`].filter(Boolean).join(' · ')
}

function detailsOf(entry: JournalEntry): HTMLElement[] {
  if (entry.kind === 'notice') return [element('pre', { textContent: JSON.stringify(entry, null, 2) })]
  const { curl, ...shown } =
    entry.kind === 'request'
      ? { ...entry, body: asJson(entry.body), answer: asJson(entry.answer) }
      : { ...entry, body: asJson(entry.body), curl: undefined }
  return [
    element('pre', { textContent: JSON.stringify(shown, null, 2) }),
    ...(curl ? [copyButton('Copy as curl', curl)] : []),
    ...(entry.kind === 'delivery' ? [copyButton('Copy body', entry.body)] : []),
  ]
}

/** The value of a JSON text. A text that `JSON.parse` would change, such as a number beyond a double, stays a text. */
function asJson(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

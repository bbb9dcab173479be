import type { ComponentChildren } from 'preact'
import { Chip, type Tone, Visible, VisibleUrl } from '../../ui/text'

/** A thing of a list in a panel: its title, which may be a URL, with a word on its state, notes on it, and its acts. */
export function Item({
  title,
  mark,
  notes,
  children,
}: {
  title: string
  mark?: string
  notes: readonly unknown[]
  children?: ComponentChildren
}) {
  const text = notes
    .filter((note) => note !== undefined && note !== null && note !== '' && note !== false)
    .join(' · ')
  return (
    <li class="card">
      <p class="item-title">
        <VisibleUrl url={title} />
        {mark !== undefined && <Chip tone={toneOf(mark)} text={mark} />}
      </p>
      {text !== '' && (
        <p class="faint">
          <Visible text={text} />
        </p>
      )}
      {children}
    </li>
  )
}

function toneOf(mark: string): Tone {
  return mark === 'live' ? 'good' : mark === 'test' ? 'calm' : 'odd'
}

/** The list of a panel, or the sentence for an empty one. Nothing before the mock has answered, so that no list looks empty by mistake. */
export function Listing({
  label,
  empty,
  items,
}: {
  label: string
  empty: string
  /** `undefined` until the mock has answered. */
  items: readonly ComponentChildren[] | undefined
}) {
  if (items === undefined) return null
  return items.length === 0 ? (
    <p class="faint">{empty}</p>
  ) : (
    <ul class="listing" aria-label={label}>
      {items}
    </ul>
  )
}

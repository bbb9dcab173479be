import type { ComponentChildren } from 'preact'
import { Visible } from '../../ui/visible'

/** A thing of a list in a panel: its title, notes on it, and its acts. */
export function Item({
  title,
  notes,
  children,
}: {
  title: string
  notes: readonly unknown[]
  children?: ComponentChildren
}) {
  const text = notes
    .filter((note) => note !== undefined && note !== null && note !== '' && note !== false)
    .join(' · ')
  return (
    <li class="card">
      <p class="item-title">
        <Visible text={title} />
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

/** The list of a panel, or the sentence for an empty one. */
export function Listing({
  label,
  empty,
  items,
}: {
  label: string
  empty: string
  items: readonly ComponentChildren[]
}) {
  return items.length === 0 ? (
    <p class="faint">{empty}</p>
  ) : (
    <ul class="listing" aria-label={label}>
      {items}
    </ul>
  )
}

/** The failure of a route. */
export function Trouble({ error }: { error: Error | undefined }) {
  return error ? (
    <p class="problem" role="alert">
      <Visible text={error.message} />
    </p>
  ) : null
}

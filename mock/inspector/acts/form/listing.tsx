import type { ComponentChildren } from 'preact'
import { Chip, type Tone, Trouble, Visible, VisibleUrl } from '../../ui/text'

/** The properties of an {@link Item}. */
interface ItemProps {
  title: string
  mark?: string
  notes: readonly unknown[]
  /** The acts. */
  children?: ComponentChildren
  /** What an act has shown. */
  shown?: ComponentChildren
}

/** A thing of a list in a panel: its title, which may be a URL, with a word on its state, notes on it, and its acts. */
export function Item({ title, mark, notes, children, shown }: ItemProps) {
  const text = notes.filter(Boolean).join(' · ')
  return (
    <li class="card">
      <p class="item-title">
        <VisibleUrl url={title} />
        {mark !== undefined && <Chip tone={toneOf(mark)} text={mark} />}
      </p>
      {text !== '' && <Visible as="p" class="faint" text={text} />}
      {children && <div class="acts">{children}</div>}
      {shown}
    </li>
  )
}

function toneOf(mark: string): Tone {
  return mark === 'live' ? 'good' : mark === 'test' ? 'calm' : 'odd'
}

/** The properties of a {@link Listing}. */
interface ListingProps<Thing> {
  label: string
  empty: string
  /** `undefined` until the mock has answered. */
  items: readonly Thing[] | undefined
  error: Error | undefined
  /** Draws one of them, with a key. */
  children: (thing: Thing) => ComponentChildren
}

/** The list of a panel, or the sentence for an empty one. Nothing before the mock has answered, so that no list looks empty by mistake. */
export function Listing<Thing>({ label, empty, items, error, children }: ListingProps<Thing>) {
  return (
    <>
      {items?.length === 0 && <p class="faint">{empty}</p>}
      {items !== undefined && items.length > 0 && (
        <ul class="listing" aria-label={label}>
          {items.map(children)}
        </ul>
      )}
      <Trouble error={error} />
    </>
  )
}

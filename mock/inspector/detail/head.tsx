import type { ComponentChildren } from 'preact'
import { CopyButton } from '../ui/button'
import { Visible } from '../ui/text'

/** The properties of a {@link DetailHead}. */
interface DetailHeadProps {
  title: string
  /** True where the title is a method with a path. */
  isRoute?: boolean
  /** The id of what is open, to be copied. */
  id?: string
  notes: readonly unknown[]
  /** Chips that tell the state of what is open. */
  children?: ComponentChildren
}

/** The title of what is open, its state, its id, and notes such as when it came. */
export function DetailHead({ title, isRoute, id, notes, children }: DetailHeadProps) {
  return (
    <header class="detail-head">
      <div class="head-line">
        <Visible as="h2" class={isRoute ? 'route-title' : ''} text={title} />
        {children}
      </div>
      <p class="faint ids">
        {id !== undefined && (
          <>
            <code>{id}</code>
            <CopyButton label="Copy" name="Copy the id" text={id} />
          </>
        )}
        <span>{notes.filter(Boolean).join(' · ')}</span>
      </p>
    </header>
  )
}

/** Says that the row which the address of the page names does not exist, and why. */
export function Gone({ title, why }: { title: string; why: string }) {
  return (
    <div class="gone">
      <h2>{title}</h2>
      <p class="faint">{why}</p>
    </div>
  )
}

import type { FunctionComponent } from 'preact'

/** A panel of acts, in the menu of the page. */
export interface Panel {
  /** A word of small letters: its place in the address and in ids. */
  id: string
  title: string
  /** The key that opens it: one small letter that no other panel and no key of the list has. */
  shortcut: string
  component: FunctionComponent
  /** Panels of one group stand together in the menu, below its name. */
  group?: string
}

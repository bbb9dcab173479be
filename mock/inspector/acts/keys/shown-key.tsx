import { CopyButton } from '../../ui/copy-button'
import { Visible } from '../../ui/visible'

/** A key that was just made, to be copied into the program that uses it. */
export function ShownKey({ text, note }: { text: string; note?: string }) {
  return (
    <p class="result" role="status">
      <code>
        <Visible text={text} />
      </code>
      <CopyButton label="Copy key" text={text} />
      {note !== undefined && <span class="faint">{note}</span>}
    </p>
  )
}

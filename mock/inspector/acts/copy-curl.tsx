import type { RequestEntry } from '../../journal/entry'
import { CopyButton } from '../ui/copy-button'

/** Copies a request as a command line, or says why there is none. */
export function CopyCurl({ request: { curl, noCurl } }: { request: RequestEntry }) {
  return curl === undefined ? (
    <span class="faint">{noCurl}</span>
  ) : (
    <CopyButton label="Copy as curl" text={curl} />
  )
}

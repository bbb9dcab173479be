import { readable } from '../../text/times'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Visible } from '../../ui/visible'

/** The secret of a webhook, as the mock reveals it. */
export interface ShownSecret {
  secret: string
  /** ISO 8601, UTC: until then the secret before the last rotation signs, too. */
  previousUntil?: string
}

/** A secret that somebody asked to see. It is gone when it is hidden or the panel is closed. */
export function SecretLine({ secret, onHide }: { secret: ShownSecret; onHide: () => void }) {
  return (
    <p class="result" role="status">
      <code>
        <Visible text={secret.secret} />
      </code>
      <CopyButton label="Copy secret" text={secret.secret} />
      <Button tone="quiet" onClick={onHide}>
        Hide
      </Button>
      {secret.previousUntil !== undefined && (
        <span class="faint">The one before signs until {readable(secret.previousUntil)} UTC.</span>
      )}
    </p>
  )
}

import { useState } from 'preact/hooks'
import { Button } from './button'
import { Line, Visible } from './text'

// Headers that every client sends alike tell little, so they are folded.
const telling =
  /^(authorization|content-type|idempotency|prefer|x-mock|webhook-|retry-after|location|ratelimit|x-ratelimit|www-auth|allow$)|signature|-id$/i
// Fewer are shown as they are: folding them would save no line.
const few = 4

/** Header fields from outside: the telling ones, and all on request. */
export function HeaderTable({ headers }: { headers: Readonly<Record<string, string>> }) {
  const [isWhole, setWhole] = useState(false)
  const fields = Object.entries(headers)
  const chosen = fields.filter(([name]) => telling.test(name))
  const shown = isWhole || fields.length <= few || chosen.length === 0 ? fields : chosen
  const hidden = fields.length - shown.length
  if (fields.length === 0) return <p class="faint">No headers.</p>
  return (
    <div class="header-table">
      <dl class="headers">
        {shown.map(([name, value]) => (
          <Line key={name} name={<Visible text={name} />}>
            <Visible text={value} />
          </Line>
        ))}
      </dl>
      {hidden > 0 && (
        <Button tone="quiet" onClick={() => setWhole(true)}>
          {hidden === 1 ? '1 more header' : `${hidden} more headers`}
        </Button>
      )}
    </div>
  )
}

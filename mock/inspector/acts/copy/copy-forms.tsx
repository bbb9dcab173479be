import { useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { Button } from '../../ui/button'
import type { CopyForm } from '../../copy/copies'

/** A menu of the forms in which an entry can be copied. A form that the entry does not have says why. */
export function CopyForms({ label, forms }: { label: string; forms: () => Promise<readonly CopyForm[]> }) {
  const { say } = useApp()
  const [reason, setReason] = useState<string>()

  async function copy(id: string) {
    const form = (await forms()).find((one) => one.id === id)
    const made = form?.make() ?? { reason: 'There is no such form.' }
    setReason('reason' in made ? made.reason : undefined)
    if ('reason' in made) return
    try {
      await navigator.clipboard.writeText(made.text)
      say('Copied.')
    } catch {
      setReason('This browser does not let the page copy.')
    }
  }

  return (
    <div class="copy-forms">
      <span class="faint" aria-hidden="true">
        Copy as
      </span>
      <div class="segments" role="group" aria-label={label}>
        {copyForms.map(([id, words]) => (
          <Button key={id} label={`${label} as ${words}`} onClick={() => void copy(id)}>
            {words}
          </Button>
        ))}
      </div>
      {reason !== undefined && (
        <p class="problem" role="alert">
          {reason}
        </p>
      )}
    </div>
  )
}

const copyForms = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['sdk', 'SDK call'],
  ['test', 'test'],
] as const

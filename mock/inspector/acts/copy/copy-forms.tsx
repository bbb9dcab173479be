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
    <span class="copy-forms" role="group" aria-label={label}>
      <span class="faint">Copy as</span>
      {copyForms.map(([id, words]) => (
        <Button key={id} tone="quiet" label={`${label} as ${words}`} onClick={() => void copy(id)}>
          {words}
        </Button>
      ))}
      {reason !== undefined && (
        <span class="problem" role="alert">
          {reason}
        </span>
      )}
    </span>
  )
}

const copyForms = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['sdk', 'SDK call'],
  ['test', 'test'],
] as const

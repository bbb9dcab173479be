import { useApp } from '../frame/app-context'
import { Button } from './button'

/** Copies a text, and says so. `text` may be made when it is asked for. */
export function CopyButton({
  label,
  name,
  text,
}: {
  label: string
  /** The name of the act, where the label does not say what is copied. */
  name?: string
  text: string | (() => string)
}) {
  const { say } = useApp()
  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      say('Copied.')
    } catch {
      say('This browser does not let the page copy.')
    }
  }
  return (
    <Button tone="quiet" label={name} onClick={() => void copy()}>
      {label}
    </Button>
  )
}

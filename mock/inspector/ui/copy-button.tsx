import { useApp } from '../frame/app-context'
import { Button } from './button'

/** Copies a text, and says so. `text` may be made when it is asked for. */
export function CopyButton({ label, text }: { label: string; text: string | (() => string) }) {
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
    <Button tone="quiet" onClick={() => void copy()}>
      {label}
    </Button>
  )
}

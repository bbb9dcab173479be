import type { ComponentChildren } from 'preact'
import { useApp } from '../frame/app'

/** The properties of a {@link Button}. */
interface ButtonProps {
  children: ComponentChildren
  onClick: () => void
  /**
   * `quiet` has no border, `primary` is what the form is for, `danger` leads to a question because it destroys something, and
   * `destructive` is the answer that does it.
   */
  tone?: 'quiet' | 'primary' | 'danger' | 'destructive'
  /** The name of the act, where the text does not say it: for screen readers, and where the pointer rests. */
  label?: string
  /** More about it, where the pointer rests. */
  title?: string
  disabled?: boolean
  pressed?: boolean
  /** Whether the button has a sign in place of words, so that it is as wide as it is high. */
  icon?: boolean
}

export function Button({ children, onClick, tone, label, title, disabled, pressed, icon }: ButtonProps) {
  return (
    <button
      type="button"
      class={['button', tone, icon && 'icon'].filter(Boolean).join(' ')}
      aria-label={label}
      title={title ?? label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Copies a text, and resolves with the sentence that says whether the browser let the page do so. One over http has no clipboard. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied.'
  } catch {
    return 'This browser does not let the page copy.'
  }
}

/** The properties of a {@link CopyButton}. */
interface CopyButtonProps {
  label: string
  /** The name of the act, where the label does not say what is copied. */
  name?: string
  text: string
}

/** Copies a text, and says so. */
export function CopyButton({ label, name, text }: CopyButtonProps) {
  const { say } = useApp()
  return (
    <Button tone="quiet" label={name} onClick={() => void copyText(text).then(say)}>
      {label}
    </Button>
  )
}

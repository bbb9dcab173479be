import type { ComponentChildren } from 'preact'

/** The properties of a {@link Button}. */
export interface ButtonProps {
  children: ComponentChildren
  onClick: () => void
  /** `quiet` has no border, `danger` destroys something, `primary` is what the form is for. */
  tone?: 'quiet' | 'danger' | 'primary'
  /** The name of the act, where the text does not say it: for screen readers, and where the pointer rests. */
  label?: string
  /** More about it, where the pointer rests. */
  title?: string
  disabled?: boolean
  pressed?: boolean
  id?: string
}

export function Button({ children, onClick, tone, label, title, disabled, pressed, id }: ButtonProps) {
  return (
    <button
      type="button"
      id={id}
      class={`button ${tone ?? ''}`}
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

import type { ComponentChildren } from 'preact'

/** The properties of a {@link Button}. */
export interface ButtonProps {
  children: ComponentChildren
  onClick: () => void
  /** `quiet` has no border, `danger` destroys something. */
  tone?: 'quiet' | 'danger' | 'primary'
  /** What it does, where its text does not say so. */
  label?: string
  disabled?: boolean
  pressed?: boolean
  id?: string
}

export function Button({ children, onClick, tone, label, disabled, pressed, id }: ButtonProps) {
  return (
    <button
      type="button"
      id={id}
      class={`button ${tone ?? ''}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

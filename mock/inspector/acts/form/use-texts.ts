import { useState } from 'preact/hooks'

/** The texts of the fields of a form, with the properties that join a field to its text. */
export function useTexts<Name extends string>(first: Readonly<Record<Name, string>>) {
  const [texts, setTexts] = useState(first)
  const set = (name: Name, text: string) => setTexts((before) => ({ ...before, [name]: text }))
  return {
    texts,
    field: (name: Name) => ({ name, value: texts[name], onInput: (text: string) => set(name, text) }),
    clear: () => setTexts(first),
  }
}

/** A text that was typed, or nothing where the field is empty: the mock has a value of its own for it. */
export const given = (text: string): string | undefined => (text === '' ? undefined : text)

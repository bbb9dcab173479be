/** The element of the page with this id. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

/** Makes an element. Its children are text or elements: nothing from outside ever becomes HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Calls `submit` with the fields of a form, in place of the browser's own submission. */
export function onSubmit(
  form: HTMLFormElement,
  submit: (fields: Record<string, string>, form: HTMLFormElement) => void,
): void {
  form.onsubmit = (event) => {
    event.preventDefault()
    submit(Object.fromEntries(new FormData(form)) as Record<string, string>, form)
  }
}

/** A button that copies a text, and says so for a moment. */
export function copyButton(label: string, text: string): HTMLButtonElement {
  const button = element('button', { textContent: label })
  button.onclick = async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = label), 1_500)
  }
  return button
}

/** A timestamp as people read it, in UTC. */
export function readable(timestamp: string): string {
  return timestamp.slice(0, 19).replace('T', ' ')
}

import type { OpenApiDocument } from '../../../../openapi/model'
import { referenceMarkup, type Marks } from './page'

/** Draws the document of the dialect that the mock plays now. Where the mock wants a token, the page asks for it first. */
export function start(marks: Marks): void {
  const form = document.querySelector('form')!
  const note = document.querySelector('#note')!

  async function show(token: FormDataEntryValue | null) {
    const headers: HeadersInit = typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch(new URL('/__mock/openapi.json', location.href), { headers })
    form.hidden = response.status !== 401
    if (response.status === 401) {
      note.textContent = token === null ? 'This mock wants its token.' : 'This mock wants another token.'
    } else if (response.ok) {
      const { text } = referenceMarkup((await response.json()) as OpenApiDocument, marks)
      document.body.innerHTML = text
      // The browser looked for the fragment before there was anything to find.
      if (location.hash) location.replace(location.hash)
    } else {
      note.textContent = `The document could not be read: the mock answered ${response.status}.`
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void show(new FormData(form).get('token'))
  })
  void show(sessionStorage.getItem('mock-token'))
}

/* global document, fetch, URL, location, init, FormData, sessionStorage */
// Runs behind the code of Redoc, which defines `init`. The document is that of the dialect which the mock plays now.
const place = document.getElementById('redoc')
const form = document.getElementById('token')
const note = document.getElementById('note')

async function show(token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(new URL('openapi.json', new URL('/__mock/', location.href)), { headers })
  form.hidden = response.status !== 401
  if (response.status === 401) return
  if (!response.ok) {
    note.textContent = `The document could not be read: the mock answered ${response.status}.`
    return
  }
  note.remove()
  init(await response.json(), { disableTelemetry: true }, place)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  show(new FormData(form).get('token'))
})
show(sessionStorage.getItem('mock-token'))

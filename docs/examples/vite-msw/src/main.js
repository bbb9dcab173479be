// In development the mock is in this page. The build holds nothing of it.
if (import.meta.env.DEV) await import('./mocks.js')

const service = 'https://api.events.example'
// The key of the mock. A page in production calls a server of its own, which keeps the key.
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
const [pay, status] = ['button', '[role=status]'].map((name) => document.querySelector(name))

async function show() {
  const { data } = await (await fetch(`${service}/v1/events`, { headers })).json()
  const items = data.map((event) =>
    Object.assign(document.createElement('li'), { textContent: `${event.type} ${event.data.order}` }),
  )
  document.querySelector('ul').replaceChildren(...items)
}

pay.addEventListener('click', async () => {
  const body = JSON.stringify({ type: 'order.paid', data: { order: 1042 } })
  const answer = await fetch(`${service}/v1/events`, { method: 'POST', headers, body })
  status.textContent = answer.ok ? 'Paid.' : `Try again later (${answer.status}).`
  await show()
})
await show()
pay.disabled = false

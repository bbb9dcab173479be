/** A list of the events of the service at `baseUrl`, as a component of a front end shows it. */
export function renderOrders(baseUrl: string): HTMLElement {
  const list = document.createElement('ul')
  list.textContent = 'Loading'
  fetch(`${baseUrl}/v1/events`, { headers: { authorization: 'Bearer sk_live_mock' } })
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`)
      const { data } = (await answer.json()) as { data: { type: string; data: { order: number } }[] }
      list.textContent = data.length === 0 ? 'No orders yet.' : ''
      list.append(
        ...data.map((event) => {
          const line = document.createElement('li')
          line.textContent = `Order ${event.data.order}: ${event.type}`
          return line
        }),
      )
    })
    .catch((error: unknown) => (list.textContent = `Try again later (${(error as Error).message}).`))
  return list
}

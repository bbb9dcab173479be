/** An answer of a service with its body parsed. */
export interface Answer {
  status: number
  json: {
    id: string
    data: { id: string; data: Record<string, unknown> }[]
    hasMore: boolean
    nextCursor: string | null
  }
}

/** Sends one request, which nothing repeats. */
export async function call(
  { baseUrl }: { baseUrl: string },
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return { status: answer.status, json: (await answer.json()) as Answer['json'] }
}

/** Registers a webhook for all events. Resolves with its id. */
export async function register(target: { baseUrl: string }, url: string): Promise<string> {
  const { json } = await call(target, 'POST', '/v1/webhooks', { url, events: ['*'] })
  return json.id
}

/** All events of a service, page by page. */
export async function allEvents(target: { baseUrl: string }): Promise<Answer['json']['data']> {
  const events: Answer['json']['data'] = []
  let cursor = ''
  for (;;) {
    const { json } = await call(target, 'GET', `/v1/events?limit=100${cursor && `&cursor=${cursor}`}`)
    events.push(...json.data)
    if (!json.hasMore || json.nextCursor === null) return events
    cursor = json.nextCursor
  }
}

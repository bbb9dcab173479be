/** Calls the control routes of the mock that serves this page, for the session that the page's address names. */
export interface ControlClient {
  /** Sends a request. Its answer may be a refusal. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Calls a route and returns its JSON. Rejects with the message of a refusal. */
  call<Result>(method: string, path: string, body?: object): Promise<Result>
  /** Uses this token from now on, also after the page is reloaded. */
  useToken(token: string): void
}

const tokenItem = 'mock-token'

/** Makes a client. It calls `tokenWanted` when the mock demands a token. */
export function createControlClient(session: string | null, tokenWanted: () => void): ControlClient {
  function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const token = sessionStorage.getItem(tokenItem)
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (session) headers.set('x-mock-session', session)
    return fetch(`/__mock${path}`, { ...init, headers })
  }

  return {
    ask,
    async call<Result>(method: string, path: string, body?: object) {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await ask(path, { method, ...(body && json) })
      if (response.status === 401) tokenWanted()
      const text = await response.text()
      const answer: unknown = text === '' ? undefined : JSON.parse(text)
      if (!response.ok) throw new Error((answer as { error: { message: string } }).error.message)
      return answer as Result
    },
    useToken: (token) => sessionStorage.setItem(tokenItem, token),
  }
}

import { useState } from 'preact/hooks'
import { useApp } from './app-context'

/** Asks for the token of the mock. The token goes into a header, and never into an address. */
export function TokenForm() {
  const { control, store, changed } = useApp()
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState('')
  async function use(event: Event) {
    event.preventDefault()
    if (!(await control.useToken(token))) {
      setProblem('The mock refuses this token.')
      return
    }
    store.retry()
    changed()
  }
  return (
    <main class="token">
      <form onSubmit={(event) => void use(event)}>
        <h2>This mock wants its token</h2>
        <p>
          The program that started the mock has printed or been given it. The page keeps it until its tab is
          closed.
        </p>
        <label>
          Token
          <input
            type="password"
            name="token"
            autocomplete="off"
            required
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        {problem && <p role="alert">{problem}</p>}
        <button class="button primary">Use it</button>
      </form>
    </main>
  )
}

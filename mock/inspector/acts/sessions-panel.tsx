import { useState } from 'preact/hooks'
import { useApp } from '../frame/app'
import { useList } from '../frame/use-resource'
import { readable } from '../text/times'
import { Button } from '../ui/button'
import { ActButton, ActForm } from './form/act'
import { TextField } from './form/fields'
import { Item, Listing } from './form/listing'

interface ListedSession {
  /** `null` for the main state. */
  name: string | null
  /** ISO 8601, UTC. Absent where it was not used yet. */
  lastUsed?: string
  bytes: number
  entries: number
}

/** The sessions: data that tests keep apart by a header. The page shows one of them at a time. */
export function SessionsPanel() {
  const { page, say } = useApp()
  const sessions = useList<ListedSession>('/__mock/sessions')
  const [name, setName] = useState('')
  const shown = page.session.value

  function switchTo(session: string | null) {
    page.open.value = null
    page.session.value = session
    say(session === null ? 'The page shows the main state.' : `The page shows the session ${session}.`)
  }

  return (
    <>
      <Listing label="Sessions" empty="There is none." {...sessions}>
        {(session) => (
          <Item
            key={session.name ?? ''}
            title={session.name ?? 'Main state'}
            notes={[
              session.name === shown && 'shown',
              session.lastUsed !== undefined && `last used ${readable(session.lastUsed)}`,
              `${Math.ceil(session.bytes / 1_024)} KiB`,
              session.entries === 1 ? '1 entry' : `${session.entries} entries`,
            ]}
          >
            <Button
              disabled={session.name === shown}
              label={`Show ${session.name ?? 'the main state'}`}
              onClick={() => switchTo(session.name)}
            >
              Show
            </Button>
            {session.name !== null && (
              <ActButton
                text="Delete"
                label={`Delete the session ${session.name}`}
                request={{ method: 'DELETE', path: `/__mock/sessions/${encodeURIComponent(session.name)}` }}
                question="Delete this session? Its events, webhooks, keys, faults and journal are lost."
                said="The session is deleted."
                // A page that went on to read the session would be told that it is not there.
                onBegin={() => session.name === shown && switchTo(null)}
              />
            )}
          </Item>
        )}
      </Listing>
      <h3>Another session</h3>
      <ActForm
        label="Another session"
        submit="Show session"
        request={{ method: 'POST', path: '/__mock/sessions', body: { name } }}
        disabled={name === ''}
        onDone={() => {
          switchTo(name)
          setName('')
        }}
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          onInput={setName}
          hint="Requests name it by the header X-Mock-Session. It begins now, where no request has begun it."
        />
      </ActForm>
    </>
  )
}

import { useApp } from '../../frame/app-context'
import { ActButton } from '../form/act-button'
import { Restore } from './restore'
import { SaveSnapshot } from './save-snapshot'

/** All data of the session that is shown: saved, replaced, or begun anew. */
export function DataPanel() {
  const { place, store } = useApp()
  const session = place.session.value
  const owner = session === null ? 'the main state, and all sessions' : `the session ${session}`
  return (
    <>
      <h3>Snapshot</h3>
      <p class="faint">
        All data as one JSON document. The command begins with it by <code class="flag">--seed</code>.
      </p>
      <SaveSnapshot />
      <h3>Restore</h3>
      <Restore />
      <h3>Reset</h3>
      <p class="faint">
        Begins anew with the seed, the first keys and the first faults. Clock and forwards stay.
      </p>
      <ActButton
        text="Reset"
        label="Reset all data"
        request={{ method: 'POST', path: '/__mock/reset' }}
        question={`Reset ${owner}? Events, webhooks, keys and faults become what they were at the start, and the journal is emptied.`}
        said="The data is as it was at the start."
        onDone={() => store.clear()}
      />
    </>
  )
}

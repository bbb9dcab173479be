import { useApp } from '../../frame/app-context'
import { failureOf } from '../../transport/control-failure'
import { Button } from '../../ui/button'
import { Trouble } from '../../ui/trouble'
import { RouteLine } from '../form/route-line'
import { useAct } from '../form/use-act'

const request = { method: 'GET', path: '/__mock/snapshot' }

/** Saves a snapshot as a file. */
export function SaveSnapshot() {
  const { control, clock, place, root } = useApp()
  const { busy, failure, run } = useAct()

  async function save() {
    const answer = await control.ask(request.path)
    if (!answer.ok) throw failureOf(answer.status, await answer.json().catch(() => null))
    const url = URL.createObjectURL(await answer.blob())
    const link = document.createElement('a')
    link.href = url
    link.download = nameOf(place.session.value, clock.now.value ?? Date.now())
    // Some browsers follow only a link that stands in the page.
    const home = root instanceof Document ? root.body : root
    home.append(link)
    link.click()
    link.remove()
    URL.revokeObjectURL(url)
  }

  return (
    <div class="form">
      <div class="buttons">
        <Button tone="primary" disabled={busy} onClick={() => void run(save, 'The snapshot is saved.')}>
          Download snapshot
        </Button>
      </div>
      <RouteLine request={request} />
      <Trouble error={failure} />
    </div>
  )
}

function nameOf(session: string | null, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '')
  return `snapshot${session === null ? '' : `-${session.replace(/[^\w.-]/g, '_')}`}-${time}.json`
}

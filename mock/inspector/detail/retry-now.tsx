import { useState } from 'preact/hooks'
import { useApp } from '../frame/app-context'
import { Button } from '../ui/button'

/** Makes one attempt now, for this delivery alone. */
export function RetryNow({ delivery, isOver }: { delivery: string; isOver: boolean }) {
  const { control, say } = useApp()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    try {
      await control.call('POST', `/__mock/deliveries/${encodeURIComponent(delivery)}/attempt`, {})
      setProblem('')
      say('The attempt is made now.')
    } catch (error) {
      setProblem((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <>
      <Button disabled={isBusy} onClick={() => void retry()}>
        {isOver ? 'Send once more' : 'Retry now'}
      </Button>
      {problem && (
        <span role="alert" class="problem">
          {problem}
        </span>
      )}
    </>
  )
}

import { ActButton } from '../acts/form/act-button'

/** Makes one attempt now, for this delivery alone. */
export function RetryNow({ delivery, isOver = false }: { delivery: string; isOver?: boolean }) {
  return (
    <ActButton
      text={isOver ? 'Send once more' : 'Retry now'}
      request={{
        method: 'POST',
        path: `/__mock/deliveries/${encodeURIComponent(delivery)}/attempt`,
        body: {},
      }}
      said="The attempt is made now."
    />
  )
}

import { useApp } from '../frame/app-context'
import { duration } from '../text/times'

/** The time until an attempt, by the clock of the mock. `isShort` leaves out that the clock stands still. */
export function Countdown({ to, attempt, isShort }: { to: string; attempt: number; isShort?: boolean }) {
  const { clock } = useApp()
  const now = clock.now.value
  if (now === undefined) return null
  const left = Date.parse(to) - now
  return (
    <span class="countdown">
      attempt {attempt} {left > 0 ? `in ${duration(Math.ceil(left / 1_000) * 1_000)}` : 'is due'}
      {clock.frozen.value && left > 0 && !isShort && <span class="faint">, the clock is frozen</span>}
    </span>
  )
}

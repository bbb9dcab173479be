import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../frame/app-context'

// Milliseconds of real time without an entry. The stream tells what the journal holds without a pause.
const pause = 1_000

/**
 * Whether the page has read the journal beyond a time, ISO 8601 in UTC: whatever it holds from before is known then. A journal that
 * tells nothing for a second counts as read, because its last entries may be of that very time.
 */
export function useJournalPast(time: string | undefined): boolean {
  const { store } = useApp()
  const isQuiet = useSignal(false)
  const version = store.version.value
  const newest = store.rows.at(-1)?.at

  const isLive = store.link.value === 'live'

  useEffect(() => {
    if (!isLive) return
    const planned = setTimeout(() => (isQuiet.value = true), pause)
    return () => clearTimeout(planned)
  }, [isQuiet, isLive, version])

  return isQuiet.value || (time !== undefined && newest !== undefined && newest > time)
}

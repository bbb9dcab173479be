import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { useApp } from '../frame/app-context'

// Milliseconds of real time. Figures that change more often cannot be read.
const pace = 150

/**
 * Draws a component anew when rows have changed, a few times a second at most. Each component that reads rows calls it: one whose
 * properties stay the same is not drawn with the component around it.
 */
export function useRows(): void {
  const { store } = useApp()
  const [, redraw] = useState(0)
  useEffect(() => {
    let planned: ReturnType<typeof setTimeout> | undefined
    const stop = effect(() => {
      void store.version.value
      planned ??= setTimeout(() => {
        planned = undefined
        redraw((drawn) => drawn + 1)
      }, pace)
    })
    return () => {
      stop()
      clearTimeout(planned)
    }
  }, [store])
}

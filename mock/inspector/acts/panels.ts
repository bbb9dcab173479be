import type { Panel } from '../frame/panel'
import { ClockPanel } from './clock/clock-panel'

/** The panels of the menu, in its order. j, k and the letters of other panels are taken. */
export const panels: readonly Panel[] = [
  { id: 'clock', title: 'Clock', shortcut: 'c', component: ClockPanel },
]

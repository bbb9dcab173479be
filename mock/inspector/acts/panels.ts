import type { FunctionComponent } from 'preact'
import { ClockPanel } from './clock-panel'
import { ComparePanel } from './compare-panel'
import { DataPanel } from './data-panel'
import { DeliveriesPanel } from './deliveries-panel'
import { DialectPanel } from './dialect-panel'
import { FaultsPanel } from './faults-panel'
import { ForwardsPanel } from './forwards-panel'
import { KeysPanel } from './keys-panel'
import { SendPanel } from './send-panel'
import { SessionsPanel } from './sessions-panel'
import { WebhooksPanel } from './webhooks-panel'

/** A panel of acts, in the menu of the page. */
export interface Panel {
  /** A word of small letters: its name in the address and in ids. */
  id: string
  title: string
  /** The key that opens it: one small letter that no other panel and no key of the list has. */
  shortcut: string
  component: FunctionComponent
  /** The place of the menu that it is part of. Panels of one place are chosen in their head. */
  place: string
}

/** The panels of the menu, in its order. j, k, p and the letters of other panels are taken. */
export const panels: readonly Panel[] = [
  { id: 'send', title: 'Send event', shortcut: 'e', place: 'Send event', component: SendPanel },
  { id: 'webhooks', title: 'Webhooks', shortcut: 'w', place: 'Webhooks', component: WebhooksPanel },
  { id: 'forwards', title: 'Forwards', shortcut: 'o', place: 'Webhooks', component: ForwardsPanel },
  { id: 'deliveries', title: 'Redeliver', shortcut: 'r', place: 'Webhooks', component: DeliveriesPanel },
  { id: 'compare', title: 'Compare', shortcut: 'x', place: 'Compare', component: ComparePanel },
  { id: 'faults', title: 'Faults', shortcut: 'f', place: 'Behaviour', component: FaultsPanel },
  { id: 'clock', title: 'Clock', shortcut: 'c', place: 'Behaviour', component: ClockPanel },
  { id: 'dialect', title: 'Dialect', shortcut: 'd', place: 'Behaviour', component: DialectPanel },
  { id: 'data', title: 'Data', shortcut: 's', place: 'State', component: DataPanel },
  { id: 'sessions', title: 'Sessions', shortcut: 'n', place: 'State', component: SessionsPanel },
  { id: 'keys', title: 'Keys', shortcut: 'y', place: 'State', component: KeysPanel },
]

/** The panels that the menu leads to, one for each place. */
export const places = panels.filter(({ place }, index) => place !== panels[index - 1]?.place)

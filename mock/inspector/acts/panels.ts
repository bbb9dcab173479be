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
  /** Panels of one group stand together in the menu, below its name. */
  group?: string
}

/** The panels of the menu, in its order. j, k, p and the letters of other panels are taken. */
export const panels: readonly Panel[] = [
  { id: 'send', title: 'Send event', shortcut: 'e', group: 'traffic', component: SendPanel },
  { id: 'webhooks', title: 'Webhooks', shortcut: 'w', group: 'traffic', component: WebhooksPanel },
  { id: 'deliveries', title: 'Redeliver', shortcut: 'r', group: 'traffic', component: DeliveriesPanel },
  { id: 'compare', title: 'Compare', shortcut: 'x', group: 'traffic', component: ComparePanel },
  { id: 'clock', title: 'Clock', shortcut: 'c', group: 'behaviour', component: ClockPanel },
  { id: 'faults', title: 'Faults', shortcut: 'f', group: 'behaviour', component: FaultsPanel },
  { id: 'forwards', title: 'Forwards', shortcut: 'o', group: 'behaviour', component: ForwardsPanel },
  { id: 'dialect', title: 'Dialect', shortcut: 'd', group: 'behaviour', component: DialectPanel },
  { id: 'keys', title: 'Keys', shortcut: 'y', group: 'data', component: KeysPanel },
  { id: 'data', title: 'Data', shortcut: 's', group: 'data', component: DataPanel },
  { id: 'sessions', title: 'Sessions', shortcut: 'n', group: 'data', component: SessionsPanel },
]

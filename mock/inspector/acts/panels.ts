import type { Panel } from '../frame/panel'
import { ClockPanel } from './clock/clock-panel'
import { ComparePanel } from './compare/compare-panel'
import { DataPanel } from './data/data-panel'
import { DeliveriesPanel } from './deliveries/deliveries-panel'
import { DialectPanel } from './dialect/dialect-panel'
import { FaultsPanel } from './faults/faults-panel'
import { ForwardsPanel } from './forwards/forwards-panel'
import { KeysPanel } from './keys/keys-panel'
import { SendPanel } from './send/send-panel'
import { SessionsPanel } from './sessions/sessions-panel'
import { WebhooksPanel } from './webhooks/webhooks-panel'

/** The panels of the menu, in its order. j, k, p and the letters of other panels are taken. */
export const panels: readonly Panel[] = [
  { id: 'send', title: 'Send event', shortcut: 'e', component: SendPanel },
  { id: 'webhooks', title: 'Webhooks', shortcut: 'w', component: WebhooksPanel },
  { id: 'deliveries', title: 'Redeliver', shortcut: 'r', component: DeliveriesPanel },
  { id: 'clock', title: 'Clock', shortcut: 'c', component: ClockPanel },
  { id: 'faults', title: 'Faults', shortcut: 'f', component: FaultsPanel },
  { id: 'keys', title: 'Keys', shortcut: 'y', component: KeysPanel },
  { id: 'forwards', title: 'Forwards', shortcut: 'o', component: ForwardsPanel },
  { id: 'compare', title: 'Compare', shortcut: 'x', component: ComparePanel },
  { id: 'dialect', title: 'Dialect', shortcut: 'd', component: DialectPanel },
  { id: 'data', title: 'Data', shortcut: 's', component: DataPanel },
  { id: 'sessions', title: 'Sessions', shortcut: 'n', component: SessionsPanel },
]

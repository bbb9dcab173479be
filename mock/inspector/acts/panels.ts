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

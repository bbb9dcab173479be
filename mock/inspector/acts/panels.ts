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
  /** The group of panels that it belongs to, as the menu names it. A panel lists the others of its group in its head. */
  group: string
}

/** The panels of the menu, in its order. j, k, p and the letters of other panels are taken. */
export const panels: readonly Panel[] = [
  { id: 'send', title: 'Send event', shortcut: 'e', group: 'Send event', component: SendPanel },
  { id: 'webhooks', title: 'Webhooks', shortcut: 'w', group: 'Webhooks', component: WebhooksPanel },
  { id: 'forwards', title: 'Forwards', shortcut: 'o', group: 'Webhooks', component: ForwardsPanel },
  { id: 'deliveries', title: 'Redeliver', shortcut: 'r', group: 'Webhooks', component: DeliveriesPanel },
  { id: 'compare', title: 'Compare', shortcut: 'x', group: 'Compare', component: ComparePanel },
  { id: 'faults', title: 'Faults', shortcut: 'f', group: 'Behaviour', component: FaultsPanel },
  { id: 'clock', title: 'Clock', shortcut: 'c', group: 'Behaviour', component: ClockPanel },
  { id: 'dialect', title: 'Dialect', shortcut: 'd', group: 'Behaviour', component: DialectPanel },
  { id: 'data', title: 'Data', shortcut: 's', group: 'State', component: DataPanel },
  { id: 'sessions', title: 'Sessions', shortcut: 'n', group: 'State', component: SessionsPanel },
  { id: 'keys', title: 'Keys', shortcut: 'y', group: 'State', component: KeysPanel },
]

/** The panels that the menu opens: the first of each group. */
export const menuPanels = panels.filter(({ group }, index) => group !== panels[index - 1]?.group)

export { checks } from './checks/index'
export { runChecks, openRun, type Run } from './engine/run'
export { register, explain, type RegisterOptions, type TestRunner } from './engine/register'
export { exitStatus } from './engine/verdict'
export { reportToHtml, type HtmlOptions } from './reports/html'
export { reportToJUnit } from './reports/junit'
export { CouldNotRun, NotApplicable, Violation, type ViolationDetails } from './engine/outcome'
export { createInProcessReceiver, type InProcessReceiver } from './receiver/in-process'
export { listenForDeliveries, type ListenOptions } from './receiver/listen'
export { version } from './version'
export type { Check, Level, Mode, Need } from './engine/check'
export type { Context } from './engine/context'
export type { IdempotencyPlace, RunOptions } from './engine/options'
export type { KnownFailure } from './engine/baseline'
export type { LedgerRecord } from './engine/ledger'
export type { Keys, ScopedKey, Target } from './engine/target'
export type { Receiver } from './receiver/receiver'
export type { Delivery } from './receiver/inbox'
export type {
  CheckResult,
  DeliveryEvidence,
  Evidence,
  ExchangeEvidence,
  Report,
  Status,
  Summary,
  Verdict,
} from './engine/report'

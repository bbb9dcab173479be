import { checks, runChecks, type Report } from '@event-delivery/conformance'
import * as mock from '@event-delivery/mock'
import { compareWithTwin, type Comparison } from '../../contract/twin/comparison'
import { serviceOf } from './ground'
import type { Style } from './style'
import type { MockModule } from '../../contract/twin/mock'

/** Judges a service in a style in mode full, and compares it with a twin that plays the dialect that was seen. */
export async function judgeStyle(
  style: (now: () => number) => Style,
): Promise<{ report: Report; comparison: Comparison; left: number }> {
  const service = serviceOf(style)
  const report = await runChecks(service.target, checks, { mode: 'full', seed: 1, samples: 5 })
  const options = { mode: 'full', signal: new AbortController().signal } as const
  const { target } = serviceOf(style)
  const comparison = await compareWithTwin(target, report.dialect, mock as unknown as MockModule, options)
  return { report, comparison, left: service.webhooks() }
}

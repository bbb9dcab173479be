import { checks, quickChecks, type Mode } from '@event-delivery/conformance'
import counts from '../../../generated/request-counts.json'
import { markdownTable } from '../../../openapi/generate/markdown'
import { countName, spell } from '../../contract/command/estimate'

/** The figures of a mode, by the name of a check: requests and writes within a whole run, alone, and within a quick run. */
type Figures = Readonly<Partial<Record<string, readonly number[]>>>

/** The place of the requests of a run among the figures of a check. */
const runs = { whole: 0, quick: 4 } as const
/** The paces that a run has by itself: 8 requests a second, and 0.8 of what a plan permits. */
const paces: readonly (readonly [plan: string, rate: number])[] = [
  ['none named, or `--plan free`', 8],
  ['`--plan pro`', 80],
]

/** The table of what a run costs, by mode and plan, for the page on judging a deployment. */
export function costTable(): string {
  const rows = (Object.keys(counts) as Mode[]).flatMap((mode) =>
    (['whole', 'quick'] as const).map((run) => {
      const requests = sum(counts[mode], run)
      const name = run === 'quick' ? `\`${mode}\`, \`--quick\`` : `\`${mode}\``
      return [name, requests.toLocaleString('en-US'), ...paces.map(([, rate]) => spell(requests / rate))]
    }),
  )
  return markdownTable(['mode', 'requests', ...paces.map(([plan]) => `time, plan ${plan}`)], rows)
}

function sum(figures: Figures, run: keyof typeof runs): number {
  const made = run === 'quick' ? quickChecks : checks
  return made.reduce((total, check) => total + (figures[countName(check)]?.[runs[run]] ?? 0), 0)
}

import { asJson, writeText } from '../../../src/core/commands/files'
import { UsageError } from '../../../src/core/commands/usage-error'
import { leftBehind } from './ledger-file'
import { compareWithTwin, type Comparison, type MockModule } from '../twin/comparison'
import { comparisonLines } from '../twin/lines'
import { CouldNotRun } from '../engine/outcome'
import { openRun } from './opening'
import { repeatCommand } from './rerun'
import type { CommandOptions, RunSurroundings } from './program'
import type { PreparedRun } from './prepare'
import type { Target } from '../engine/target'

/** Refuses a command line that a comparison cannot go by, before anything is sent. */
export function assertComparable(options: CommandOptions): void {
  if (options.dialect === undefined)
    throw new UsageError('twin has no --dialect: a run with --dialect-out writes the one to compare with.')
  if (options.mode !== 'full' && options.testKey === undefined)
    throw new UsageError('twin has no --test-key, the only key that it uses unless --mode full is given.')
}

/** Compares a deployment with its twin, prints the differences and resolves to the exit status. */
export async function compare(
  options: CommandOptions,
  prepared: PreparedRun,
  surroundings: RunSurroundings,
): Promise<number> {
  const { target, settings } = prepared
  const { args, print, signal } = surroundings
  const mock = await loadMock()
  const { baseUrl } = target
  const lines = [`Comparing ${baseUrl} with a mock that plays ${options.dialect}: mode ${options.mode}.`]
  const { prefix, receiver, ledger } = await openRun(options, prepared, surroundings, lines)
  try {
    // Mode full alone takes more than the test key.
    const keys = options.mode === 'full' ? target.keys : { test: target.keys.test }
    const live: Target = { ...target, keys, receiver }
    const run = { ...settings, prefix, signal, record: ledger?.record }
    const comparison = await compareWithTwin(live, settings.dialect ?? {}, mock, run).catch(
      (error: unknown) => {
        ledger?.settle()
        throw error instanceof CouldNotRun ? new UsageError(error.message) : error
      },
    )
    print(comparisonLines(comparison).join('\n'))
    if (options.json !== undefined) writeText('--json', options.json, asJson(asReport(options, comparison)))
    if (ledger && !ledger.settle())
      print(leftBehind(ledger, repeatCommand(args, baseUrl, '--cleanup', ledger.path)))
    return comparison.alike === comparison.total ? 0 : 1
  } finally {
    await receiver?.close()
  }
}

function asReport({ baseUrl, dialect, mode }: CommandOptions, { exchanges, total, alike }: Comparison) {
  return { target: { baseUrl }, dialect, mode, total, alike, exchanges }
}

/** The package that plays dialects. It is an optional peer: the command `twin` alone loads it, by this name. */
const mockPackage = '@event-delivery/mock'

/** Loads the package that plays dialects. Throws a `UsageError` where it is not installed. */
export async function loadMock(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<MockModule> {
  try {
    return (await load(mockPackage)) as MockModule
  } catch (error) {
    const { code, message = '' } = error as { code?: string; message?: string }
    if (!/MODULE_NOT_FOUND/.test(code ?? '') || !message.includes(mockPackage)) throw error
    throw new UsageError(
      `twin plays the deployment with ${mockPackage}, which is not installed: npm install ${mockPackage}`,
    )
  }
}

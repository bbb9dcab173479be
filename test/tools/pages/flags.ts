import { flagEntries } from '../../contract/command/flags'
import { flags as mockFlags } from '../../../mock/command/flags'
import { flagWithForm } from '../../../src/core/commands/flags'
import { markdownTable } from '../../../openapi/generate/markdown'

/** The table of the suite's flags for its README. */
export function flagTable(): string {
  const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)
  const rows = flagEntries.map(([name, flag]) => [
    code(flagWithForm(name, flag)),
    code(flag.variable),
    flag.help,
  ])
  return markdownTable(['flag', 'environment', 'what for'], rows)
}

/** The table of the mock's flags for its README, in the order in which `--help` lists them. */
export function mockFlagTable(): string {
  const rows = Object.entries(mockFlags).map(([name, flag]) => [
    `\`${flagWithForm(name, flag)}\``,
    flag.group ?? '',
    flag.help,
  ])
  return markdownTable(['flag', 'group', 'what for'], rows)
}

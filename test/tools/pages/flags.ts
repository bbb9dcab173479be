import { flagEntries, flagOf, variableOf } from '../../contract/command/flags'
import { markdownTable } from '../../../openapi/generate/markdown'

/** The table of the command's flags for its README. */
export function flagTable(): string {
  const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)
  const rows = flagEntries.map(([name, flag]) => [
    code([flagOf(name), flag.value].filter(Boolean).join(' ')),
    code(variableOf(flag)),
    flag.help,
  ])
  return markdownTable(['flag', 'environment', 'what for'], rows)
}

import { definitionOf, type FlagName, generalFlags } from './flags'
import type { Command } from './invocation'

/** How the command is called, with its arguments. */
const usage = ({ name, args }: Command) => ['event-delivery', name, ...args].join(' ')

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

function flagLine(name: FlagName): [string, string] {
  const { value, help } = definitionOf(name)
  return [value === undefined ? `--${name}` : `--${name} ${value}`, help]
}

/** The help of one command. */
export function helpOf(command: Command): string {
  const { about, examples, flags } = command
  return [
    `Usage: ${usage(command)} [flags]`,
    '',
    ...about,
    '',
    'Flags:',
    ...columns([...flags, ...generalFlags].map(flagLine)),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n')
}

/** The help of all commands, or of those whose names begin with the same word. */
export function overview(commands: readonly Command[]): string {
  return [
    'Usage: event-delivery COMMAND [arguments] [flags]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, args, summary }) => [[name, ...args].join(' '), summary])),
    '',
    'event-delivery COMMAND --help has the flags and examples of a command; event-delivery --version has the version.',
    'The key comes from EVENT_DELIVERY_API_KEY or --api-key-file, the address from EVENT_DELIVERY_BASE_URL or --base-url.',
    'Exit status: 0 done, 1 refused by the service or not verified, 2 wrong use, 3 no connection, 130 Ctrl-C.',
  ].join('\n')
}

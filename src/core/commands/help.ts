import { Command, Option } from 'commander'
import { type Flag, flagWithForm } from './flags'
import type { CommandShape, Program } from './program'

/** A flag as the parser and the help of the library take it. */
export function optionOf(name: string, flag: Flag<unknown>): Option {
  const option = new Option(flagWithForm(name, flag), flag.help).helpGroup(`${flag.group ?? 'Flags'}:`)
  return flag.variable === undefined ? option : option.env(flag.variable)
}

/** The help of a command, or of a program with what it does where no command is named. */
export function helpOf(program: Program, shape?: CommandShape): string {
  const own = shape ?? program.commands.find(({ name }) => name === '')
  const { name = '', args = [], flags = [], about = [], examples = [], notes = [] } = own ?? {}
  const named = program.commands.filter((one) => one.name !== '')
  const command = new Command([program.name, name].filter(Boolean).join(' '))
    .usage([...args.map((arg) => `<${arg}>`), '[flags]'].join(' '))
    .description([...(shape ? [] : [program.about]), ...about].join('\n'))
    .helpCommand(false)
  if (!shape) {
    command.usage(own ? `[flags]\n       ${program.name} <command> [flags]` : '<command> [arguments] [flags]')
    for (const one of named) {
      const listed = new Command(one.name).summary(one.summary).helpOption(false)
      for (const arg of one.args ?? []) listed.argument(`<${arg}>`)
      command.addCommand(listed)
    }
  }
  for (const flag of flags) command.addOption(optionOf(flag, program.flags[flag] as Flag<unknown>))
  // The flags that every command has close the last group.
  const [last = ''] = flags.slice(-1)
  command
    .optionsGroup(`${program.flags[last]?.group ?? 'Flags'}:`)
    .helpOption('-h, --help', 'print this help')
  if (!shape) command.option('-V, --version', 'print the version')
  return [
    command.helpInformation().trimEnd(),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((example) => `  ${example}`)] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(!shape && program.notes ? ['', ...program.notes] : []),
  ].join('\n')
}

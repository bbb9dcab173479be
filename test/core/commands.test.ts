import { expect, test } from 'vitest'
import { program as mock } from '../../mock/command/program'
import { program as sdk } from '../../src/command/command'
import { readCommandLine } from '../../src/core/commands/command-line'
import type { Program } from '../../src/core/commands/program'
import { program as suite } from '../contract/command/program'

/** The three commands, each with a flag that takes a number, a switch, a misspelt flag, and a command with what it lacks. */
const programs = [
  { program: sdk as Program, line: ['events', 'list'], number: '--limit', flag: '--all', near: '--alll' },
  { program: mock as Program, line: [], number: '--port', flag: '--quiet', near: '--quite' },
  { program: suite as Program, line: [], number: '--samples', flag: '--quick', near: '--quik' },
]

/** The text that a command line asks for, or the message with which it is refused. */
function answerTo(program: Program, ...args: string[]): string | undefined {
  try {
    return readCommandLine(program, args, {}).text
  } catch (error) {
    return (error as Error).message
  }
}

test.each(programs)('$program.name words each mistake as the other commands do', (one) => {
  const { program, line, number, flag, near } = one
  const answer = (...args: string[]) => answerTo(program, ...line, ...args)
  const help = `See ${program.name} --help.`
  expect(answer(near)).toBe(`There is no flag ${near}. Did you mean ${flag}? ${help}`)
  expect(answer(`${near}=sk_live_c4n4ry7e1`)).toBe(answer(near))
  expect(answer(number)).toMatch(new RegExp(`^${number} needs a value: ${number} <\\w+>\\.$`))
  expect(answer(number, flag)).toBe(answer(number))
  expect(answer(number, ' ')).toBe(`${number} is empty: is the variable set that it comes from?`)
  expect(answer(number, 'x')).toMatch(new RegExp(`^${number} x is no whole number `))
  expect(answer(`${flag}=1`)).toBe(`${flag} takes no value. Leave out what follows the equals sign.`)
  expect(answerTo(program, 'nothing-such')).toMatch(/^There is no command nothing-such\./)
  expect(answerTo(program, 'A1b2C3')).toBe(`A word stands on the line that belongs to no flag. ${help}`)
})

test('a mistyped command is named, whatever stands behind it', () => {
  const answer = (...words: string[]) => answerTo(sdk, ...words)
  expect(answer('sendd', 'order.paid')).toMatch(/^There is no command sendd\. Did you mean send\?/)
  expect(answer('evnts', 'list')).toMatch(/^There is no command evnts list\. Did you mean events list\?/)
  expect(answer('events', 'evt_1')).toMatch(/^events needs a word more: events list, /)
})

test.each(programs)('$program.name takes the last value of a flag that is given twice', (one) => {
  const { program, line, number } = one
  const read = readCommandLine(program, [...line, number, '1', number, '2'], {})
  const { flags } = read as Extract<typeof read, { text?: undefined }>
  expect(Object.values(flags)).toEqual([2])
})

test.each(programs)('$program.name prints its version, and its help in the layout of all', ({ program }) => {
  for (const word of ['--version', '-V']) expect(answerTo(program, word)).toBe(program.version)
  const [help] = new Set(['--help', '-h', 'help'].map((word) => answerTo(program, word)))
  expect(help).toMatch(
    new RegExp(`^Usage: ${program.name} [^]+\\n${program.about.slice(0, 40)}[^]+\\nCommands:\\n`),
  )
  for (const { name } of program.commands.filter((command) => command.name !== '')) {
    expect(help).toContain(`\n  ${name} `)
    expect(answerTo(program, 'help', ...name.split(' '))).toMatch(
      new RegExp(`^Usage: ${program.name} ${name} [^]+\\nFlags:|Store:\\n[^]+\\nExamples:\\n`),
    )
  }
})

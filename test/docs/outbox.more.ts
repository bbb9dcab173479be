import { expect, test } from 'vitest'
import { run, settings, startMock, watch } from '../sdk/command-process'
import { blocks, sessions } from './markdown'
import { autocommit, makeOutbox } from '../sdk/outbox/outbox-setup'

const [session] = blocks().filter(
  ({ place, language }) => place.startsWith('docs/command.md') && language === 'shell-session',
)

/** The orders that the shop of the guide adds. */
const orders = [{ order: 1042 }, { order: 1043, note: 'x'.repeat(300_000) }, { order: 1044 }]

/** Expects the lines that a pattern of the guide has, in any order: a terminal mixes the two outputs of a command as they come. */
function expectLines(printed: string, { source }: RegExp): void {
  const patterns = source.slice(1, -1).split('\\n')
  const lines = printed.trim().split('\n')
  for (const pattern of patterns)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${pattern}$`)))
  expect(lines).toHaveLength(patterns.length)
}

test('the commands on an outbox print what the guide shows', async () => {
  const { baseUrl } = await startMock()
  const { pool, outbox, env: database } = await makeOutbox()
  const env = settings(baseUrl, database)

  const print = async (args: string[]): Promise<string> => {
    if (args[1] !== 'relay') {
      const { out, err, status } = await run(args, env)
      expect({ status, err }).toEqual({ status: 0, err: '' })
      return out.trim()
    }
    const relay = watch(args, env)
    await relay.prints(/(.+\n){3}/)
    const { out, err, status } = await relay.interrupt()
    expect(status).toBe(0)
    return out + err
  }
  const shown = sessions(session!.code).filter(({ command }) => !command.startsWith('export '))
  expect(shown.map(({ command }) => command.split(' ')[3])).toEqual(
    expect.arrayContaining(['migrate', 'status', 'relay', 'rows', 'discard']),
  )
  for (const { command, output } of shown) {
    expect(command).toMatch(/^npx event-delivery outbox /)
    const args = command.split(' ').slice(2)
    const printed = await print(args)
    if (args[1] === 'relay') expectLines(printed, output)
    else expect(printed, command).toMatch(output)
    if (args[1] === 'migrate')
      for (const data of orders) await outbox.add(autocommit(pool), { type: 'order.paid', data })
  }
})

import { expect, onTestFinished, test } from 'vitest'
import { webhookOf } from '../../mock/command/local-webhooks'
import { blocks } from './markdown'
import { hasCurl } from '../support/curl'
import { eventually } from '../support/eventually'
import { serveListener } from '../support/node-server'
import { commands, startNode } from '../support/processes'
import { run } from '../support/run'

/** A block of a README that shows what the command printed: `start`, or `log` for what it printed later. */
const shown = (file: string, flag: string) =>
  blocks().find(({ place, flags }) => place.startsWith(`${file}:`) && flags.includes(flag))?.code ?? ''

/** The flags of the command that a README has its reader start first. */
const flagsIn = (file: string) => {
  const server = blocks().find(
    ({ place, code }) => place.startsWith(`${file}:`) && code.includes('/mock --port'),
  )
  return server?.code.trim().split(' ').slice(2) ?? []
}

/** A text without what differs from start to start: ports, times, durations, and what is made of the receiver's port. */
function steady(text: string): string {
  return text
    .trim()
    .replace(/\r/g, '')
    .replace(/(127\.0\.0\.1|localhost)([:-])\d+/g, '$1$2PORT')
    .replace(/^\d\d:\d\d:\d\dZ/gm, 'TIME')
    .replace(/\(\d+ ms\)/g, '(N ms)')
    .replace(/\bwh_\w+/g, 'WEBHOOK')
    .replace(/\bwhsec_[\w+/=]+/g, 'SECRET')
}

/** Starts the command as a README says, with ports that are free on this machine. */
async function startAsShown(file: string) {
  const receiver = await serveListener(
    (incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.writeHead(204).end())
    },
    { until: onTestFinished },
  )
  const args = flagsIn(file).map((word) =>
    word.replace('4010', '0').replace('localhost:3000', `localhost:${receiver.port}`),
  )
  let printed = ''
  // The README shows a terminal, and there is none here.
  const env = { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '' }
  const command = startNode([commands.mock, ...args, '--log', 'text'], {
    env,
    onOutput: (out) => (printed = out),
  })
  onTestFinished(() => void command.child.kill('SIGKILL'))
  await eventually(() => expect(printed).toContain('curl http://127.0.0.1'))
  const curl = printed.trim().split('\n').at(-1)!.trim()
  return { command, curl, baseUrl: /Listening on (\S+)/.exec(printed)![1]!, start: () => printed }
}

for (const file of ['mock/README.md', 'README.md'].filter((name) => shown(name, 'start') !== '')) {
  test(`the start is the one that ${file} shows`, async () => {
    const { command, start } = await startAsShown(file)
    expect(steady(start())).toBe(steady(shown(file, 'start')))
    await command.stop()
  })
}

test.skipIf(!hasCurl)(
  'the curl line of the start creates an event, and the log is the one that the README shows (needs curl: apt-get install curl)',
  async () => {
    const { command, curl, baseUrl } = await startAsShown('mock/README.md')
    const { stdout } = await run('bash', ['-c', curl])
    expect(JSON.parse(stdout)).toMatchObject({ type: 'order.paid', data: { order: 1042 } })
    const deliveries = async () =>
      (await fetch(`${baseUrl}/__mock/attempts`)).json() as Promise<{ data: unknown[] }>
    await eventually(async () => expect((await deliveries()).data).toHaveLength(1))
    await fetch(`${baseUrl}/v1/events`)
    command.child.kill('SIGINT')
    const { status, err } = await command.ended
    expect(steady(err)).toBe(steady(shown('mock/README.md', 'log')))
    expect(status).toBe(0)
  },
)

test('the README shows the secret that the receiver on port 3000 really gets', () => {
  const { id, secret } = webhookOf({ target: 'http://localhost:3000/hooks', events: ['*'] })
  expect(shown('mock/README.md', 'start')).toContain(` ${secret},`)
  expect(shown('mock/README.md', 'log')).toContain(` ${id} `)
})

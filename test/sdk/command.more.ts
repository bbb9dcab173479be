import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { commands } from '../support/processes'
import { root } from '../support/root'
import { file } from './command-line'
import { run, settings, startMock, watch } from './command-process'
import { autocommit, makeOutbox } from './outbox/outbox-setup'

test('the payload may come from a pipe', async () => {
  const { baseUrl } = await startMock()
  const args = [commands.sdk, 'send', 'a', '--data', '-', '--json']
  const child = spawn(process.execPath, args, { cwd: root, env: settings(baseUrl) })
  child.stdin.end('{"from":"a pipe"}')
  expect(JSON.parse(await text(child.stdout))).toMatchObject({ data: { from: 'a pipe' } })
})

test('a reader that has seen enough ends the command quietly', async () => {
  const events = Array.from({ length: 500 }, (_, n) => ({ type: 'a', data: { n, text: 'x'.repeat(500) } }))
  const { baseUrl } = await startMock(['--seed', await file('seed.json', JSON.stringify({ events }))])
  const line = `"${process.execPath}" ${commands.sdk} events list --all | head -1; echo "\${PIPESTATUS[0]}"`
  const child = spawn('bash', ['-c', line], {
    cwd: root,
    env: settings(baseUrl, { EVENT_DELIVERY_API_KEY: 'sk_live_mock' }),
    // A shell whose input is a socket would read the settings of a user.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(out.trim().split('\n').at(-1)).toBe('0')
  expect(err).toBe('')
})

/** Runs the built command with its output cut off: by a full disk, or by a pipe whose reader is gone. */
async function runCutOff(by: 'a full disk' | 'a closed pipe', words: string, env: NodeJS.ProcessEnv) {
  const command = `"${process.execPath}" ${commands.sdk} ${words}`
  const line = by === 'a full disk' ? `${command} > /dev/full` : `${command} | exec 0<&-`
  const child = spawn('bash', ['-c', `${line}; echo "\${PIPESTATUS[0]}"`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [status, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: Number(status), err }
}

test.each([
  ['a full disk', 1],
  ['a closed pipe', 0],
] as const)(
  'send whose output is cut off by %s says how to repeat it without a second event',
  async (by, expected) => {
    const env = settings((await startMock()).baseUrl)
    const { status, err } = await runCutOff(by, "send order.paid --data '{}'", env)
    const [, id = '', key = ''] =
      /The event (evt_\S+) is created\. Repeat .* --idempotency-key (\S+):/.exec(err) ?? []
    expect(status).toBe(expected)
    const { out } = await run(['send', 'order.paid', '--data', '{}', '--idempotency-key', key], env)
    expect(out).toContain(`Created before: ${id},`)
  },
)

test.each(['a full disk', 'a closed pipe'] as const)(
  'webhooks add whose secret is cut off by %s fails, and names the webhook to delete',
  async (by) => {
    const env = settings((await startMock()).baseUrl)
    const add = "webhooks add https://shop.example/hooks --events '*'"
    const { status, err } = await runCutOff(by, add, env)
    expect(status).toBe(1)
    const [, id = ''] =
      /secret is lost: .*\. Delete it by event-delivery webhooks rm (wh_\S+),/.exec(err) ?? []
    expect(await run(['webhooks', 'rm', id], env)).toMatchObject({ status: 0 })
    const kept = join(await makeFolder(onTestFinished), 'webhook.secret')
    const stored = await runCutOff(by, `${add} --secret-file ${kept}`, env)
    expect(stored.status).toBe(by === 'a full disk' ? 1 : 0)
    expect(stored.err).toMatch(new RegExp(`The webhook wh_\\S+ is registered. Its secret stands in ${kept}`))
  },
)

test('SIGTERM ends a command that waits with status 143', async () => {
  const { baseUrl } = await startMock()
  const tail = watch(['events', 'tail'], settings(baseUrl))
  await once(tail.child.stderr, 'data')
  tail.child.kill('SIGTERM')
  expect(await tail.ended).toMatchObject({ status: 143, out: '' })
})

test('a pipe behind --data is read when it is written, and SIGTERM ends the wait for it', async () => {
  const { baseUrl } = await startMock()
  const pipe = join(await makeFolder(onTestFinished), 'pipe')
  execFileSync('mkfifo', [pipe])
  // Succeeds as soon as the command has opened the pipe.
  const { O_WRONLY, O_NONBLOCK } = constants
  const openedPipe = async () => (await eventually(() => openSync(pipe, O_WRONLY | O_NONBLOCK))) as number
  const waiting = watch(['send', 'a', '--data', `@${pipe}`], settings(baseUrl))
  const unwritten = await openedPipe()
  waiting.child.kill('SIGTERM')
  expect(await waiting.ended).toMatchObject({ status: 143, out: '' })
  closeSync(unwritten)
  const sent = watch(['send', 'a', '--data', `@${pipe}`, '--json'], settings(baseUrl))
  const written = await openedPipe()
  writeSync(written, '{"order":')
  writeSync(written, '1042}')
  closeSync(written)
  expect(JSON.parse((await sent.ended).out)).toMatchObject({ data: { order: 1042 } })
})

test('a command without a connection ends, whatever the platform goes on with', async () => {
  const busy = { NODE_OPTIONS: '--import=data:text/javascript,setInterval(()=>{},1000)' }
  const { status } = await run(['events', 'list'], settings('http://127.0.0.1:9', busy))
  expect(status).toBe(3)
})

test('a relay whose output nobody reads any more ends as a failure, so that whoever watches over it starts it again', async () => {
  const { baseUrl } = await startMock()
  const { pool, outbox, env } = await makeOutbox()
  await outbox.migrate()
  const relay = watch(['outbox', 'relay', '--json'], settings(baseUrl, env))
  await once(relay.child.stderr, 'data')
  relay.child.stdout.destroy()
  await outbox.add(autocommit(pool), { type: 'order.paid', data: {} })
  expect(await relay.ended).toMatchObject({
    status: 1,
    err: expect.stringContaining('Nobody reads the output of outbox relay any more.') as string,
  })
})

test('the exit status does not depend on who reads the notes', async () => {
  const line = `"${process.execPath}" ${commands.sdk} send 2>&1 >/dev/null | exec 0<&-; echo "\${PIPESTATUS[0]}"`
  const child = spawn('bash', ['-c', line], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  expect((await text(child.stdout)).trim()).toBe('2')
})

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'src/package.json'), 'utf8')) as { version: string }
  expect(await run(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' })
})

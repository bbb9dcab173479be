// What only a process of its own shows: its heap, its pipes, and how it is started.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { validateEventPage } from '../../generated/response-validators'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { runProcess, startMock } from '../support/mock-command'
import { commands, startNode } from '../support/processes'
import { root } from '../support/root'

test('the built command listens, plays the given data, and ends on SIGTERM with status 0', async () => {
  const folder = await makeFolder(onTestFinished)
  const [dialect, seed] = [join(folder, 'dialect.json'), join(folder, 'seed.json')]
  writeFileSync(dialect, '{"createEventStatus":202}')
  writeFileSync(seed, '\uFEFF{"events":[{"type":"seeded","data":{}}]}')
  const command = runProcess(['--port', '0', '--plan', 'pro', '--dialect', dialect, '--seed', seed])
  const line = await command.firstLine()
  expect(line).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/)
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const events = `${line.replace('Listening on ', '')}/v1/events`
  const created = await fetch(events, { method: 'POST', headers, body: '{"type":"a","data":{}}' })
  expect(created.status).toBe(202)
  const listed = await fetch(events, { headers })
  expect(await listed.json()).toMatchObject({ data: [{ type: 'a' }, { type: 'seeded' }] })
  expect(await command.stop()).toMatchObject({ status: 0 })
})

test('a wrong command line of the built command is one line, and status 2', async () => {
  const { status, err } = await runProcess(['--prot', '1']).ended
  expect(err).toMatch(/^event-delivery-mock: There is no flag --prot\. Did you mean --port\?.*\n$/)
  expect(status).toBe(2)
})

test('SIGTERM ends a start that waits for the rest of a seed from a named pipe', async () => {
  const pipe = join(await makeFolder(onTestFinished), 'seed')
  await promisify(execFile)('mkfifo', [pipe])
  const { child } = runProcess(['--port', '0', '--seed', pipe])
  const writer = await open(pipe, 'w')
  onTestFinished(() => writer.close())
  // More than the pipe holds: all is written only when the command has read some of it.
  await writer.write(' '.repeat(2 ** 18))
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

const mebibyte = 2 ** 20
const heapOf = (mebibytes: number) => ({ NODE_OPTIONS: `--max-old-space-size=${mebibytes}` })

test('a bound that the heap cannot hold is refused in one line, which names the flag of Node', async () => {
  const { out, err, status } = await runProcess(['--max-memory', '512MiB'], heapOf(256)).ended
  expect([status, out]).toEqual([2, ''])
  expect(err).toMatch(
    /^event-delivery-mock: --max-memory 512 MiB is more than the heap of this Node holds: at most \d+MiB fits\. Give less, or a larger heap: NODE_OPTIONS=--max-old-space-size=683\.\n$/,
  )
})

test('the start prints the memory that the data leads to, and within a small heap both are less', async () => {
  const startIn = async (heap: number, ...flags: string[]) =>
    (await startMock(flags, heapOf(heap), runProcess)).start
  const bound = ['--max-memory', '96MiB']
  const [small, large, unbound] = await Promise.all([
    startIn(256, ...bound),
    startIn(4_096, ...bound),
    startIn(256),
  ])
  expect(large.residentMemory).toBe(660 * mebibyte)
  expect(small.residentMemory).toBeGreaterThan(256 * mebibyte)
  expect(small.residentMemory).toBeLessThan(large.residentMemory)
  expect(unbound.maxMemory).toBeGreaterThan(64 * mebibyte)
  expect(unbound.maxMemory).toBeLessThanOrEqual(192 * mebibyte)
})

test('a pipe that was closed ends the command without a word', async () => {
  const child = spawn('bash', ['-c', `"$0" "$@" 2>&1`, process.execPath, commands.mock, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  await eventually(() => expect(out).toContain('curl http'))
  child.stdout.destroy()
  const ended = once(child, 'close')
  await fetch(`${/http:\/\/\S+/.exec(out)![0]}/v1/events`)
  expect(await ended).toEqual([0, null])
  expect(err).toBe('')
})

test('the mock goes on where its log alone is closed', async () => {
  const { running, send } = await startMock([], {}, runProcess)
  running.child.stderr.destroy()
  for (let count = 0; count < 3; count++) expect((await send('/v1/events')).status).toBe(200)
  expect((await running.stop()).status).toBe(0)
})

test('the last lines of a process that ends at once are written', async () => {
  const script = `
    import { createOutput } from './mock/command/output.ts'
    const output = createOutput(process.stderr, () => {})
    output.write('the last but one')
    output.write('the last')
    process.exit(3)
  `
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const run = promisify(execFile)(process.execPath, args, { cwd: root })
  await expect(run).rejects.toMatchObject({ code: 3, stderr: 'the last but one\nthe last\n' })
})

test.each(['--static', '--validate'])('the command serves %s, and ends with status 0', async (flag) => {
  const { running, send } = await startMock([flag], {}, runProcess)
  expect(validateEventPage(await (await send('/v1/events')).json())).toBe(true)
  expect(await running.stop()).toMatchObject({ status: 0 })
})

/** A copy of the built package in a folder, as an installation has it, and the path of its command. */
async function installedCopy() {
  const folder = await makeFolder(onTestFinished)
  const copy = join(folder, 'node_modules/@event-delivery/mock')
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, 'mock', part), join(copy, part), { recursive: true })
  }
  for (const name of ['rou3', 'srvx', '@event-delivery/sdk', 'openapi-fetch']) {
    // The package has its own copy of what the root has in another version.
    const own = join(root, 'mock/node_modules', name)
    symlinkSync(existsSync(own) ? own : join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return { folder, copy, script: join(copy, 'bin/event-delivery-mock.js') }
}

test('a mock that runs serves its control routes and its page also when a rebuild takes their files away', async () => {
  const { folder, copy, script } = await installedCopy()
  const { running, baseUrl } = await startMock([], {}, (args) => {
    const started = startNode([script, ...args], { cwd: folder })
    onTestFinished(() => void started.child.kill('SIGKILL'))
    return started
  })
  rmSync(join(copy, 'dist'), { recursive: true })
  expect((await fetch(`${baseUrl}/__mock/clock`)).status).toBe(200)
  expect((await fetch(`${baseUrl}/__mock`, { headers: { accept: 'text/html' } })).status).toBe(200)
  const pageScript = await (await fetch(`${baseUrl}/__mock/inspector/page.js`)).text()
  const [, chunk] = /"\.\/(chunk-[^"]+)"/.exec(pageScript) ?? []
  expect((await fetch(`${baseUrl}/__mock/inspector/${chunk}`)).status).toBe(200)
  await running.stop()
})

test('where Prism is missing, one line says how to install it, with status 2', async () => {
  const { folder, script } = await installedCopy()
  const { status, err } = await startNode([script, '--port', '0', '--validate'], { cwd: folder }).ended
  expect(status).toBe(2)
  expect(err).toBe(
    'event-delivery-mock: Prism is not installed. Install it with: npm install --save-dev @stoplight/prism-cli@5.14.2\n',
  )
})

test('an output on a full disk ends the mock with a sentence and status 1', async () => {
  const line = `"${process.execPath}" ${commands.mock} --port 0 > /dev/full`
  const ended = promisify(execFile)('bash', ['-c', line])
  const stderr = expect.stringContaining(
    'event-delivery-mock: The standard output cannot be written: the disk is full.\n',
  ) as string
  await expect(ended).rejects.toMatchObject({ code: 1, stderr })
})

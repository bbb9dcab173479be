import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const executablePath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr'

/** Says why this machine cannot run a test in Firefox, and what to install. `undefined` where it can. */
export function missingFirefox(): string | undefined {
  return existsSync(executablePath)
    ? undefined
    : `no Firefox at ${executablePath}: apt-get install firefox-esr, or set FIREFOX`
}

/**
 * Starts a Firefox with one window and speaks its own protocol, Marionette. Playwright drives an installed Firefox by WebDriver BiDi alone, and asks it for
 * commands that the releases for organisations do not have.
 */
export async function launchFirefox() {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const args = ['--headless', '--no-remote', '--marionette', '--profile', profile, 'about:blank']
  const child = spawn(executablePath, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const send = await openSession(() =>
    readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''),
  )
  const script = 'WebDriver:ExecuteScript'
  await send('WebDriver:SetTimeouts', { implicit: 60_000 })
  const find = async (selector: string) => {
    const { value } = await send('WebDriver:FindElement', { using: 'css selector', value: selector })
    return { id: Object.values(value as Record<string, string>)[0] }
  }
  return {
    open: async (url: string) => void (await send('WebDriver:Navigate', { url })),
    /** Runs the body of a function in the page until it returns something true, and resolves with that. */
    async until<Result>(body: string) {
      for (;;) {
        const { value } = await send(script, { script: body, args: [] })
        if (value) return value as Result
        await wait(50)
      }
    },
    /** Clicks what a selector finds first, as a person does. */
    click: async (selector: string) => void (await send('WebDriver:ElementClick', await find(selector))),
    type: async (selector: string, text: string) =>
      void (await send('WebDriver:ElementSendKeys', { ...(await find(selector)), text })),
    async close() {
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}

type Send = (command: string, parameters?: object) => Promise<{ value?: unknown }>

/** Opens a session at the port that Firefox writes down once it listens. */
async function openSession(readPort: () => Promise<string>): Promise<Send> {
  let port = ''
  while (port === '') {
    await wait(50)
    port = await readPort()
  }
  const socket = connect(Number(port), '127.0.0.1')
  const waiting = new Map<number, (error: { message: string } | null, result: object) => void>()
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    // A message is its length in bytes, a colon, and JSON.
    for (let colon = received.indexOf(':'); colon > 0; colon = received.indexOf(':')) {
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (received.length < end) return
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as unknown
      received = received.subarray(end)
      // The first message greets.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, object]
      waiting.get(id)?.(error, result)
    }
  })
  const send: Send = (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1
      waiting.set(id, (error, result) => (error ? reject(new Error(error.message)) : resolve(result)))
      const text = JSON.stringify([0, id, command, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  await send('WebDriver:NewSession')
  return send
}

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { numbers } from '../support/random'
import { callCommand, runCommand } from './command'
import { startService, webhooksOf } from './service'
import { sized } from '../support/tier'

const runs = sized({ more: 5, soak: 50 })
const seed = Number(process.env.SEED ?? 20_261_121)
const registering = ['--mode', 'full', '--only', 'WH-1,WH-8,WH-9,WH-13,WD-2,WD-5,DL-1', '--rate', '25']

const folder = await makeFolder(afterAll)
const service = await startService()
const { flags } = service

const random = numbers(seed)

for (let run = 1; run <= runs; run += 1) {
  const signal = run % 2 === 1 ? 'SIGKILL' : 'SIGINT'
  const delay = Math.floor(random.next().value * 1_200)

  test(`after ${signal} at ${delay} ms and a clean-up no webhook is left (run ${run}, seed ${seed})`, async () => {
    const ledger = join(folder, `${run}.jsonl`)
    let timer: NodeJS.Timeout | undefined
    const ended = await runCommand(
      [...flags, ...registering, '--ledger', ledger],
      (out, kill) => {
        if (out.includes('What is created')) timer ??= setTimeout(() => kill(signal), delay)
      },
      { TMPDIR: folder },
    )
    clearTimeout(timer)
    const left = await webhooksOf(service)
    const kept = await stat(ledger).catch(() => undefined)
    if (signal === 'SIGINT') {
      expect(left).toEqual([])
      // A registration that was under way at that moment may be left in doubt. Then the run says what ends it.
      if (kept) expect(ended.out + ended.err).toContain('Once they can be deleted: ')
    }
    if (kept) {
      const { status, out } = await callCommand([...flags, '--cleanup', ledger])
      expect(status, out).toBe(0)
    }
    expect(await webhooksOf(service)).toEqual([])
    await expect(stat(ledger)).rejects.toThrow(/ENOENT/)
  })
}

test('a ledger holds no key and no secret', async () => {
  const ledger = join(folder, 'secrets.jsonl')
  const args = [...flags, ...registering, '--ledger', ledger]
  await runCommand(
    args,
    (out, kill) => {
      if (out.includes('webhook-secrets-differ')) kill('SIGKILL')
    },
    { TMPDIR: folder },
  )
  const text = await readFile(ledger, 'utf8')
  expect(text).toContain('"sends":"webhook"')
  expect(text).not.toMatch(/sk_(live|test)_|whsec_/)
  await callCommand([...flags, '--cleanup', ledger])
})

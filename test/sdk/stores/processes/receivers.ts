import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Until } from '../../../support/until'
import type { ReceiveJob } from './receive'

/** Starts a process that receives, and that can be killed and started again. */
export async function startReceiver(program: string, job: ReceiveJob, until: Until) {
  let child: ChildProcess
  let baseUrl = ''
  const start = async () => {
    const own = spawn(process.execPath, [program, JSON.stringify(job)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = own
    own.stdin.on('error', () => {})
    const [line] = (await once(createInterface({ input: own.stdout }), 'line')) as [string]
    ;({ baseUrl } = JSON.parse(line) as { baseUrl: string })
  }
  const end = async () => {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
  await start()
  until(end)
  return {
    baseUrl: () => baseUrl,
    async kill() {
      await end()
      await start()
    },
  }
}

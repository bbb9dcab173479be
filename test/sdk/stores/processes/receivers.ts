import { once } from 'node:events'
import type { Until } from '../../../support/until'
import { startProgram } from '../../processes/bundle'
import type { ReceiveJob } from './receive'

/** Starts a process that receives, and that can be killed and started again. */
export async function startReceiver(program: string, job: ReceiveJob, until: Until) {
  let running: ReturnType<typeof startProgram>
  let baseUrl = ''
  const start = async () => {
    running = startProgram(program, job)
    const [line] = (await once(running.lines, 'line')) as [string]
    ;({ baseUrl } = JSON.parse(line) as { baseUrl: string })
  }
  const end = async () => {
    running.child.kill('SIGKILL')
    await running.closed
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

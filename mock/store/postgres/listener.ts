import { type DriverListener, makeListener } from './driver'

/** Options of {@link createListener}. */
export interface ListenerOptions {
  /** Without it, nothing is waited for. */
  url: string | undefined
  channel: string
  onNotice(text: string): void
  /** Called when the connection is there, and may have been lost before: notifications of before were not heard. */
  onReady(wasLost: boolean): void
  /** Called when a question stayed without an answer: the connection was cut in silence, and others on its way with it. */
  onSilence(): void
  log(line: string): void
}

const [shortestWait, longestWait] = [50, 1_000]
// A connection that was cut in silence is noticed by this question. Where the timer of its limit is late, this process was busy, and the
// answer may be there.
const [questionInterval, questionTimeout, mostLate] = [2_000, 3_000, 1_500]

/** Waits for notifications on a connection of its own, and connects anew whenever it is lost. */
export function createListener({ url, channel, onNotice, onReady, onSilence, log }: ListenerOptions) {
  let running = false
  let client: DriverListener | undefined
  let timer: NodeJS.Timeout | undefined
  let wait = shortestWait
  let wasLost = false

  async function connect(): Promise<void> {
    if (!running || url === undefined) return
    let own: DriverListener | undefined
    try {
      own = await makeListener(url)
      const current = own
      own.on('error', () => lose(current))
      own.on('end', () => lose(current))
      own.on('notification', ({ channel: from, payload }) => {
        if (from === channel && payload) onNotice(payload)
      })
      client = own
      await own.connect()
      await own.query({ text: `listen "${channel}"`, query_timeout: questionTimeout })
      if (!running || client !== own) return void own.end().catch(() => {})
      wait = shortestWait
      onReady(wasLost)
      wasLost = false
      ask(own)
    } catch {
      lose(own)
    }
  }

  function ask(own: DriverListener): void {
    timer = setTimeout(() => {
      const asked = performance.now()
      own.query({ text: 'select 1', query_timeout: questionTimeout }).then(
        () => client === own && ask(own),
        () => {
          const waited = performance.now() - asked
          const isSilent = waited >= questionTimeout - 1 && waited < questionTimeout + mostLate
          if (client === own && isSilent) onSilence()
          lose(own)
        },
      )
    }, questionInterval).unref()
  }

  function lose(own: DriverListener | undefined): void {
    if (!running || client !== own) return
    if (!wasLost) log('The connection that waits for notifications was lost. It is made anew.')
    wasLost = true
    client = undefined
    clearTimeout(timer)
    own?.end().catch(() => {})
    timer = setTimeout(() => void connect(), wait).unref()
    wait = Math.min(longestWait, wait * 2)
  }

  return {
    begin() {
      running = true
      wasLost = false
      void connect()
    },
    async end() {
      running = false
      clearTimeout(timer)
      const own = client
      client = undefined
      // Until now the connection did not keep the process alive. It has to until it is closed, since the caller waits for that.
      own?.ref?.()
      await own?.end().catch(() => {})
    },
  }
}

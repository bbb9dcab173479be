import { EventDeliveryError } from './base'

// A stack of so many lines has those of the SDK, of which `list` has five, and one of the caller. Each line costs every call half a
// microsecond.
const remembered = 6

/**
 * Remembers who calls. What it returns adds the caller's lines to the stack of the error that a promise rejects with: after a wait for
 * the network, or for a timer, the engine no longer knows them.
 */
export function rememberCaller(): <T>(work: Promise<T>) => Promise<T> {
  // `Reflect.set` does not throw where `Error` is frozen.
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit')
  Reflect.set(Error, 'stackTraceLimit', remembered)
  // Engines make the text of a stack when it is read: a call that succeeds does not pay for it.
  const origin = new Error()
  Reflect.set(Error, 'stackTraceLimit', limit)

  return (work) =>
    work.catch((error: unknown) => {
      if (error instanceof EventDeliveryError) {
        const stack = error.stack ?? ''
        const isNew = (line: string) => /^ +at |@/.test(line) && !stack.includes(line)
        error.stack = [stack, ...(origin.stack ?? '').split('\n').filter(isNew)].join('\n')
      }
      throw error
    })
}

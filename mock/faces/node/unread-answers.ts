import type { ServerResponse } from 'node:http'

/** The answers that wait in memory until their clients read them. */
export interface UnreadAnswers {
  /** Takes an answer in that was just written. It costs nothing where the system took all of it at once. */
  add(outgoing: ServerResponse): void
}

/**
 * Closes the connection of a client that does not read its answer to the end within `answer` milliseconds, and, oldest first,
 * those of others while more than `unread` bytes wait.
 */
export function createUnreadAnswers(limits: { answer: number; unread: number }): UnreadAnswers {
  // In the order in which they were written.
  const waiting = new Map<ServerResponse, () => void>()
  let bytes = 0

  return {
    add(outgoing) {
      const size = outgoing.writableLength
      if (outgoing.writableFinished || size === 0) return
      bytes += size
      const end = setTimeout(() => outgoing.destroy(), limits.answer)
      const settle = () => {
        clearTimeout(end)
        if (waiting.delete(outgoing)) bytes -= size
      }
      waiting.set(outgoing, settle)
      outgoing.on('finish', settle)
      outgoing.on('close', settle)
      for (const [oldest, forget] of waiting) {
        if (bytes <= limits.unread || oldest === outgoing) break
        forget()
        oldest.destroy()
      }
    },
  }
}

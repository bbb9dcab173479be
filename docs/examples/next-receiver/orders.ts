import { appendFile, readFile } from 'node:fs/promises'

// A real shop has a database, and an inbox in it. Next.js gives routes and pages no memory in common.
const file = 'orders.txt'

/** Keeps a paid order. */
export const keep = (order: number): Promise<void> => appendFile(file, `${order}\n`)

/** The orders that were paid, the newest last. */
export async function orders(): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../support/root'

// What tsx writes into a file to keep the names of classes and functions.
const nameKeeper = '__name'

/** The names of the functions that an act calls, by the path of their file. */
export type Walk = ReadonlyMap<string, readonly string[]>

/**
 * Finds the functions of this repository that an act calls, by V8's precise coverage. A function that is called several times
 * counts once. The code of a file outside its functions does not count, nor does a file whose path `leaves` matches.
 */
export async function walkOf(act: () => Promise<unknown>, leaves: RegExp): Promise<Walk> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // What was counted so far is dropped: each take begins to count anew.
  await session.post('Profiler.takePreciseCoverage')
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const walk = new Map<string, string[]>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue
    const path = relative(root, fileURLToPath(url))
    if (/^\.\.|node_modules\//.test(path) || leaves.test(path)) continue
    const called = functions.filter(
      ({ functionName, ranges }) => functionName !== nameKeeper && ranges[0]!.count > 0,
    )
    if (called.length > 0)
      walk.set(
        path,
        called.map(({ functionName }) => functionName || '(unnamed)'),
      )
  }
  return new Map([...walk].sort(([a], [b]) => (a < b ? -1 : 1)))
}

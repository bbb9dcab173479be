// A setup file of vitest. The runner looks up the source of each line of a stack whenever a stack is read, which takes a tenth of the
// processor where a test reads the stacks of thousands of errors. They come from few places, so that each place is looked up once.
import { afterAll } from 'vitest'

const { prepareStackTrace } = Error
const lines = new Map<string, string>()

if (prepareStackTrace) {
  /** The line of a frame, which may be named by the place in the frame that called it. */
  const lineOf = (frames: NodeJS.CallSite[]): string => {
    const place = frames.map(String).join('\n')
    const line = lines.get(place) ?? String(prepareStackTrace(new Error(), frames)).split('\n')[1] ?? ''
    lines.set(place, line)
    return line
  }
  Error.prepareStackTrace = (error, frames) =>
    [
      prepareStackTrace(error, []),
      ...frames.map((_frame, index) => lineOf(frames.slice(index, index + 2))),
    ].join('\n')
  afterAll(() => void (Error.prepareStackTrace = prepareStackTrace))
}

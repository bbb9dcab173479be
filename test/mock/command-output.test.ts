import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../mock/command/log'
import { createOutput } from '../../mock/command/output'
import { eventually } from '../support/eventually'

const megabyte = 'x'.repeat(2 ** 20)

/** A stream whose reader takes one chunk each time that it is told to. */
function stalledStream() {
  const waiting: (() => void)[] = []
  const taken: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      waiting.push(() => {
        taken.push(chunk.toString())
        done()
      })
    },
  })
  return { stream, taken, takeOne: () => waiting.shift()?.() }
}

test('a log that nobody reads holds a bounded number of bytes, and says later what it left out', async () => {
  const { stream, taken, takeOne } = stalledStream()
  const output = createOutput(stream, () => {})
  const paint = (_colour: string, text: string) => text
  const { logger } = createLog(output, { form: 'text', quiet: false, successes: true, paint })
  output.write(megabyte)
  for (let count = 0; count < 1_000; count++) logger.info('a line')
  expect(stream.writableLength).toBeLessThan(2 * megabyte.length)

  await nextTurn()
  takeOne()
  await eventually(() => expect(stream.writableLength).toBeLessThan(megabyte.length))
  logger.info('the next line')
  await eventually(() => {
    takeOne()
    expect(taken.slice(1)).toEqual([
      '1000 lines of the log left out, because nothing read them.\n',
      'the next line\n',
    ])
  })
})

test('an output whose reader has gone says so, and writes nothing more', async () => {
  const closed = vi.fn()
  const write = vi.fn((_chunk: unknown, _encoding: unknown, done: (error?: Error) => void) =>
    done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  )
  const output = createOutput(new Writable({ write }), closed)
  output.write('first')
  await eventually(() => expect(closed).toHaveBeenCalledOnce())
  output.write('second')
  expect(write).toHaveBeenCalledOnce()
})

test('the lines of one turn are one write, and those of the next turn another one', async () => {
  const writes: string[][] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push([chunk.toString()])
      done()
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()))
      done()
    },
  })
  const output = createOutput(stream, () => {})
  output.write('one')
  output.write('two')
  await nextTurn()
  output.write('three')
  await nextTurn()
  expect(writes).toEqual([['one\n', 'two\n'], ['three\n']])
})

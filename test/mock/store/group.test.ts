import { expect, test } from 'vitest'
import { createGroup } from '../../../mock/store/postgres/group'

/** A group whose work ends when the test says so, and a list of what happened. */
function makeGroup(mostItems = Infinity) {
  const happened: string[] = []
  const ends: ((error?: Error) => void)[] = []
  const add = createGroup<string, string>({
    execute(items) {
      happened.push(`begins ${items.join(' ')}`)
      return new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))))
      })
    },
    begin() {
      let count = 0
      return () => ++count <= mostItems
    },
  })
  const ask = (item: string) =>
    add(item).then(
      (result) => happened.push(`answers ${result}`),
      (error: Error) => happened.push(`fails ${item}: ${error.message}`),
    )
  return { happened, ends, ask }
}

const turn = () => new Promise(setImmediate)

test('a group carries out together what arrives in one turn of the event loop', async () => {
  const { happened, ends, ask } = makeGroup()
  const asked = [ask('a'), ask('b')]
  await turn()
  ends[0]?.()
  await Promise.all(asked)
  expect(happened).toEqual(['begins a b', 'answers A', 'answers B'])
})

test('a group begins the next group before it answers the one that has ended', async () => {
  const { happened, ends, ask } = makeGroup()
  const first = ask('a')
  await turn()
  const others = [ask('b'), ask('c')]
  ends[0]?.()
  await first
  expect(happened).toEqual(['begins a', 'begins b c', 'answers A'])
  ends[1]?.()
  await Promise.all(others)
})

test('a group begins the next group after one that failed, and fails each item of that one', async () => {
  const { happened, ends, ask } = makeGroup()
  const failed = [ask('a'), ask('b')]
  await turn()
  const next = ask('c')
  ends[0]?.(new Error('no connection'))
  await Promise.all(failed)
  await turn()
  ends[1]?.()
  await next
  expect(happened).toEqual([
    'begins a b',
    'begins c',
    'fails a: no connection',
    'fails b: no connection',
    'answers C',
  ])
})

test('a group leaves an item that may not be in a group to the next one', async () => {
  const { happened, ends, ask } = makeGroup(2)
  const asked = [ask('a'), ask('b'), ask('c')]
  await turn()
  ends[0]?.()
  await asked[0]
  await turn()
  ends[1]?.()
  await Promise.all(asked)
  expect(happened).toEqual(['begins a b', 'begins c', 'answers A', 'answers B', 'answers C'])
})

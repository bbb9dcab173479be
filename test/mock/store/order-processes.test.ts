import { afterAll, expect, onTestFinished, test } from 'vitest'
import { bundleProgram } from '../../support/service-process'
import { countUnseen } from './order-processes'

const program = await bundleProgram(afterAll, 'test/mutants/store/program.ts')

test('a reader that follows the cursors misses no event of many writers over four processes', async () => {
  const { unseen, created } = await countUnseen({ program, until: onTestFinished, events: 8 })
  expect(created).toBe(128)
  expect(unseen).toBe(0)
})

test('a plain sequence in place of the order of commits is noticed', async () => {
  const mistake = 'a plain sequence'
  const { unseen } = await countUnseen({ program, until: onTestFinished, mistake, events: 8 })
  expect(unseen).toBeGreaterThan(0)
})

import { afterAll, expect, test } from 'vitest'
import { missingRedis } from '../../support/redis'
import { runChaos } from './inbox-chaos'
import { bundle } from './paced-processes'

const program = await bundle(afterAll, 'receive')
const size = { deliveries: 3000, kills: 150 }
const forms = ['transactional', 'leased', 'mixed', 'redis'] as const

for (const form of forms) {
  test.skipIf(form === 'redis' && missingRedis())(
    `${size.deliveries} deliveries under ${size.kills} kills, in the form ${form}`,
    async ({ onTestFinished: until }) => {
      const { effects, commits } = await runChaos({ program, form, ...size, until })
      const times = (count: number) => effects.filter((effect) => effect === count).length
      console.log(`${form}: ${times(1)} deliveries took effect once, ${size.deliveries - times(1)} not.`)
      expect(times(0)).toBe(0)
      expect(commits.filter((count) => count > 1)).toEqual([])
      if (form === 'transactional') expect(times(1)).toBe(size.deliveries)
    },
  )
}

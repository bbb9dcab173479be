import { afterAll, expect, test } from 'vitest'
import { missingRedis } from '../../support/redis'
import { runChaos } from './inbox-chaos'
import { bundle } from './paced-processes'

const program = await bundle(afterAll, 'receive')
const size = { deliveries: 40, kills: 4 }
const missing = missingRedis()

test.concurrent(
  'three processes that are killed again and again let each delivery take effect once in its transaction',
  async ({ onTestFinished: until }) => {
    const { effects } = await runChaos({ program, form: 'transactional', ...size, until })
    expect(effects.filter((count) => count !== 1)).toEqual([])
  },
)

test.concurrent.for([
  { form: 'leased' as const, name: 'PostgreSQL', missing: undefined },
  { form: 'mixed' as const, name: 'PostgreSQL beside transactions', missing: undefined },
  { form: 'redis' as const, name: 'Redis', missing },
])(
  'three processes that are killed and outlive their leases commit no delivery twice on $name',
  async ({ form, missing }, { onTestFinished: until, skip }) => {
    if (missing) skip(missing)
    const { effects, commits } = await runChaos({ program, form, ...size, until })
    expect(commits.filter((count) => count > 1)).toEqual([])
    expect(effects.filter((count) => count === 0)).toEqual([])
  },
)

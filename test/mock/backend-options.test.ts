import { expect, test } from 'vitest'
import { createBackend, createClock, type BackendOptions } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'
import { createDeliveryFetch, serve, toNodeHandler } from '@event-delivery/mock/node'

const wrong: readonly [options: object, says: RegExp][] = [
  [{ dialekt: {} }, /^dialekt is no field of the options of createBackend.*nearest one is dialect\./],
  [{ limits: { jurnal: 1 } }, /^jurnal is no field of limits.*nearest one is journal\./],
  [{ limits: { journal: -1 } }, /^limits\.journal must be a number from 0 on/],
  [{ limits: { nesting: Number.NaN } }, /^limits\.nesting must be a number from 0 on/],
  [{ role: 'wroker' }, /^role must be one of api, worker, all\. The nearest one is worker\./],
  [{ signWith: 'real' }, /^signWith must be one of real-time, mock-time/],
  [{ maxMemory: '5' }, /^maxMemory must be a number/],
  [{ keys: 'sk_live_x' }, /^keys must be an array/],
  [{ keys: [{ key: 'sk_live_x', scopes: ['events:raed'] }] }, /^keys\[0\] of the options: scopes must be/],
  [{ keys: [{ key: 'sk_live_x', expiresAt: 'never' }] }, /^keys\[0\] of the options: expiresAt/],
  [{ faults: {} }, /^faults must be an array/],
  [{ clock: {} }, /^clock must be an object with now\(\) and schedule\(\)/],
  [{ random: { bytes() {} } }, /^random must be an object with bytes\(\) and fraction\(\)/],
  [{ store: {} }, /^store must be an object with open\(\)/],
  [{ forwards: [] }, /^forwards must be an object with list\(\) and target\(\)/],
  [{ metrics: {} }, /^metrics must be an object with request\(\)/],
  [{ fetch: 5 }, /^fetch must be a function/],
  [{ onEntry: {} }, /^onEntry must be a function/],
  [{ controlToken: 5 }, /^controlToken must be a string/],
]

test('an option that is unknown or of another kind is refused by its name, with what would be right', async () => {
  for (const [options, says] of wrong) expect(() => createBackend(options as BackendOptions)).toThrow(says)
  expect(() => createBackend(null as never)).toThrow('The options of createBackend must be an object.')
  expect(() => createClock({ nwo: 1 } as never)).toThrow(
    /^nwo is no field of the options of createClock.*now\./,
  )
  expect(() => createClock({ now: new Date('never') })).toThrow(/^now must be a time before the last day/)
  const backend = createBackend()
  await expect(serve(backend, { prot: 0 } as never)).rejects.toThrow(/^prot is no field of .* serve.*port\./)
  expect(() => toNodeHandler(backend, { allowHost: [] } as never)).toThrow(/^allowHost is no .*allowHosts\./)
  expect(() => createDeliveryFetch({ allowPrivate: false } as never)).toThrow(
    /^allowPrivate is no .* createDeliveryFetch.*allowInternal\./,
  )
  expect(() => handlers(backend, 'https://api.events.example', { orgin: '' } as never)).toThrow(
    /^orgin is no .* handlers.*origin\./,
  )
})

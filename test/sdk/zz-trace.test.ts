import { test } from 'vitest'
import { bucket, fixedWindow, serviceWith } from './pace-service'
import { input } from './client'
test('sim', async () => {
  for (const [name, lim, lat] of [['fixed100', fixedWindow(100), 50], ['gcra100', bucket(100, 1), 50], ['fixed10', fixedWindow(10), 300]] as const) {
    console.log('==', name); (globalThis as any).trace = (t: number, o: object) => console.log((t/1000-1000).toFixed(2), JSON.stringify(o))
    const s = serviceWith(lim, lat)
    await Promise.allSettled(Array.from({ length: name === 'fixed10' ? 1000 : 8000 }, () => s.client.events.create(input)))
    console.log('end', s.seconds(), s.seen.refused)
  }
})

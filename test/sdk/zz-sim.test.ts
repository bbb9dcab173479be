import { test } from 'vitest'
import { bucket, fixedWindow, serviceWith, unlimited } from './pace-service'
import { input } from './client'
const report = (name: string, s: ReturnType<typeof serviceWith>, count: number, rate?: number) => {
  const { taken, refused } = s.seen
  const half = taken.slice(Math.floor(taken.length / 3))
  const thr = (half.length - 1) / ((half.at(-1)! - half[0]!) / 1000)
  console.log(name.padEnd(50), 'created', taken.length, 'refused', refused, ((100 * refused) / count).toFixed(2) + '%', 's', s.seconds().toFixed(1), 'later rate', thr.toFixed(2), rate ? ((100 * thr) / rate).toFixed(1) + '%' : '', 'inflight', s.seen.mostUnderWay)
}
const singles = async (name: string, lim: any, lat: number, n: number, rate?: number) => {
  const s = serviceWith(lim, lat)
  const r = await Promise.allSettled(Array.from({ length: n }, () => s.client.events.create(input)))
  report(`${name} ${n} singles at ${lat} ms; failed ${r.filter((x) => x.status === 'rejected').length}`, s, n, rate)
}
const bulk = async (name: string, lim: any, lat: number, n: number, rate?: number, options = {}) => {
  const s = serviceWith(lim, lat)
  await s.client.events.createAll(Array.from({ length: n }, () => input), options).summary()
  report(`${name} ${n} bulk at ${lat} ms`, s, n, rate)
}
test('sim', async () => {
  for (const lat of [0, 50, 300, 800]) await singles('free', bucket(10), lat, 1000, 10)
  for (const lat of [0, 50, 300]) await singles('pro', bucket(100), lat, 1000, 100)
  for (const lat of [0, 50, 300]) await singles('pro', bucket(100), lat, 10000, 100)
  for (const lat of [50, 300]) await singles('unlimited', unlimited, lat, 1000)
  for (const lat of [50, 300]) await singles('unlimited', unlimited, lat, 50)
  for (const lat of [50, 300]) await singles('fixed10', fixedWindow(10), lat, 1000, 10)
  for (const lat of [50, 300]) await singles('fixed100', fixedWindow(100), lat, 5000, 100)
  for (const lat of [50, 300]) await singles('gcra10', bucket(10, 1), lat, 1000, 10)
  for (const lat of [50, 300]) await singles('gcra 100', bucket(100, 1), lat, 5000, 100)
  for (const lat of [50]) await singles('2/s', bucket(2, 2), lat, 300, 2)
  for (const lat of [50, 300]) await bulk('free', bucket(10), lat, 1000, 10)
  for (const lat of [0, 50, 300]) await bulk('pro', bucket(100), lat, 10000, 100)
  for (const lat of [50, 300]) await bulk('unlimited', unlimited, lat, 5000)
  for (const lat of [50, 300]) await bulk('rate 100', bucket(100), lat, 3000, 100, { rate: 100 })
})

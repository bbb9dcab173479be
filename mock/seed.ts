export { checkedSeed, checkSeed } from './seeding/check-seed'
export type { Seed } from './seeding/seed'

import type { DedupeStore } from '../receiving/dedupe'

/** The means of a rule: two stores on the same deliveries, and a way to let time pass. */
export interface DedupeTrial {
  mine: DedupeStore
  theirs: DedupeStore
  /** A scope that nobody else uses. */
  scope: string
  /** A delivery in that scope. */
  delivery: Named
  /** Leases that end within the trial, the second not before it is renewed, and one that does not end. In milliseconds. */
  short: number
  medium: number
  long: number
  /** Lets `ms` milliseconds pass, and a second more for stores that count in seconds. */
  pass(ms: number): Promise<void>
}

/** A rule of the contract of a dedupe store. */
export type DedupeRule = (trial: DedupeTrial) => Promise<void>

function expect(isTrue: boolean, failure: string): asserts isTrue {
  if (!isTrue) throw new Error(failure)
}

const shown = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

/** The scope and the id of a delivery. */
type Named = readonly [scope: string, id: string]

/** The token of a claim that has to succeed. */
async function own(store: DedupeStore, delivery: Named, lease: number, when = 'at first'): Promise<string> {
  const result: unknown = await store.claim(...delivery, lease)
  const isToken = typeof result === 'string' && result !== '' && result !== 'done' && result !== 'busy'
  expect(isToken, `claim has to give a token ${when}. It gave ${shown(result)}.`)
  return result
}

async function expectClaim(store: DedupeStore, delivery: Named, wanted: 'done' | 'busy', when: string) {
  const result: unknown = await store.claim(...delivery, 600_000)
  expect(result === wanted, `claim has to give "${wanted}" ${when}. It gave ${shown(result)}.`)
}

async function expectAnswer(
  action: string,
  answer: boolean | Promise<boolean>,
  wanted: boolean,
  when: string,
) {
  const result: unknown = await answer
  expect(result === wanted, `${action} has to give ${wanted} ${when}. It gave ${shown(result)}.`)
}

/** Pairs of a scope and an id that are not the same, though a careless key would make them so. */
const differing = (scope: string): readonly (readonly [...Named, ...Named])[] => [
  [scope, 'id', scope + '-2', 'id'],
  ...[':', '/', '.', '|', ',', ' ', '-', '_', '#', '"', ''].map(
    (separator) => [`${scope}${separator}a`, 'b', scope, `a${separator}b`] as const,
  ),
  [scope, 'case', scope, 'CASE'],
  [scope, 'blank', scope, 'blank '],
  [scope, 'xzy', scope, 'x_y'],
  [scope, `${'n'.repeat(250)}1`, scope, `${'n'.repeat(250)}2`],
  [scope, '1', scope, '01'],
]

/** The contract of a dedupe store: its rules by their titles. */
export const dedupeRules: Readonly<Record<string, DedupeRule>> = {
  async 'the first to claim gets a token, and all others are told that it is busy'({
    mine,
    theirs,
    delivery,
    long,
    short,
    pass,
  }) {
    await own(mine, delivery, long)
    await expectClaim(theirs, delivery, 'busy', 'while another one owns the delivery')
    await expectClaim(mine, delivery, 'busy', 'while the same process owns the delivery')
    await pass(short)
    await expectClaim(theirs, delivery, 'busy', 'before the lease has ended')
  },
  async 'of many that claim at once, one gets the delivery'({ mine, theirs, scope, long }) {
    for (let round = 0; round < 5; round++) {
      const claims = Array.from({ length: 20 }, async (_, at) =>
        (at % 2 ? mine : theirs).claim(scope, `id-${round}`, long),
      )
      const results = await Promise.all(claims)
      const winners = results.filter((result) => result !== 'busy').length
      expect(winners === 1, `Of 20 claims at once, one has to get a token. ${winners} were not "busy".`)
    }
  },
  async 'no two claims have the same token'({ mine, theirs, delivery, scope, long }) {
    const first = await own(mine, delivery, long)
    await mine.release(first)
    const second = await own(theirs, delivery, long, 'after a release')
    const other = await own(theirs, [scope, 'other'], long)
    expect(new Set([first, second, other]).size === 3, 'Each claim has to have a token of its own.')
    await expectAnswer('release', mine.release(first), false, 'for the token of an earlier claim')
    await expectClaim(mine, delivery, 'busy', 'after a release by the earlier owner')
  },
  async 'another scope or another id is another delivery'({ mine, theirs, scope, long }) {
    for (const [at] of differing('').entries()) {
      const [scopeA, idA, scopeB, idB] = differing(`${scope}-${at}`)[at]!
      const [one, another] = [[scopeA, idA] as const, [scopeB, idB] as const]
      const token = await own(mine, one, long)
      const when = `for ${shown(scopeB)} and ${shown(idB)} beside ${shown(scopeA)} and ${shown(idA)}`
      const other = await own(theirs, another, long, when)
      await expectAnswer('commit', mine.commit(token, long), true, 'for the owner')
      await expectClaim(mine, another, 'busy', `after a commit of another delivery, ${when}`)
      await expectAnswer('release', theirs.release(other), true, 'for the owner')
      await own(theirs, another, long, `after a release, ${when}`)
    }
  },
  async 'a delivery that was committed is done, for longer than its lease'({
    mine,
    theirs,
    delivery,
    medium,
    long,
    pass,
  }) {
    const token = await own(mine, delivery, medium)
    await expectAnswer('commit', mine.commit(token, long), true, 'for the owner')
    await expectClaim(theirs, delivery, 'done', 'after a commit')
    await expectClaim(mine, delivery, 'done', 'after a commit')
    await pass(medium)
    await expectClaim(theirs, delivery, 'done', 'after a commit, when the lease would have ended')
  },
  async 'nothing that an owner does after its commit changes that the delivery is done'({
    mine,
    theirs,
    delivery,
    short,
    long,
    pass,
  }) {
    const token = await own(mine, delivery, long)
    await mine.commit(token, long)
    await expectAnswer('renew', mine.renew(token, short), false, 'after the commit')
    await expectAnswer('release', mine.release(token), false, 'after the commit')
    await expectClaim(theirs, delivery, 'done', 'after a renewal and a release that came after the commit')
    await pass(short)
    await expectClaim(
      theirs,
      delivery,
      'done',
      'when the lease of a renewal after the commit would have ended',
    )
  },
  async 'a delivery is forgotten after its retention'({ mine, theirs, delivery, short, long, pass }) {
    const token = await own(mine, delivery, long)
    await mine.commit(token, short)
    await pass(short)
    await own(theirs, delivery, long, 'after the retention')
  },
  async 'a delivery that was released goes to the next who asks'({ mine, theirs, delivery, long }) {
    const token = await own(mine, delivery, long)
    await expectAnswer('release', mine.release(token), true, 'for the owner')
    await expectAnswer('commit', mine.commit(token, long), false, 'after the release')
    await expectAnswer('renew', mine.renew(token, long), false, 'after the release')
    await expectAnswer('release', mine.release(token), false, 'after the release')
    await own(theirs, delivery, long, 'after a release')
  },
  async 'a lease ends by itself, and its late owner can do nothing'({
    mine,
    theirs,
    delivery,
    short,
    long,
    pass,
  }) {
    const late = await own(mine, delivery, short)
    await pass(short)
    const token = await own(theirs, delivery, long, 'after the lease of another one has ended')
    for (const action of ['renew', 'commit', 'release'] as const) {
      const answer = action === 'release' ? mine.release(late) : mine[action](late, short)
      await expectAnswer(
        action,
        answer,
        false,
        'for an owner whose lease has ended and passed to another one',
      )
      await expectClaim(mine, delivery, 'busy', `after ${action} by a late owner`)
    }
    await pass(short)
    await expectClaim(mine, delivery, 'busy', 'while the next owner holds the delivery')
    await expectAnswer('commit', theirs.commit(token, long), true, 'for the next owner')
  },
  async 'a renewal counts from the time when it is asked for'({
    mine,
    theirs,
    delivery,
    short,
    medium,
    long,
    pass,
  }) {
    const token = await own(mine, delivery, medium)
    await expectAnswer('renew', mine.renew(token, long), true, 'for the owner')
    await pass(medium)
    await expectClaim(theirs, delivery, 'busy', 'after the first lease, when the claim was renewed')
    await expectAnswer('renew', mine.renew(token, short), true, 'for the owner')
    await pass(short)
    await own(theirs, delivery, long, 'after the lease of a renewal')
  },
  async 'a token that nobody was given owns nothing'({ mine, delivery, scope, long }) {
    await own(mine, delivery, long)
    for (const unknown of ['unknown', '', `${scope}id`, JSON.stringify([scope, 'id'])]) {
      await expectAnswer('renew', mine.renew(unknown, long), false, 'for an unknown token')
      await expectAnswer('commit', mine.commit(unknown, long), false, 'for an unknown token')
      await expectAnswer('release', mine.release(unknown), false, 'for an unknown token')
    }
    await expectClaim(mine, delivery, 'busy', 'after actions with unknown tokens')
  },
}

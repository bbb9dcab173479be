import { expect, test } from 'vitest'
import { mutantOf } from '../mutants/find'
import { named } from '../support/judged'
import { search } from '../mutants/search'

/** Mutants that only a round of many values, requests or seconds shows, and the check that has to find each. */
const finders: readonly (readonly [check: string, mutant: string, finder?: string])[] = [
  ['nasty-payloads-come-back', 'listed-data-cut-at-255'],
  ['nasty-payloads-come-back', 'retrieved-data-fifteen-digits'],
  ['nasty-payloads-come-back', 'listed-data-twenty-levels'],
  ['nasty-types-come-back', 'retrieved-type-composed'],
  ['pages-of-the-default-size', 'page-doubles-its-last-without-limit'],
  ['events-at-once-are-kept-apart', 'event-mixed-up-over-ten-at-once'],
  ['idempotency-keys-that-stores-confuse', 'idempotency-key-cut-at-128'],
  ['idempotency-keys-that-stores-confuse', 'idempotency-key-as-a-number-and-back'],
  ['idempotency-across-refusals', 'idempotency-keys-forgotten-after-a-refused-first'],
  ['idempotency-of-large-events', 'idempotency-keys-forgotten-over-eight-kilobytes'],
  ['idempotency-keeps-the-stored-event', 'replay-with-another-body-overwrites'],
  ['idempotency-replay', 'window-of-a-second-and-a-half'],
  ['event-created-time', 'events-have-the-time-of-the-first'],
  ['no-server-error-in-events', 'half-a-pair-in-data-is-500'],
  ['over-the-limit-a-creation-is-429', 'limit-no-retry-after-for-creations'],
  ['listed-events-equal-created-ones', 'page-has-empty-payloads-after-a-cursor'],
  ['idempotency-other-body', 'conflict-without-envelope', 'answers-fit-the-document'],
]

for (const [check, id, finder = check] of finders) {
  test(`${check} finds ${id}`, async () => {
    const { found, blamed } = await search(mutantOf(id), named(check))
    expect(found, blamed.join('\n')).toBe(finder)
  })
}

/** The tier of the tests that runs this file, which `vitest.config.ts` sets. */
export const tier = process.env.TIER as 'test' | 'more' | 'soak'

/** What each tier gives a `sized` test, such as a number of cases. A file that begins in `more` names nothing for `test`. */
export interface Sizes<Size> {
  test?: Size
  more: Size
  soak: Size
}

/** What the tier that runs a `sized` test gives it. */
export function sized<Size>({ test, more, soak }: Sizes<Size>): Size {
  if (tier === 'test' && test !== undefined) return test
  return tier === 'soak' ? soak : more
}

import { distinctText } from './nasty-values'

/** Idempotency keys that stores take for one another, each pair in the order in which that shows. */
export interface ConfusableKeys {
  /** Keys that a header may bear. */
  anywhere: readonly string[]
  /** Keys that only a field of the body may bear: a header has no blanks around its value and no letters beyond ASCII. */
  inBody: readonly string[]
}

/** Makes keys that nobody has used before. */
export function confusableKeys(): ConfusableKeys {
  // A letter has a case, so that the key in capitals is another.
  const own = `k${crypto.randomUUID().slice(0, 13)}`
  const number = `${1 + Math.floor(Math.random() * 8)}${Date.now()}`
  // Keys that share their first 32, 64, 128 and 255 characters.
  const long = `${own}${distinctText(256).replaceAll(' ', '0')}`
  const cut = [33, 65, 129, 255].map((length) => long.slice(0, length))
  return {
    anywhere: [
      own,
      own.toUpperCase(),
      ...[number, `0${number}`, `${number}.0`, `+${number}`],
      // A wildcard matches a key that is known already.
      ...[`${own}xa`, `${own}_a`, `${own}%`, `${own}*`],
      ...[`${own} a`, `${own}  a`, `${own}+a`],
      ...[`${own}A`, `${own}%41`],
      ...[`${own},a`, `${own},b`],
      // No float of 32 bits tells the first two apart, and none of 64 bits the others.
      ...[`${number}1`, `${number}2`, `${number}000001`, `${number}000002`],
      ...cut,
      `${long.slice(0, 254)}x`,
      ...[`${long.slice(0, 255)}a`, `${long.slice(0, 255)}b`],
    ],
    // In a header quotes, semicolons and backslashes may be marks of its syntax (RFC 9651).
    inBody: [
      `"${own}"`,
      `${own}"A`,
      `${own}\\A`,
      `${own};a`,
      `${own};b`,
      `  ${own}`,
      `${own}  `,
      `${own}\u00e9`,
      `${own}e\u0301`,
      `${own}e`,
    ],
  }
}

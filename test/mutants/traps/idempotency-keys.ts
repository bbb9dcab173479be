import { changeIdempotencyKey } from '../changes'
import { like } from './like'
import { ofFamily, pick, traps, type Trap } from './trap'
import { remembering, type Breakage, type Mutant } from '../../support/breakage'
import { textTraps } from './texts'

/** Changes that broken services make to idempotency keys before they compare them. A header loses the blanks around its value anyway. */
const keyFolds: readonly Trap<string>[] = [
  ...pick(textTraps, 'cut-at-32 cut-at-64 cut-at-128 in-lower-case in-upper-case with-single-blanks'),
  ...pick(textTraps, 'as-a-number-and-back percent-decoded plus-is-a-blank without-backslashes'),
  ...traps<string>({
    'cut-to-the-last-32': (text) => text.slice(-32),
    'cut-to-the-last-128': (text) => text.slice(-128),
    'without-quotes': (text) => text.replace(/^"(.*)"$/, '$1'),
    'up-to-a-comma': (text) => text.split(',')[0],
    'up-to-a-semicolon': (text) => text.split(';')[0],
    'up-to-a-blank': (text) => text.split(' ')[0],
    'without-marks': (text) => text.replace(/[^a-z0-9]/gi, ''),
    'as-an-integer': (text) => (/^\d+/.test(text) ? String(Number(/^\d+/.exec(text)?.[0])) : text),
    'without-leading-zeros': (text) => text.replace(/^0+(?=.)/, ''),
    'in-single-precision': (text) =>
      /^\d{16,}$/.test(text) ? String(Number(Number(text).toPrecision(15))) : text,
  }),
]

const wildcards = { 'like-percent': /%/g, 'like-underscore': /_/g }

/** Mutants that take two idempotency keys for one. */
export const comparedIdempotencyKeys = ofFamily('idempotency keys as databases compare', [
  ...keyFolds.map(({ name, change }) =>
    compared(
      name,
      changeIdempotencyKey((key) => String(change(key))),
    ),
  ),
  ...Object.entries(wildcards).map(([name, marks]) =>
    compared(
      name,
      remembering(() => {
        const seen: string[] = []
        return changeIdempotencyKey((key) => {
          const pattern = like(key, marks)
          const found = seen.find((one) => pattern.test(one)) ?? key
          seen.push(found)
          return found
        })
      }),
    ),
  ),
])

function compared(name: string, breakage: Breakage): Mutant {
  return { id: `idempotency-key-${name}`, rule: 'EV-13', mode: 'non-disruptive', break: breakage }
}

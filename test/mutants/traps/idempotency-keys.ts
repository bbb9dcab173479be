import { changeIdempotencyKey } from '../changes'
import { like } from './like'
import { ofFamily, pick, traps, type Trap } from './trap'
import { remembering, type Mutant } from '../../support/breakage'
import { textTraps } from './texts'

/** Changes that broken services make to idempotency keys before they compare them. A header loses the blanks around its value anyway. */
const keyFolds: readonly Trap<string>[] = [
  ...pick(
    textTraps,
    'cut-at-32',
    'cut-at-64',
    'cut-at-128',
    'in-lower-case',
    'in-upper-case',
    'with-single-blanks',
  ),
  ...pick(textTraps, 'as-a-number-and-back', 'percent-decoded', 'plus-is-a-blank', 'without-backslashes'),
  ...traps<string>({
    'without-quotes': ['loses its quotes', (text) => text.replace(/^"(.*)"$/, '$1')],
    'up-to-a-comma': ['ends at its first comma', (text) => text.split(',')[0]],
    'up-to-a-semicolon': ['ends at its first semicolon', (text) => text.split(';')[0]],
    'up-to-a-blank': ['ends at its first blank', (text) => text.split(' ')[0]],
    'without-marks': ['loses all but letters and digits', (text) => text.replace(/[^a-z0-9]/gi, '')],
    'as-an-integer': [
      'is kept as the integer that it begins with',
      (text) => (/^\d+/.test(text) ? String(Number(/^\d+/.exec(text)?.[0])) : text),
    ],
    'without-leading-zeros': ['loses the zeros at its start', (text) => text.replace(/^0+(?=.)/, '')],
    'in-single-precision': [
      'is kept as a number of 15 digits',
      (text) => (/^\d{16,}$/.test(text) ? String(Number(Number(text).toPrecision(15))) : text),
    ],
  }),
]

/** Mutants that take two idempotency keys for one. */
export const comparedIdempotencyKeys = ofFamily('idempotency keys as databases compare', [
  ...keyFolds.map(({ name, says, change }): Mutant => ({
    id: `idempotency-key-${name}`,
    title: `an idempotency key ${says}`,
    rule: 'EV-13',
    mode: 'non-disruptive',
    break: changeIdempotencyKey((key) => String(change(key))),
  })),
  ...[
    { name: 'like-percent', wildcards: /%/g, title: 'a percent sign' },
    { name: 'like-underscore', wildcards: /_/g, title: 'an underscore' },
  ].map(({ name, wildcards, title }): Mutant => ({
    id: `idempotency-key-${name}`,
    title: `${title} in an idempotency key stands for anything`,
    rule: 'EV-13',
    mode: 'non-disruptive',
    break: remembering(() => {
      const seen: string[] = []
      return changeIdempotencyKey((key) => {
        const pattern = like(key, wildcards)
        const found = seen.find((one) => pattern.test(one)) ?? key
        seen.push(found)
        return found
      })
    }),
  })),
])

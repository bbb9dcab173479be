import { distinctText } from './nasty-values'

/** A type of an event that stores are known to change on its way. */
export interface NastyType {
  name: string
  /** Makes the type of a text that no other type of the run holds. */
  type: (unique: string) => string
  /** The reason for which a deployment may refuse the type by a 4xx; without one only its length may be refused. */
  refusable?: string
}

const control = 'A control character is no part of a name that people choose.'

/** The types of the round trip. The run's own text stands first where that is possible. */
export const nastyTypes: readonly NastyType[] = [
  ...[33, 65, 129, 256].map((length) => ({
    name: `length-${length}`,
    type: (unique: string) =>
      `${unique}.${distinctText(length)}`.slice(0, length - 1).padEnd(length - 1, '.') + 'x',
  })),
  { name: 'leading-blank', type: (unique) => ` ${unique}` },
  { name: 'marks', type: (unique) => `${unique}  <b>&amp; %_*?,;"'\\\`{a}[b]|#@!$^~` },
  { name: 'percent-encoded', type: (unique) => `${unique}.a%41+b%2Fc ` },
  { name: 'accents-composed', type: (unique) => `${unique}.Caf\u00e9.\u00c5` },
  { name: 'accents-decomposed', type: (unique) => `${unique}.Cafe\u0301.A\u030a` },
  {
    name: 'astral',
    type: (unique) => `${unique}.\u{1f600}\u{20bb7}.\u{1f468}\u200d\u{1f469}.\u0130\u00df\uff21`,
  },
  { name: 'like-a-number', type: (unique) => `0${unique.replace(/\D/g, '')}.50` },
  { name: 'tab-and-line-end', type: (unique) => `${unique}.a\tb\r\nc`, refusable: control },
  { name: 'nul', type: (unique) => `${unique}.a\u0000b`, refusable: control },
]

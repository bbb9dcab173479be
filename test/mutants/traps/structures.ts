import { changeDeep, isObject, traps, type Trap } from './trap'
import type { Json } from '../changes'

const lists = (change: (list: unknown[]) => unknown) => (value: unknown) =>
  changeDeep(value, (part) => (Array.isArray(part) ? change(part) : part))

/** Changes objects inside of a payload, or the payload itself too. */
const objects = (change: (object: Json) => unknown) => (value: unknown) =>
  changeDeep(value, (part) => (isObject(part) ? change(part) : part))
const innerObjects = (change: (object: Json) => unknown) => (value: unknown) =>
  changeDeep(value, (part, depth) => (isObject(part) && depth > 0 ? change(part) : part))

const numbers = (change: (number: number) => unknown) => (value: unknown) =>
  changeDeep(value, (part) => (typeof part === 'number' ? change(part) : part))

const entriesOf = (change: (entries: [string, unknown][]) => [string, unknown][]) =>
  objects((object) => Object.fromEntries(change(Object.entries(object))))
const names = (change: (name: string) => string) =>
  entriesOf((entries) => entries.map(([name, value]) => [change(name), value]))

/** Values deeper than `most` levels become null. */
const shallow = (most: number) => (value: unknown) =>
  changeDeep(value, (part, depth) => (depth > most && typeof part === 'object' ? null : part))

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1)

/** Changes that broken services make to lists in payloads. */
export const listTraps: readonly Trap[] = traps({
  'lists-of-10': lists((list) => list.slice(0, 10)),
  'lists-of-100': lists((list) => list.slice(0, 100)),
  'lists-of-256': lists((list) => list.slice(0, 256)),
  'lists-as-sets': lists((list) =>
    list.filter(
      (item, index) => list.findIndex((one) => JSON.stringify(one) === JSON.stringify(item)) === index,
    ),
  ),
  'lists-in-order': lists((list) =>
    list.every((item) => typeof item === 'number' || typeof item === 'string')
      ? [...list].sort(byText)
      : list,
  ),
  'lists-without-null': lists((list) => list.filter((item) => item !== null)),
  'single-items-unwrapped': lists((list) => (list.length === 1 ? list[0] : list)),
  'empty-lists-as-objects': lists((list) => (list.length === 0 ? {} : list)),
  'lists-flattened': lists((list) =>
    list.every((item) => Array.isArray(item)) ? (list as unknown[][]).flat() : list,
  ),
})

/** Changes that broken services make to objects in payloads. */
export const objectTraps: readonly Trap[] = traps({
  'ten-levels': shallow(10),
  'twenty-levels': shallow(20),
  '32-levels': shallow(32),
  '64-levels': shallow(64),
  'a-hundred-fields': entriesOf((entries) => entries.slice(0, 100)),
  'a-thousand-fields': entriesOf((entries) => entries.slice(0, 1_000)),
  'without-empty-objects': entriesOf((entries) =>
    entries.filter(([, value]) => !(isObject(value) && isEmpty(value))),
  ),
  'without-empty-lists': entriesOf((entries) =>
    entries.filter(([, value]) => !(Array.isArray(value) && isEmpty(value))),
  ),
  'empty-objects-as-lists': innerObjects((object) => (isEmpty(object) ? [] : object)),
  'without-null-fields': entriesOf((entries) => entries.filter(([, value]) => value !== null)),
  'without-the-prototype-field': entriesOf((entries) => entries.filter(([name]) => name !== '__proto__')),
  'without-the-constructor-field': entriesOf((entries) => entries.filter(([name]) => name !== 'constructor')),
  'without-the-id-of-documents': entriesOf((entries) => entries.filter(([name]) => name !== '_id')),
  'without-the-empty-name': entriesOf((entries) => entries.filter(([name]) => name !== '')),
  'without-dollar-names': entriesOf((entries) => entries.filter(([name]) => !name.startsWith('$'))),
  'dots-in-names-replaced': names((name) => name.replaceAll('.', '_')),
  'dots-in-names-nest': entriesOf((entries) =>
    entries.map(([name, value]) => {
      const [outer = '', ...inner] = name.split('.')
      return inner.length === 0 ? [name, value] : [outer, { [inner.join('.')]: value }]
    }),
  ),
  'numbered-fields-as-lists': innerObjects((object) =>
    !isEmpty(object) && Object.keys(object).every((name) => /^\d+$/.test(name))
      ? Object.values(object)
      : object,
  ),
  'names-in-lower-case': names((name) => name.toLowerCase()),
  'names-in-snake-case': names((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  'names-cut-at-64': names((name) => name.slice(0, 64)),
  'names-cut-at-255': names((name) => name.slice(0, 255)),
  'names-trimmed': names((name) => name.trim()),
  'names-composed': names((name) => name.normalize('NFC')),
  'names-in-ascii': names((name) => name.replace(/[^ -~]/gu, '?')),
})

/** Changes that broken services make to numbers in payloads. */
export const numberTraps: readonly Trap[] = traps({
  'single-precision': numbers(Math.fround),
  'fifteen-digits': numbers((number) => Number(number.toPrecision(15))),
  'two-decimals': numbers((number) => (Number.isInteger(number) ? number : Math.round(number * 100) / 100)),
  'integers-of-31-bits': numbers((number) =>
    Number.isSafeInteger(number) ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, number)) : number,
  ),
  'large-integers-as-text': numbers((number) =>
    Number.isSafeInteger(number) && Math.abs(number) >= 2 ** 31 ? String(number) : number,
  ),
  'fractions-as-text': numbers((number) => (Number.isInteger(number) ? number : String(number))),
  'without-exponents': numbers((number) => (Math.abs(number) < 1e-6 ? 0 : number)),
})

/** Changes that broken services make to whole payloads. */
export const booleanTraps: readonly Trap[] = traps({
  'booleans-as-numbers': (value) =>
    changeDeep(value, (part) => (typeof part === 'boolean' ? Number(part) : part)),
  'false-as-null': (value) => changeDeep(value, (part) => (part === false ? null : part)),
  'null-as-text': (value) => changeDeep(value, (part) => part ?? ''),
})

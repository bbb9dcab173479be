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
  'lists-of-10': ['loses what follows the tenth item of a list', lists((list) => list.slice(0, 10))],
  'lists-of-100': ['loses what follows the hundredth item of a list', lists((list) => list.slice(0, 100))],
  'lists-of-256': ['loses what follows item 256 of a list', lists((list) => list.slice(0, 256))],
  'lists-as-sets': [
    'loses items that a list holds twice',
    lists((list) =>
      list.filter(
        (item, index) => list.findIndex((one) => JSON.stringify(one) === JSON.stringify(item)) === index,
      ),
    ),
  ],
  'lists-in-order': [
    'has its lists sorted',
    lists((list) =>
      list.every((item) => typeof item === 'number' || typeof item === 'string')
        ? [...list].sort(byText)
        : list,
    ),
  ],
  'lists-without-null': ['loses null from its lists', lists((list) => list.filter((item) => item !== null))],
  'single-items-unwrapped': [
    'has a list of one item made the item',
    lists((list) => (list.length === 1 ? list[0] : list)),
  ],
  'empty-lists-as-objects': [
    'has an empty list made an empty object',
    lists((list) => (list.length === 0 ? {} : list)),
  ],
  'lists-flattened': [
    'has a list in a list made one list',
    lists((list) => (list.every((item) => Array.isArray(item)) ? (list as unknown[][]).flat() : list)),
  ],
})

/** Changes that broken services make to objects in payloads. */
export const objectTraps: readonly Trap[] = traps({
  'ten-levels': ['loses what lies deeper than 10 levels', shallow(10)],
  'twenty-levels': ['loses what lies deeper than 20 levels', shallow(20)],
  '32-levels': ['loses what lies deeper than 32 levels', shallow(32)],
  '64-levels': ['loses what lies deeper than 64 levels', shallow(64)],
  'a-hundred-fields': [
    'loses what follows the hundredth field of an object',
    entriesOf((entries) => entries.slice(0, 100)),
  ],
  'without-empty-objects': [
    'loses fields that are empty objects',
    entriesOf((entries) => entries.filter(([, value]) => !(isObject(value) && isEmpty(value)))),
  ],
  'without-empty-lists': [
    'loses fields that are empty lists',
    entriesOf((entries) => entries.filter(([, value]) => !(Array.isArray(value) && isEmpty(value)))),
  ],
  'empty-objects-as-lists': [
    'has an empty object made an empty list',
    innerObjects((object) => (isEmpty(object) ? [] : object)),
  ],
  'without-null-fields': [
    'loses fields that are null',
    entriesOf((entries) => entries.filter(([, value]) => value !== null)),
  ],
  'without-the-prototype-field': [
    'loses the field __proto__',
    entriesOf((entries) => entries.filter(([name]) => name !== '__proto__')),
  ],
  'without-the-constructor-field': [
    'loses the field constructor',
    entriesOf((entries) => entries.filter(([name]) => name !== 'constructor')),
  ],
  'without-the-empty-name': [
    'loses the field whose name is empty',
    entriesOf((entries) => entries.filter(([name]) => name !== '')),
  ],
  'without-dollar-names': [
    'loses fields whose name begins with a dollar',
    entriesOf((entries) => entries.filter(([name]) => !name.startsWith('$'))),
  ],
  'dots-in-names-replaced': [
    'has a dot in the name of a field made an underscore',
    names((name) => name.replaceAll('.', '_')),
  ],
  'dots-in-names-nest': [
    'has a field with a dot in its name made an object in an object',
    entriesOf((entries) =>
      entries.map(([name, value]) => {
        const [outer = '', ...inner] = name.split('.')
        return inner.length === 0 ? [name, value] : [outer, { [inner.join('.')]: value }]
      }),
    ),
  ],
  'numbered-fields-as-lists': [
    'has an object whose names are numbers made a list',
    innerObjects((object) =>
      !isEmpty(object) && Object.keys(object).every((name) => /^\d+$/.test(name))
        ? Object.values(object)
        : object,
    ),
  ],
  'names-in-lower-case': ['has the names of its fields in lower case', names((name) => name.toLowerCase())],
  'names-in-snake-case': [
    'has the names of its fields in snake case',
    names((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  ],
  'names-cut-at-64': [
    'has the names of its fields cut after 64 characters',
    names((name) => name.slice(0, 64)),
  ],
  'names-cut-at-255': [
    'has the names of its fields cut after 255 characters',
    names((name) => name.slice(0, 255)),
  ],
  'names-trimmed': ['has the names of its fields trimmed', names((name) => name.trim())],
  'names-composed': ['has the names of its fields in Unicode form C', names((name) => name.normalize('NFC'))],
  'names-in-ascii': [
    'has question marks in names that are not ASCII',
    names((name) => name.replace(/[^ -~]/gu, '?')),
  ],
})

/** Changes that broken services make to numbers in payloads. */
export const numberTraps: readonly Trap[] = traps({
  'single-precision': ['has its numbers kept in single precision', numbers(Math.fround)],
  'fifteen-digits': [
    'has its numbers kept with 15 digits',
    numbers((number) => Number(number.toPrecision(15))),
  ],
  'two-decimals': [
    'has its numbers rounded to cents',
    numbers((number) => (Number.isInteger(number) ? number : Math.round(number * 100) / 100)),
  ],
  'integers-of-31-bits': [
    'has its integers kept in 31 bits and a sign',
    numbers((number) =>
      Number.isSafeInteger(number) ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, number)) : number,
    ),
  ],
  'large-integers-as-text': [
    'has integers beyond 31 bits made texts',
    numbers((number) =>
      Number.isSafeInteger(number) && Math.abs(number) >= 2 ** 31 ? String(number) : number,
    ),
  ],
  'fractions-as-text': [
    'has its fractions made texts',
    numbers((number) => (Number.isInteger(number) ? number : String(number))),
  ],
  'without-exponents': [
    'has its smallest numbers made 0',
    numbers((number) => (Math.abs(number) < 1e-6 ? 0 : number)),
  ],
})

/** Changes that broken services make to whole payloads. */
export const booleanTraps: readonly Trap[] = traps({
  'booleans-as-numbers': [
    'has its booleans made 1 and 0',
    (value) => changeDeep(value, (part) => (typeof part === 'boolean' ? Number(part) : part)),
  ],
  'false-as-null': [
    'has false made null',
    (value) => changeDeep(value, (part) => (part === false ? null : part)),
  ],
  'null-as-text': ['has null made an empty text', (value) => changeDeep(value, (part) => part ?? '')],
})

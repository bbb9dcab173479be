/** A JSON value that stores, queues and gateways are known to change on its way. */
export interface NastyValue {
  /** In kebab case. The field of the payload that holds the value has this name. */
  name: string
  /** The value as JSON text, because `JSON.parse` alone makes a key `__proto__` and a number as it was written. */
  json: string
  /** The reason for which a deployment may refuse the value by a 4xx; without one a refusal breaks EV-10. */
  refusable?: string
}

/** A text of so many characters, no part of which is like another, so that a part that is cut or moved shows. */
export function distinctText(length: number): string {
  const numbers = Array.from({ length: Math.ceil(length / 8) }, (_, index) => String(index).padStart(8))
  return numbers.join('').slice(-length)
}

/** The same in letters of three bytes each, so that a text that is decoded piece by piece loses some of them. */
export function distinctLetters(bytes: number): string {
  let letters = ''
  // A blank counts as a zero, and the letters are the digits in full width.
  for (const digit of distinctText(Math.floor(bytes / 3)))
    letters += String.fromCharCode(0xff10 + Number(digit))
  return letters
}

export function textValue(name: string, value: string): NastyValue {
  return { name, json: JSON.stringify(value) }
}

function json(name: string, value: string): NastyValue {
  return { name, json: value }
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** A number inside so many objects, lists, or both in turn. */
function nested(name: string, depth: number, open: (level: number) => readonly [string, string]): NastyValue {
  const levels = numbered(depth).map(open)
  const [starts, ends] = [levels.map(([start]) => start), levels.map(([, end]) => end).reverse()]
  return json(name, `${starts.join('')}1${ends.join('')}`)
}

const object = ['{"a":', '}'] as const
const list = ['[', ']'] as const

/** Parsers of several languages stop at 32, 64 or 100 levels, and the size of a payload is open. */
const tooDeep = 'The interface does not say how deep a payload may be.'
const tooWide = 'The interface does not say how many fields a payload may have.'
const tooPrecise = 'Numbers beyond what a double holds are not interoperable (RFC 8259, 6).'
const tooLong = 'The interface does not say how long the name of a field may be.'

/** Texts that databases cut, trim, fold, interpret or escape. */
const texts: readonly NastyValue[] = [
  ...[33, 65, 129, 256].map((length) => textValue(`length-${length}`, `${distinctText(length - 1)}x`)),
  textValue('empty', ''),
  textValue('blank', ' '),
  textValue('leading-blank', '  a'),
  textValue('trailing-blank', 'a  '),
  textValue('inner-blanks', 'a   b'),
  textValue('tabs', '\ta\tb\t'),
  textValue('line-ends', '\na\r\nb\rc\n'),
  textValue('nul', 'a\u0000b'),
  textValue('control-characters', 'a\u0001\u0008\u001b\u007f\u0085b'),
  textValue('backslashes', 'a\\b\\\\c\\n\\u0041'),
  textValue('quotes', `'a' "b" \`c\` ''d''`),
  textValue('commas', 'a,b;c|d'),
  textValue('wildcards', '100%_a*?'),
  textValue('percent-encoded', 'a%20b%2Fc+d'),
  textValue('markup', '<b>&amp;</b>&#65;<!-- -->'),
  textValue('template', '{{a}} ${b} %s {0} :c @d'),
  textValue('replacement', '$& $1 $$ \\1 &'),
  // What firewalls refuse, strip or mask, because attacks and secrets look like it.
  textValue('query', `' OR 1=1 -- union select a from b`),
  textValue('path', '../../etc/passwd ..\\..\\win.ini'),
  textValue('script', '<script>alert(1)</script> javascript:a()'),
  textValue('command', '$(id); cat /etc/hosts ${jndi:ldap://a.test}'),
  textValue('credentials', 'password=hunter2&token=abc'),
  textValue('upper-case', 'ABCdef'),
  textValue('lower-case', 'abcdef'),
]

/** Texts beyond ASCII. */
const unicode: readonly NastyValue[] = [
  textValue('accents-composed', 'caf\u00e9 \u00c5ngstr\u00f6m'),
  textValue('accents-decomposed', 'cafe\u0301 A\u030angstro\u0308m'),
  textValue('letters-that-fold', '\u0130\u0131 \u00df\u1e9e \u03c3\u03c2 \ufb01 \u212b \u2126'),
  textValue('full-width', '\uff21\uff22\uff23 \uff11\uff12\uff13'),
  textValue('astral', '\u{1f600} \u{20bb7} \u{1d49c}'),
  textValue('joined-emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f1e9}\u{1f1ea} \u2764\ufe0f'),
  textValue('right-to-left', '\u05e9\u05dc\u05d5\u05dd \u200f\u202eabc\u202c'),
  textValue('unusual-blanks', '\u00a0a\u2003b\u3000c\u200bd\ufeff'),
  textValue('line-separators', 'a\u2028b\u2029c'),
  textValue('typographic', '\u2018a\u2019 \u201cb\u201d \u2013 \u2014 \u2026 \u20ac'),
  textValue('no-characters', '\ufffd\ufffe\uffff\u{1fffe}'),
  textValue('byte-order-mark', '\ufeffa'),
]

/** Texts that look like values of another kind. */
const lookalikes: readonly NastyValue[] = [
  textValue('zero-as-text', '0'),
  ...['0123', '1.0', '1.50', '1e3', '-0', '0x1F', '+1', '.5', '5.', '1_000', '1,5', 'Infinity', 'NaN'].map(
    (value, index) => textValue(`like-a-number-${index + 1}`, value),
  ),
  textValue('integer-of-20-digits', '12345678901234567890'),
  ...['true', 'False', 'yes', 'null', 'NULL', 'None', 'undefined'].map((value) =>
    textValue(`like-${value}`, value),
  ),
  textValue('date', '2026-02-30'),
  textValue('date-alone', '2026-11-21'),
  textValue('time-of-seconds', '2026-11-21T03:00:00Z'),
  textValue('time-of-milliseconds', '2026-11-21T03:00:00.000Z'),
  textValue('time-with-a-blank', '2026-11-21 03:00:00'),
  textValue('date-with-slashes', '11/22/2026'),
  textValue('time', '2026-11-21T03:00:00+05:30'),
  textValue('time-of-nine-digits', '2026-11-21T03:00:00.123456789Z'),
  textValue('time-of-day', '12:30'),
  textValue('time-in-brackets', '/Date(1763694000000)/'),
  textValue('object-as-text', '{"a":1}'),
  textValue('list-as-text', '["a",1]'),
  textValue('text-as-text', '"a"'),
  textValue('uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'),
  textValue('mail-address', 'Ann.Lee+Tag@Example.COM'),
  textValue('ip-address', '2001:0DB8::00FF 010.001.000.1'),
  textValue('phone-number', '+49 (030) 123-45'),
  textValue('phone-number-of-digits', '+4930123456'),
  textValue('origin', 'https://example.com/'),
  textValue('base64', 'aGVsbG8='),
  textValue('url', 'HTTPS://Example.com:443/a/../b?x=%41#F'),
]

/** Numbers that lose digits in another type. */
const numbers: readonly NastyValue[] = [
  json('digits-17', '0.30000000000000004'),
  json('third', '0.3333333333333333'),
  json('digits-16', '1234567.890123456'),
  json('money', '1234567890123.45'),
  json('negative-fraction', '-0.1'),
  json('small', '1e-7'),
  json('smaller', '1.5e-10'),
  json('least', '1e-300'),
  json('large', '1e21'),
  json('larger', '1.7976931348623157e308'),
  json('negative-zero', '-0'),
  json('one-point-zero', '1.0'),
  json('exponent', '1E+2'),
  json('beyond-16-bits', '65536'),
  json('beyond-31-bits', '2147483648'),
  json('beyond-32-bits', '4294967297'),
  json('negative-32-bits', '-2147483649'),
  json('largest-safe', '9007199254740991'),
  json('least-safe', '-9007199254740991'),
  json('time-in-milliseconds', '1763694000123'),
]

/** Structures that stores drop, unwrap, sort or merge. */
const structures: readonly NastyValue[] = [
  json('null', 'null'),
  json('nulls-in-a-list', '[null,1,null]'),
  json('nulls-in-an-object', '{"a":null,"b":{"c":null}}'),
  json('true', 'true'),
  json('false', 'false'),
  json('zero', '0'),
  json('empty-object', '{}'),
  json('empty-list', '[]'),
  json('empty-inside', '{"a":{},"b":[],"c":""}'),
  json('empty-in-a-list', '[[],{},"",null]'),
  json('single-item', '[1]'),
  json('single-list', '[[1]]'),
  json('single-object', '[{"a":1}]'),
  json('repeated', '[1,1,1,"a","a"]'),
  json('unsorted', '[3,1,2,"b","a"]'),
  json('mixed', '[1,"1",1.5,true,null,{},[]]'),
  json('list-of-lists', '[[1,2],[3,[4]]]'),
  json('first-only', '["",0,false,null]'),
  json('only-nulls', '[null,null]'),
]

/** Names of fields that stores and languages treat in a way of their own. */
const names: readonly NastyValue[] = [
  json('__proto__', '{"a":1}'),
  json('prototype', '{"__proto__":{"a":1},"constructor":{"prototype":2},"toString":"x"}'),
  json('reserved', '{"id":"evt_mine","type":"mine","created":"mine","data":{"data":1},"error":{"code":"x"}}'),
  json('dots', '{"a.b":1,"a":{"b":2},".":3,"a..b":4}'),
  json('dollars', '{"$set":1,"$ref":"#","a$b":2}'),
  json('numbers', '{"0":"a","1":"b","10":"c","01":"d","-1":"e"}'),
  json('places', '{"0":"a","1":"b","2":"c"}'),
  json('letter-case', '{"key":1,"Key":2,"KEY":3}'),
  json('styles', '{"snake_case":1,"camelCase":2,"kebab-case":3,"PascalCase":4}'),
  json('blanks', '{"":1," ":2," a ":3,"a b":4,"\\ta":5}'),
  json('accents', '{"\u00e9":1,"e\u0301":2,"\u043a\u043b\u044e\u0447":3,"\u{1f600}":4}'),
  json('marks', '{"a/b":1,"a~b":2,"a[0]":3,"a,b":4,"@a":5,"#a":6,"a\\"b":7,"a\\\\b":8}'),
  json(
    'secrets',
    '{"password":"a","token":"b","secret":"c","authorization":"d","card_number":"4111111111111111"}',
  ),
  json('classes', '{"@class":"a.B","$type":"A, B","__type":"A:#B","_method":"delete","action":1}'),
  json('idempotency', '{"idempotencyKey":"mine","idempotency_key":"mine"}'),
  json('nul-in-a-name', '{"a\\u0000b":1}'),
]

/** Values that nest deep, have many fields or many items. */
export const deepAndWideValues: readonly NastyValue[] = [
  nested('objects-in-11-levels', 11, () => object),
  nested('objects-in-21-levels', 21, () => object),
  nested('lists-in-21-levels', 21, () => list),
  ...[30, 65, 100, 200].map((depth) => ({
    ...nested(`levels-${depth}`, depth, (level) => (level % 2 === 0 ? object : list)),
    refusable: depth > 30 ? tooDeep : undefined,
  })),
  ...[101, 257, 1_025].map((count) => {
    const fields = numbered(count).map((index) => [`f${index}`, 1])
    const all = JSON.stringify(Object.fromEntries(fields))
    return { ...json(`fields-${count}`, all), refusable: count > 1_000 ? tooWide : undefined }
  }),
  ...[101, 257, 1_025].map((count) => {
    const digits = count > 1_000 ? 7 : 10
    return json(`items-${count}`, JSON.stringify(numbered(count).map((index) => index % digits)))
  }),
]

/** Values that a deployment may refuse, for the reason that stands with them. */
export const refusableValues: readonly NastyValue[] = [
  { ...json('beyond-53-bits', '9007199254740993'), refusable: tooPrecise },
  { ...json('of-30-digits', '123456789012345678901234567890'), refusable: tooPrecise },
  { ...json('of-25-decimals', '0.1234567890123456789012345'), refusable: tooPrecise },
  { ...json('name-of-300-characters', `{"${distinctText(300)}":1}`), refusable: tooLong },
]

/** The values that any deployment has to keep, however small its limits are. */
export const ordinaryValues: readonly NastyValue[] = [
  ...texts,
  ...unicode,
  ...lookalikes,
  ...numbers,
  ...structures,
  ...names,
]

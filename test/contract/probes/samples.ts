/** Types that are legal and easy to get wrong. Each begins with a text of its own. */
export const typeNames: readonly { name: string; type: (unique: string) => string }[] = [
  { name: 'dotted', type: (unique) => `${unique}.paid` },
  { name: 'without-dots', type: (unique) => unique.replaceAll('.', '') },
  { name: 'upper-and-lower-case', type: (unique) => `${unique}.OrderPaid` },
  { name: 'punctuation', type: (unique) => `${unique}:a/b_c-d e+f%20&g=h` },
  { name: 'unicode', type: (unique) => `${unique}.größe.支払い.😀` },
  { name: 'ending-in-a-dot', type: (unique) => `${unique}..` },
  { name: 'ending-in-a-blank', type: (unique) => `${unique}.a ` },
]

/** A list of more items than a service lets pass that bounds lists, in few bytes. */
const longList = Array.from({ length: 1_200 }, (_, index) => index % 10).join(',')

/** Payloads that are legal and easy to get wrong, as JSON: `JSON.parse` alone makes a key `__proto__`. */
const samples: readonly { name: string; data: string }[] = [
  { name: 'empty-object', data: '{}' },
  {
    name: 'text',
    data: '{"text":"plain","empty":"","spaces":"  a  ","lines":"a\\nb\\tc\\r\\n","quotes":"\\"\\\\/"}',
  },
  { name: 'unicode', data: '{"text":"héllo wörld 支払い 😀 \\u2028 e\\u0301","ключ":"значение"}' },
  { name: 'nulls', data: '{"nothing":null,"list":[null,null],"deep":{"nothing":null}}' },
  { name: 'booleans', data: '{"yes":true,"no":false,"list":[true,false]}' },
  {
    name: 'numbers',
    data: '{"zero":0,"negative":-1,"decimal":19.9,"tiny":1e-7,"huge":1e21,"integer":9007199254740991}',
  },
  { name: 'number-like-text', data: '{"amount":"19.90","digits":"00123","boolean":"true","nothing":"null"}' },
  { name: 'date-like-text', data: '{"date":"2026-02-30","time":"2026-11-21T03:00:00+05:30"}' },
  { name: 'nested', data: `{"a":${'{"b":'.repeat(20)}1${'}'.repeat(20)}}` },
  {
    name: 'lists',
    data: `{"none":[],"one":[1],"mixed":[1,"a",null,{"b":[]},[[],[1]]],"objects":[{}],"many":[${longList}]}`,
  },
  { name: 'nul-character', data: '{"text":"a\\u0000b"}' },
  { name: 'prototype-key', data: '{"__proto__":{"a":1},"inner":{"__proto__":1}}' },
  {
    name: 'key-names',
    data: '{"constructor":1,"toString":"x","":"empty","a.b":1,"$c":2,"0":3}',
  },
  {
    name: 'names-of-secrets',
    data: '{"password":"a","token":"b","secret":"c","authorization":"d","card_number":"4111111111111111"}',
  },
  {
    name: 'reserved-names',
    data: '{"id":"evt_mine","type":"mine","created":"mine","data":{"data":1},"error":{"code":"mine"}}',
  },
  {
    name: 'markup',
    data: '{"html":"<b>&amp;</b><script>x</script>","sql":"\'; --","template":"{{x}} ${y} %s"}',
  },
  { name: 'long', data: `{"text":"${'long text '.repeat(800)}"}` },
]

/** The payloads. All but the empty one bear the run's prefix. */
export const payloads = samples.map(({ name, data }) => ({
  name,
  payload: (prefix: string) =>
    JSON.parse(data === '{}' ? data : data.replace('{', `{"run":${JSON.stringify(prefix)},`)) as unknown,
}))

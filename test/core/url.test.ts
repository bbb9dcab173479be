import { expect, test } from 'vitest'
import { isLoopback, loopback, parseUrl } from '../../src/core/url'

const own =
  'localhost mock.localhost:4010 127.8.9.10 127.0.0.1:80 [::1]:4010 ::1 ::ffff:127.0.0.1 [::ffff:127.0.0.1]'
const foreign = [
  'localhost.evil.example 127.0.0.1.evil.example 127.0.0.256 0.0.0.0 ::ffff:10.0.0.1 10.0.0.1 ::2 notlocalhost',
  // An address that only wraps one of this machine leads to a gateway.
  '64:ff9b::7f00:1 2002:7f00:1:: evil@localhost localhost/evil localhost?a 2130706433 127.1 0x7f.0.0.1',
]

test.each(own.split(' '))('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test.each(['', ...foreign.join(' ').split(' ')])('%j is not this machine', (host) => {
  expect(isLoopback(host)).toBe(false)
})

test('a name of this machine is known as URLs write it', () => {
  for (const url of [
    'http://LOCALHOST:1/a',
    'http://127.1',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://a.localhost',
  ])
    expect(parseUrl(url)?.hostname).toMatch(loopback)
})

test('what is no URL is undefined, however often letters beyond ASCII came before', () => {
  expect(parseUrl('a b')).toBeUndefined()
  expect(parseUrl(undefined)).toBeUndefined()
  for (let time = 0; time < 3_000; time++) expect(parseUrl('https://größe.example/ä')).toBeDefined()
})

import { afterAll, describe, expect, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, judgedThroughPrism, throughPrism } from './faces'

const { exchanges, ...target } = await throughPrism(afterAll)

register({ describe, test }, target, { ...fullRun, checks: judgedThroughPrism })

test('Prism finds no fault with any answer', () => {
  expect(exchanges.length).toBeGreaterThan(100)
  const faults = exchanges.flatMap(({ line, violations }) =>
    violations
      .filter(({ location }) => location[0] !== 'request')
      .map(({ message }) => `${line}: ${message}`),
  )
  expect(faults).toEqual([])
})

test('Prism finds no fault with any request that was accepted', () => {
  const faults = exchanges
    // The document has no OPTIONS, which a browser's preflight needs.
    .filter(({ line, status }) => status < 300 && !line.startsWith('OPTIONS '))
    .flatMap(({ line, violations }) => violations.map(({ message }) => `${line}: ${message}`))
  expect(faults).toEqual([])
})

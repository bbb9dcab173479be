import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckResult } from '@event-delivery/conformance'
import { LiveProgress, plainProgress, type ExpectedRun } from '../contract/command/progress'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => void vi.useRealTimers())

const base = { title: '', rules: [], level: 'must', message: '', durationMs: 1, evidence: [] } as const
const passed: CheckResult = { ...base, id: 'create-event', status: 'passed', evidence: [] }
const failed: CheckResult = { ...base, id: 'event-id', status: 'failed', evidence: [] }

/** The lines of a screen on which all of this was written. */
function screen(written: string): string[] {
  const lines = ['']
  for (const part of written.replaceAll('\u001b[2K', '').split(/([\r\n])/)) {
    if (part === '\n') lines.push('')
    else if (part === '\r') lines[lines.length - 1] = ''
    else lines[lines.length - 1] += part
  }
  return lines
}

/** Shows a run on a terminal of so many columns. */
function show(columns: number, expected: ExpectedRun) {
  let written = ''
  const progress = new LiveProgress({ columns, write: (text) => void (written += text) }, expected)
  return { progress, lines: () => screen(written) }
}

test('on a terminal one line tells what runs, how far it is and how long it took', () => {
  const { progress, lines } = show(80, { total: 2 })
  progress.start({ id: 'create-event', index: 0, total: 2 })
  vi.advanceTimersByTime(3_000)
  expect(lines()).toEqual([expect.stringMatching(/ 0\/2 {2}3 s {2}create-event$/)])
  progress.result(passed)
  progress.start({ id: 'event-id', index: 1, total: 2 })
  expect(lines()).toEqual([expect.stringMatching(/ 1\/2 {2}3 s {2}event-id$/)])
  progress.result(failed)
  expect(lines()).toEqual([
    expect.stringMatching(/^2\/2 {2}FAILED +event-id$/),
    expect.stringContaining('2/2'),
  ])
  progress.end()
  expect(lines().at(-1)).toBe('')
  vi.advanceTimersByTime(3_000)
  expect(lines().at(-1)).toBe('')
})

test('the time that is left follows from the pace, and then from the time that requests took', () => {
  const requests = new Map([
    ['create-event', 40],
    ['event-id', 760],
  ])
  const { progress, lines } = show(99, { total: 2, requests, rate: 8 })
  progress.start({ id: 'create-event', index: 0, total: 2 })
  expect(lines().at(-1)).toMatch(/ 0\/2 {2}0 s, about 1 min 40 s left {2}create-event$/)
  progress.result(passed)
  progress.start({ id: 'event-id', index: 1, total: 2 })
  vi.advanceTimersByTime(1_000)
  expect(lines().at(-1)).toMatch(/ 1\/2 {2}1 s, about 1 min 35 s left {2}event-id$/)
  progress.result({ ...failed, status: 'passed' })
  expect(lines().at(-1)).toMatch(/ 2\/2 {2}1 s {2}event-id$/)
  progress.end()
})

test('once a share of the requests was sent, their speed tells how long the rest takes', () => {
  const requests = new Map([
    ['create-event', 100],
    ['event-id', 900],
  ])
  const { progress, lines } = show(99, { total: 2, requests })
  progress.start({ id: 'create-event', index: 0, total: 2 })
  expect(lines().at(-1)).not.toContain('left')
  vi.advanceTimersByTime(2_000)
  progress.result(passed)
  expect(lines().at(-1)).toMatch(/ 1\/2 {2}2 s, about 18 s left {2}create-event$/)
  progress.end()
})

test('results beyond the checks that were counted keep the line whole', () => {
  const { progress, lines } = show(80, { total: 1 })
  progress.result(passed)
  progress.result(failed)
  expect(lines().at(-1)).toContain(`${'█'.repeat(20)} 2/2 `)
  progress.end()
})

test('a narrow terminal is not broken into two lines', () => {
  const { progress, lines } = show(40, { total: 2 })
  progress.start({ id: 'a-check-with-a-name-that-is-rather-long', index: 0, total: 2 })
  expect(lines().at(-1)?.length).toBeLessThan(40)
  progress.end()
})

test('elsewhere each check has a line of its own, and nothing is rewritten', () => {
  const lines: string[] = []
  const progress = plainProgress(1, (line) => void lines.push(line))
  progress.start({ id: 'create-event', index: 0, total: 1 })
  progress.result(passed)
  progress.result(failed)
  progress.end()
  expect(lines).toEqual(['1/1  ok            create-event', '2/2  FAILED        event-id'])
})

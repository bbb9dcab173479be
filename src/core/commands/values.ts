import { didYouMean } from '../nearest'
import { WrongValue } from './usage-error'

const decimal = /^\d+(\.\d+)?$/

/** Reads a number that is at least `least`. Throws a `WrongValue`, as do the other readers of this file. */
export const numberFrom =
  (least: number) =>
  (text: string): number => {
    if (decimal.test(text) && Number(text) >= least) return Number(text)
    throw new WrongValue(`is no number of at least ${least}, such as 10.`)
  }

/** Reads a whole number within two bounds. */
export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
    const bounds =
      most === Number.MAX_SAFE_INTEGER ? `of at least ${least}, such as 10` : `from ${least} to ${most}`
    throw new WrongValue(`is no whole number ${bounds}.`)
  }

/** Reads a time in seconds, as milliseconds. The longest is a day. */
export const seconds =
  (least = 0.001) =>
  (text: string): number => {
    if (!decimal.test(text) || Number(text) < least)
      throw new WrongValue(`is no number of seconds of at least ${least}, such as 30.`)
    if (Number(text) > 86_400) throw new WrongValue('is more than a day: it takes seconds, 86400 at most.')
    return Number(text) * 1000
  }

/** Reads one of some words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    const [last] = words.slice(-1)
    throw new WrongValue(`is none of ${words.slice(0, -1).join(', ')} and ${last}.${didYouMean(text, words)}`)
  }

/** Reads words that are separated by commas. `example` shows how they are written. */
export const listOf =
  (example: string) =>
  (text: string): string[] => {
    const words = text.split(',').map((word) => word.trim())
    if (!words.includes('')) return words
    throw new WrongValue(`holds an empty word. It is written ${example}.`)
  }

/** Adds the value of a flag that repeats to those of the flags before it. */
export const several =
  <Value>(read: (text: string) => Value) =>
  (text: string, before: readonly Value[] = []): readonly Value[] => [...before, read(text)]

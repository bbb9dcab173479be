import { existsSync, statSync } from 'node:fs'
import { retryHorizon } from '../deliveries/schedule'
import { parseUrl } from '../../src/core/url'

/** The place of the data: a PostgreSQL of the user's, or a folder in which the mock keeps one of its own. */
export type StorePlace = { kind: 'server'; url: string } | { kind: 'folder'; folder: string }

const hour = 3_600_000
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour }
const longestRetention = 3_650 * 24 * hour

/** Reads the place of a store. Throws a `TypeError` that repeats no part of a URL, as do the other readers of this file. */
export function storePlace(text: string): StorePlace {
  if (/^postgres(ql)?:/i.test(text)) return { kind: 'server', url: serverUrl(text) }
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) throw new TypeError(rightPlace)
  if (existsSync(text) && !statSync(text).isDirectory())
    throw new TypeError(`${text} is a file. ${rightPlace}`)
  return { kind: 'folder', folder: text }
}

const rightPlace =
  'A store is the URL of a PostgreSQL, postgres://HOST/DATABASE, or a folder, such as ./data.'

/** Reads the URL of a PostgreSQL. */
export function serverUrl(text: string): string {
  if (/^postgres(ql)?:\/\//i.test(text) && parseUrl(text)) return text
  throw new TypeError('The URL of a PostgreSQL is written postgres://HOST:5432/DATABASE.')
}

/** Reads how long events are kept, in milliseconds. */
export function retention(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6}) ?([a-z]+)$/i.exec(text.trim()) ?? []
  const time = Number(amount) * (units[unit.toLowerCase()] ?? NaN)
  if (amount === '' || !(time > 0)) throw new TypeError('A retention is a number of h, d or w, such as 30d.')
  if (time < retryHorizon) {
    const hours = Math.ceil(retryHorizon / hour)
    throw new TypeError(
      `${text.trim()} is too short: a delivery is tried for ${hours} hours, and its event is needed that long. Give ${hours}h or more.`,
    )
  }
  if (time > longestRetention)
    throw new TypeError('A retention is at most 3650d. Without the flag nothing is dropped.')
  return time
}

/** A place as it may be shown: without the password, and without the parameters, which may hold one too. */
export function shownPlace(place: StorePlace): string {
  if (place.kind === 'folder') return place.folder
  const url = new URL(place.url)
  url.password = ''
  url.search = ''
  url.hash = ''
  return url.href
}

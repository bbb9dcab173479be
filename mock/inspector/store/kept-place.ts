import { effect } from '@preact/signals'
import { placeOf, searchOf, type Place } from './place'

/** The part of a storage that keeps a place. */
export type PlaceStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The place that a reader had come to before a reload. An entry that has no id but a number is left out: in a journal that began anew
 * the number is that of another one.
 */
export function keptPlace(storage: PlaceStorage | undefined, item: string): Place {
  const place = placeOf(readItem(storage, item))
  if (place.open.value?.startsWith('evt_') === false) place.open.value = null
  return place
}

/** Keeps a place in a storage from now on. Returns a function that ends this. */
export function keepPlace(place: Place, storage: PlaceStorage | undefined, item: string): () => void {
  return effect(() => {
    const search = searchOf(place)
    try {
      storage?.setItem(item, search)
    } catch {
      // A storage that is full or forbidden keeps nothing, and the page works without.
    }
  })
}

/** The storage of a window for as long as its tab is open, `undefined` where the page may have none. */
export function sessionStorageOf(window: Window): PlaceStorage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

function readItem(storage: PlaceStorage | undefined, item: string): string {
  try {
    return storage?.getItem(item) ?? ''
  } catch {
    return ''
  }
}

// Runs a script in a realm that has what a React Native app on Hermes has, and nothing else: no WebCrypto but the polyfills that
// src/README.md asks for, no streams, and `URL`, `Response` and `AbortSignal` as they were years ago. (Hermes also lacks private fields
// and async generators. The app's bundler compiles those.)
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

/** The abort signal of React Native: the package `abort-controller` 3, which knows no reasons. */
class OldAbortSignal extends EventTarget {
  aborted = false
}

class OldAbortController {
  signal = new OldAbortSignal()
  abort() {
    if (this.signal.aborted) return
    this.signal.aborted = true
    this.signal.dispatchEvent(new Event('abort'))
  }
}

class OldURL extends URL {
  static override canParse = undefined as never
  static override parse = undefined as never
}

class OldResponse extends Response {
  static override json = undefined as never
  static override error = undefined as never
  static override redirect = undefined as never
  override get body() {
    return null
  }
}

class OldRequest extends Request {
  readonly #signal: unknown
  constructor(url: string, { signal, ...init }: RequestInit = {}) {
    // Node's own class takes no signal but Node's.
    super(url, init)
    this.#signal = signal
  }
  override get signal() {
    return this.#signal as never
  }
}

// The body of a request still is a stream of Node, which older runtimes cannot iterate.
Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)

const { getRandomValues, subtle } = globalThis.crypto
const polyfills = { getRandomValues: getRandomValues.bind(globalThis.crypto), subtle }
const [file = '', missing = ''] = process.argv.slice(2)

const realm: Record<string, unknown> = {
  AbortController: OldAbortController,
  AbortSignal: OldAbortSignal,
  ...{ URL: OldURL, URLSearchParams, Headers, Request: OldRequest, Response: OldResponse },
  ...{
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    console,
    performance,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
  },
  ...{ FormData, Blob },
  // The values that Node's own classes return must be of the realm's types.
  ...{ ArrayBuffer, Uint8Array },
  navigator: { product: 'ReactNative' },
  process: { env: {} },
  print: (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`),
  ...(missing === 'crypto' ? {} : { crypto: polyfills }),
}
realm['window'] = realm
createContext(realm)

/** The parts of the language that Hermes lacks, or had not for long. */
const gaps = {
  Object: ['hasOwn', 'groupBy'],
  Array: ['fromAsync'],
  'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'],
  'Uint8Array.prototype': ['toBase64', 'toHex'],
  'String.prototype': ['at', 'isWellFormed', 'toWellFormed'],
  Promise: ['withResolvers', 'try', 'any'],
  Map: ['groupBy'],
  'Set.prototype': ['union', 'intersection', 'difference'],
  Symbol: ['dispose', 'asyncDispose'],
  globalThis: ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'Iterator'],
}
for (const [object, names] of Object.entries(gaps))
  for (const name of names) runInContext(`delete ${object}.${name}`, realm)

runInContext(readFileSync(file, 'utf8'), realm)

import { createBackend } from '@event-delivery/mock'
import * as sdk from '@event-delivery/sdk'
import * as webhooks from '@event-delivery/sdk/webhooks'
import type { Preset } from './presets'

/** The modules that a program of the playground can import, by their names. */
const modules: Readonly<Record<string, object>> = {
  '@event-delivery/sdk': sdk,
  '@event-delivery/sdk/webhooks': webhooks,
}

type Print = (line: string) => void

type Program = (
  fetch: typeof globalThis.fetch,
  console: { log(...values: unknown[]): void },
  modules: unknown,
) => Promise<void>

const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {}) as {
  constructor: new (...parts: string[]) => Program
}

/** Makes the body of a function of a program: its imports become constants. Throws where it imports what there is not. */
function bodyOf(code: string): string {
  return code.replace(
    /^import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"];?/gm,
    (_, names: string, from: string) => {
      if (!(from in modules))
        throw new Error(
          `The playground has no package ${from}. It has ${Object.keys(modules).join(' and ')}.`,
        )
      return `const {${names.replace(/\s+as\s+/g, ': ')}} = modules['${from}']`
    },
  )
}

const shown = (value: unknown): string => {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A mock with one webhook, whose receiver verifies what it gets and tells it. */
export async function createStage({ backend: options }: Preset, told: Print) {
  const origin = 'https://api.events.example'
  const backend = createBackend({
    ...options,
    async fetch(url, init) {
      const response = await receive(new Request(url, init))
      told(`answered ${response.status} ${await response.clone().text()}`.trim())
      return response
    },
  })
  const fetch: typeof globalThis.fetch = (url, init) => backend.fetch(new Request(url, init))
  const key = { apiKey: 'sk_live_mock', baseUrl: origin, dangerouslyAllowBrowser: true }
  const client = new sdk.EventDelivery({ ...key, fetch })
  const { secret } = await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['*'] })
  const receive = webhooks.createReceiver({
    secret,
    otherwise: ({ type, id }) => told(`verified and handled ${type} ${id}`),
  })
  return {
    backend,
    /** Runs a program. What it throws is printed. */
    async run(code: string, print: Print): Promise<void> {
      try {
        const program = new AsyncFunction('fetch', 'console', 'modules', bodyOf(code))
        await program(fetch, { log: (...values) => print(values.map(shown).join(' ')) }, modules)
      } catch (error) {
        print(shown(error))
      }
    },
  }
}

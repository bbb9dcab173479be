import type { Dialect } from '../../generated/dialect'
import { EventDelivery } from '../client'
import { asDialect } from '../core/commands/dialect-file'
import { jsonOf } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { visible } from '../core/visible'
import type { Logger } from '../transport/log'
import { textOf } from './input'
import type { Invocation } from './program'

// A page of a hundred events of 256 KiB each takes 25 MiB.
const mostOfAnswer = 64 * 1_048_576

/** The dialect of `--dialect`. Throws a `UsageError` that names the wrong field. */
export async function dialectOf(invocation: Invocation): Promise<Dialect> {
  const { dialect: file } = invocation.flags
  if (file === undefined) return {}
  const text = await textOf('--dialect', file, invocation)
  return asDialect('--dialect', file, jsonOf(`--dialect ${file}`, text))
}

/** A log on the standard error: the standard output belongs to the results. */
export function loggerOf({ output }: Invocation): Logger {
  const write = (message: string) => output.note({ warning: message }, visible(message))
  return { debug: write, info: write, warn: write, error: write }
}

/** Makes the client that the flags and the environment describe. Throws a `UsageError` where the key or the address is missing. */
export async function connect(invocation: Invocation): Promise<EventDelivery> {
  const { timeout, rate, allowHttp = [] } = invocation.flags
  return new EventDelivery({
    apiKey: await keyOf(invocation),
    baseUrl: addressOf(invocation),
    allowHttp,
    maxResponseBytes: mostOfAnswer,
    dialect: await dialectOf(invocation),
    timeout,
    rate,
    logger: loggerOf(invocation),
  })
}

/** The address of the service. Throws a `UsageError` where it is missing. */
export function addressOf({ flags }: Invocation): string {
  if (flags.baseUrl !== undefined) return flags.baseUrl
  throw new UsageError(
    "The service's address is missing. Set EVENT_DELIVERY_BASE_URL, or give --base-url URL.",
  )
}

async function keyOf(invocation: Invocation): Promise<string> {
  const { flags, environment } = invocation
  const { apiKeyFile: file } = flags
  const key =
    file === undefined
      ? environment['EVENT_DELIVERY_API_KEY']
      : (await textOf('--api-key-file', file, invocation)).trim()
  if (key) return key
  throw new UsageError(
    file === undefined
      ? 'The API key is missing. Set EVENT_DELIVERY_API_KEY, or name a file that holds it by --api-key-file FILE.'
      : `--api-key-file ${file} is empty. Write the API key into it, and nothing else.`,
  )
}

import { dialectFields, type Dialect } from '../../generated/dialect'
import { EventDelivery } from '../client'
import { recordOf, textOf } from './files'
import type { Invocation } from './invocation'
import { UsageError } from './usage-error'
import { numberOf } from './values'
import { visible } from '../core/visible'

const seconds = 1000
// A page of a hundred events of 256 KiB each takes 25 MiB.
const mostOfAnswer = 64 * 1_048_576

/** The dialect of `--dialect`. Throws a `UsageError`. */
export async function dialectOf({ flags, input }: Invocation): Promise<Dialect> {
  const file = flags.text('dialect')
  return file === undefined ? {} : recordOf(file, input, ['$schema', ...Object.keys(dialectFields)])
}

/** Makes the client that the flags and the environment describe. Throws a `UsageError` where the key or the address is missing. */
export async function connect(invocation: Invocation): Promise<EventDelivery> {
  const { flags, output } = invocation
  const timeout = numberOf(flags, 'timeout', 0.001)
  const write = (message: string) => output.note({ warning: message }, visible(message))
  return new EventDelivery({
    apiKey: await keyOf(invocation),
    baseUrl: addressOf(invocation),
    allowHttp: flags.all('allow-http'),
    maxResponseBytes: mostOfAnswer,
    dialect: await dialectOf(invocation),
    timeout: timeout === undefined ? undefined : timeout * seconds,
    rate: numberOf(flags, 'rate', 0.001),
    // The standard output belongs to the results.
    logger: { debug: write, info: write, warn: write, error: write },
  })
}

/** The address of the service. Throws a `UsageError` where it is missing. */
export function addressOf({ flags, environment }: Invocation): string {
  const address = flags.text('base-url') ?? environment['EVENT_DELIVERY_BASE_URL']
  if (address) return address
  throw new UsageError(
    "The service's address is missing. Set EVENT_DELIVERY_BASE_URL, or give --base-url URL.",
  )
}

async function keyOf({ flags, environment, input }: Invocation): Promise<string> {
  const file = flags.text('api-key-file')
  const key = file === undefined ? environment['EVENT_DELIVERY_API_KEY'] : (await textOf(file, input)).trim()
  if (key) return key
  throw new UsageError(
    file === undefined
      ? 'The API key is missing. Set EVENT_DELIVERY_API_KEY, or name a file that holds it by --api-key-file FILE.'
      : `${visible(file)} is empty. Write the API key into it, and nothing else.`,
  )
}

import type { Dialect } from '../../generated/dialect'
import { UsageError } from '../core/commands/usage-error'
import { didYouMean } from '../core/nearest'
import { bodyHex, timestampedHex } from '../receiving/hex-schemes'
import type { SignatureScheme } from '../receiving/scheme'
import { standardWebhooks, svix } from '../receiving/standard-webhooks'

/** The schemes of the interface's known deployments, by the names that a dialect gives them. */
export const schemesByName: Readonly<Record<string, (header?: string) => SignatureScheme>> = {
  'standard-webhooks': () => standardWebhooks,
  svix: () => svix,
  'timestamped-hex': (header) => timestampedHex({ header }),
  'body-hex': (header) => bodyHex({ header }),
}

/** The names of all schemes. */
export const schemeNames = Object.keys(schemesByName)

/** The scheme of `--scheme`, or else of the dialect. `undefined` where neither names one. Throws a `UsageError`. */
export function chosenScheme(given: string | undefined, { signature }: Dialect): SignatureScheme | undefined {
  const name = given ?? signature?.scheme
  if (name === undefined) return undefined
  const make = Object.hasOwn(schemesByName, name) ? schemesByName[name] : undefined
  if (make) return make(given === undefined ? signature?.header : undefined)
  throw new UsageError(
    `The dialect's signature.scheme must be one of ${schemeNames.join(', ')}.${didYouMean(name, schemeNames)}`,
  )
}

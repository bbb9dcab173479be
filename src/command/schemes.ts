import type { Dialect } from '../../generated/dialect'
import { bodyHex, timestampedHex } from '../receiving/hex-schemes'
import type { SignatureScheme } from '../receiving/scheme'
import { standardWebhooks, svix } from '../receiving/standard-webhooks'
import { didYouMean } from '../errors/nearest'
import { UsageError } from './usage-error'

/** The schemes of the interface's known deployments, by the names that a dialect gives them. */
export const schemesByName: Readonly<Record<string, (header?: string) => SignatureScheme>> = {
  'standard-webhooks': () => standardWebhooks,
  svix: () => svix,
  'timestamped-hex': (header) => timestampedHex({ header }),
  'body-hex': (header) => bodyHex({ header }),
}

/** The scheme of `--scheme`, or else of the dialect. `undefined` where neither names one. Throws a `UsageError`. */
export function chosenScheme(
  written: string | undefined,
  { signature }: Dialect,
): SignatureScheme | undefined {
  const name = written ?? signature?.scheme
  if (name === undefined) return undefined
  const make = Object.hasOwn(schemesByName, name) ? schemesByName[name] : undefined
  if (make) return make(written === undefined ? signature?.header : undefined)
  const names = Object.keys(schemesByName)
  throw new UsageError(
    `${written === undefined ? "The dialect's signature.scheme" : '--scheme'} must be one of ${names.join(', ')}.${didYouMean(name, names)}`,
  )
}

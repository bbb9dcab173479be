import { utf8 } from '../../../src/core/encoding'
import type { CompleteDialect } from '../../../generated/dialect'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import { lettersOf } from '../../journal/redaction'
import { createShellWriter } from '../../journal/shell'
import { asFetch, asSdk, type CopiedText } from './as-calls'
import { asReceiverTest, asVerification } from './receiver-test'
import { bodySource, copiedRequest, type CopiedRequest, quoted, sourceOf } from './source'

/** A form in which an entry can be copied: `curl`, `fetch`, `SDK call` or, of an attempt, `test`. */
export type CopyForm = { form: string } & CopiedText

/** The dialect and the address of the mock, which the forms need besides the entry. */
export interface CopyContext {
  dialect: CompleteDialect
  /** The base URL of the mock, without a path. */
  baseUrl: string
}

/** The forms in which a request can be copied. */
export function requestForms(entry: RequestEntry, { dialect, baseUrl }: CopyContext): readonly CopyForm[] {
  const { curl, noCurl = 'There is none.', operation } = entry
  const request = copiedRequest(entry)
  const unless = (copy: (request: CopiedRequest) => CopiedText) =>
    typeof request === 'string' ? { reason: request } : copy(request)
  return [
    { form: 'curl', ...(curl === undefined ? { reason: noCurl } : { text: curl }) },
    { form: 'fetch', ...unless((found) => ({ text: asFetch(found, baseUrl) })) },
    { form: 'SDK call', ...unless((found) => asSdk(found, operation, dialect, baseUrl)) },
  ]
}

/** The forms in which an attempt to deliver can be copied. */
export function deliveryForms(
  entry: DeliveryEntry,
  { dialect }: Pick<CopyContext, 'dialect'>,
): readonly CopyForm[] {
  return [
    { form: 'curl', text: deliveryCurl(entry) },
    { form: 'fetch', text: deliveryFetch(entry) },
    { form: 'SDK call', ...asVerification(entry, dialect) },
    { form: 'test', ...asReceiverTest(entry, dialect) },
  ]
}

function deliveryFetch({ url, forwardedTo, headers, body }: DeliveryEntry): string {
  const options = { method: 'POST', headers, body: bodySource(body, '  ') }
  return `const response = await fetch(${quoted(forwardedTo ?? url)}, ${sourceOf(options)})\nconsole.log(response.status, await response.text())\n`
}

/** Headers that curl writes by itself. */
const ownHeaders = /^(?:host|connection|content-length|transfer-encoding)$/i

/** The command line that sends the request of a delivery attempt once more, signed as it was. */
function deliveryCurl({ url, forwardedTo, headers, body }: DeliveryEntry): string {
  const shell = createShellWriter()
  const word = (text: string) => shell.bytesWord([lettersOf(utf8(text))])
  const lines = Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => `-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`)
  const data = body === '' ? [] : [`--data-raw ${word(body)}`]
  return ['curl -X POST', word(forwardedTo ?? url), ...lines, ...data].join(' ')
}

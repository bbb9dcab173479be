import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import { asFetch } from './as-fetch'
import { asSdk, type CopiedText } from './as-sdk'
import { asTest } from './as-test'
import { copiedRequest, type CopiedRequest } from './copied-request'
import { deliveryCurl } from './delivery-curl'
import { asReceiverTest, asVerification } from './receiver-test'
import { quoted, sourceOf } from './source-text'
import type { TestContext } from './starting-point'
import { bodySource } from './body-source'

/** A form in which an entry can be copied, made when it is asked for. */
export interface CopyForm {
  /** `curl`, `fetch`, `sdk`, `test`. */
  id: string
  /** The text, or the reason as a sentence why the entry has no such form. */
  make(): CopiedText
}

/** The facts that the forms need besides the entry. */
export interface CopyContext extends TestContext {
  /** The base URL of the mock, without a path. */
  baseUrl: string
}

/** The forms in which a request can be copied. */
export function requestForms(entry: RequestEntry, context: CopyContext): readonly CopyForm[] {
  const request = copiedRequest(entry)
  const unless = (make: (request: CopiedRequest) => CopiedText) => () =>
    typeof request === 'string' ? { reason: request } : make(request)
  return [
    {
      id: 'curl',
      make: () =>
        entry.curl === undefined ? { reason: entry.noCurl ?? 'There is none.' } : { text: entry.curl },
    },
    { id: 'fetch', make: unless((found) => ({ text: asFetch(found, context.baseUrl) })) },
    {
      id: 'sdk',
      make: unless((found) => asSdk(found, entry.operation, context.dialect, context.baseUrl)),
    },
    { id: 'test', make: () => testOf(entry, context) },
  ]
}

/** A body that was refused for its size is made anew, so the journal need not hold it. */
function testOf(entry: RequestEntry, context: CopyContext): CopiedText {
  const isTooLarge = entry.status === 413 || context.situation === 'payloadTooLarge'
  const { body: _large, noCurl: _reason, ...rest } = entry
  const request = copiedRequest(isTooLarge ? rest : entry)
  return typeof request === 'string' ? { reason: request } : asTest(request, entry, context)
}

/** The forms in which an attempt to deliver can be copied. */
export function deliveryForms(
  entry: DeliveryEntry,
  { dialect }: Pick<CopyContext, 'dialect'>,
): readonly CopyForm[] {
  return [
    { id: 'curl', make: () => ({ text: deliveryCurl(entry) }) },
    { id: 'fetch', make: () => ({ text: deliveryFetch(entry) }) },
    { id: 'sdk', make: () => asVerification(entry, dialect) },
    { id: 'test', make: () => asReceiverTest(entry, dialect) },
  ]
}

function deliveryFetch({ url, forwardedTo, headers, body }: DeliveryEntry): string {
  const options = { method: 'POST', headers, body: bodySource(body, '  ') }
  return `const response = await fetch(${quoted(forwardedTo ?? url)}, ${sourceOf(options)})\nconsole.log(response.status, await response.text())\n`
}

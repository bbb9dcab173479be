import type { DeliveryEntry } from '../../journal/delivery-entry'
import { createShellWriter } from '../../journal/shell'

/** Headers that curl writes by itself. */
const ownHeaders = /^(?:host|connection|content-length|transfer-encoding)$/i

/** The command line that sends the request of a delivery attempt once more, signed as it was. */
export function deliveryCurl({ url, forwardedTo, headers, body }: DeliveryEntry): string {
  const shell = createShellWriter()
  const word = (text: string) => shell.bytesWord([lettersOfBytes(text)])
  const lines = Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => `-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`)
  const data = body === '' ? [] : [`--data-raw ${word(body)}`]
  return ['curl -X POST', word(forwardedTo ?? url), ...lines, ...data].join(' ')
}

/** The UTF-8 of a text, a letter for each byte. */
function lettersOfBytes(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let letters = ''
  for (let start = 0; start < bytes.length; start += 8_192) {
    letters += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  }
  return letters
}

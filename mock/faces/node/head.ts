import type { RefusedRequest } from '../../journal/refused-request'

/** Reads as much of a request as bytes show that are not valid HTTP as a whole. */
export function readHead(
  bytes: Uint8Array,
): Pick<RefusedRequest, 'method' | 'target' | 'rawHeaders' | 'body'> {
  const text = Buffer.from(bytes).toString('latin1')
  const end = text.search(/\r?\n\r?\n/)
  const [line = '', ...fields] = text.slice(0, end < 0 ? undefined : end).split(/\r?\n/)
  const [, method, target] = /^([!#$%&'*+.^`|~\w-]+) (\S+) HTTP\/\d/.exec(line) ?? []
  if (method === undefined) return { body: bytes }
  const rawHeaders = fields.flatMap((field) => {
    const [, name, value] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/s.exec(field) ?? []
    return name === undefined || value === undefined ? [] : [name, value]
  })
  const start = end + (/^\r?\n\r?\n/.exec(text.slice(end))?.[0].length ?? 0)
  return { method, target, rawHeaders, body: end < 0 ? undefined : bytes.subarray(start) }
}

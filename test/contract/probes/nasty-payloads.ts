import {
  deepAndWideValues,
  distinctText,
  ordinaryValues,
  refusableValues,
  textValue,
  type NastyValue,
} from './nasty-values'

/** Values that are sent together. */
export interface NastyPayload {
  name: string
  values: readonly NastyValue[]
}

const namesOfTheInterface = [
  ...['id', 'type', 'created', 'data', 'object', 'event', 'events', 'url', 'status', 'description'],
  ...['Type', '_id', '@type', 'a:b', 'length', 'then', 'toJSON'],
  ...['error', 'code', 'message', 'param', 'idempotencyKey', 'hasMore', 'nextCursor', 'limit', 'cursor'],
]

/** The most bytes of values in a payload, so that a deployment that takes bodies of 1,024 bytes takes the payload. */
const mostBytes = 760

/**
 * The payloads of the round trip, in few requests. The `small` ones fit into a body of one kilobyte. One of the others
 * may be refused for its size, and its values are then sent one by one.
 */
export const nastyPayloads: readonly NastyPayload[] = [
  ...packed(ordinaryValues),
  {
    name: 'names-of-the-interface',
    // A payload may name its own fields as the resources around it name theirs.
    values: namesOfTheInterface.map((name) => textValue(name, `${name} of the payload`)),
  },
  { name: 'deep-and-wide', values: deepAndWideValues },
  { name: 'unusual', values: refusableValues },
  { name: 'over-8-kilobytes', values: [textValue('text-of-8300-characters', distinctText(8_300))] },
  { name: 'over-64-kilobytes', values: [textValue('text-of-65600-characters', distinctText(65_600))] },
]

/** The data of a payload as JSON text, with its numbers as they were written, and with the run's prefix. */
export function nastyText({ values }: NastyPayload, prefix: string): string {
  const fields = values.map(({ name, json }) => `${JSON.stringify(name)}:${json}`)
  return `{${[`"run":${JSON.stringify(prefix)}`, ...fields].join(',')}}`
}

/** The data of a payload as a receiver of the JSON text reads it. */
export function nastyData(payload: NastyPayload, prefix: string): Record<string, unknown> {
  return JSON.parse(nastyText(payload, prefix)) as Record<string, unknown>
}

/** Values in payloads that are as full as they may be. */
function packed(values: readonly NastyValue[]): NastyPayload[] {
  const payloads: NastyValue[][] = []
  let size = Infinity
  for (const value of values) {
    const bytes = Buffer.byteLength(value.json) + value.name.length + 4
    if (size + bytes > mostBytes) {
      payloads.push([])
      size = 0
    }
    payloads.at(-1)?.push(value)
    size += bytes
  }
  return payloads.map((together, index) => ({ name: `small-${index + 1}`, values: together }))
}

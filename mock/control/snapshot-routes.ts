import { invalidRequest, payloadTooLarge, refuse } from '../http/refusal'
import { checkDeclaration } from '../http/request-body'
import { readSeed } from '../state/read-seed'
import { SeedError, type Seed } from '../state/seed'
import { openSnapshot } from '../state/snapshot'
import type { Settings } from '../settings/settings'
import { objectOf } from './fields'
import { type ControlRoutes, json, nothing, route } from './route'
import { anyObject, listOf, text } from './schemas'
import { streamedJson } from './streamed-json'

const lists = { events: listOf(anyObject), webhooks: listOf(anyObject), keys: listOf(anyObject) }
const snapshotSchema = objectOf({ now: text, ...lists, deliveries: listOf(anyObject) })

/** Takes and restores the data of a session as one document. */
export function snapshotRoutes(settings: Settings): ControlRoutes {
  // The most bytes of a snapshot that is taken. Escapes, names of fields and a second copy of each payload make a document longer than
  // the data in memory, but not four times as long.
  const longest = Math.min(4 * settings.memory.limit + 2 ** 20, 2 ** 30)

  async function seedFrom(bytes: Uint8Array): Promise<Seed> {
    try {
      return await readSeed(bytes, settings)
    } catch (error) {
      if (error instanceof SeedError || error instanceof RangeError) throw invalidRequest(error.message)
      if (!(error instanceof SyntaxError)) throw error
      throw refuse('malformedJson')
    }
  }

  // Snapshots are parsed one after the other, so that of two at once the later one stays, however long the earlier one is.
  let parsed: Promise<unknown> = Promise.resolve()

  function seedInTurn(bytes: Uint8Array): Promise<Seed> {
    const seed = parsed.then(() => seedFrom(bytes))
    const ended = () => {}
    parsed = seed.then(ended, ended)
    return seed
  }

  return {
    'GET /snapshot': route({
      title: 'Shows all data as one document',
      answers: { 200: json(snapshotSchema) },
      async handle(_request, { store, settings }) {
        const { end, ...members } = await openSnapshot(store, settings)
        return streamedJson(members, end)
      },
    }),
    'PUT /snapshot': route({
      title: 'Replaces all data by that of a snapshot or a seed',
      more: 'The package ships the schema of a seed',
      replacesData: true,
      document: anyObject,
      answers: { 204: nothing },
      async handle({ headers, read }, state) {
        checkDeclaration(headers, { bytes: longest, nesting: settings.limits.nesting })
        const bytes = await read(longest)
        if (bytes === null) throw payloadTooLarge(longest)
        // All requests wait while the data is replaced, so that the snapshot is parsed and checked before that.
        const seed = bytes.length === 0 ? {} : await seedInTurn(bytes)
        await state.restore(seed)
      },
    }),
  }
}

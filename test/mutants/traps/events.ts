import {
  alterRequest,
  changeRequests,
  changeResponses,
  changeSuccesses,
  remembering,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, signedAnew } from '../../support/breakage-webhooks'
import { creates, itemsOf, jsonOf, keyOf, type Json } from '../changes'
import { booleanTraps, listTraps, numberTraps, objectTraps } from './structures'
import { changeDeep, ofFamily, without, type Trap } from './trap'
import { notOfShortTexts, textTraps } from './texts'
import { rulesOf } from '../table'

/** Changes an event; the same event where the trap does not apply to it. */
type ChangeEvent = (event: Json) => Json

/** Alters an event where it is kept or shown. */
type Alter = (change: ChangeEvent) => Breakage

/** The places of an event, each with the rule that is broken where the place has one of its own. */
const places: Readonly<Record<string, readonly [alter: Alter, rule?: string]>> = {
  stored: [
    // A body that the trap does not concern goes on as it came: to write it anew could alter its numbers.
    (change) =>
      changeRequests(async (request) => {
        if (!creates(request)) return request
        const body = await jsonOf(request)
        const changed = change(body)
        return changed === body ? request : alterRequest(request, { body: () => changed })
      }),
  ],
  listed: [
    (change) => changeSuccesses('listEvents', (page) => ({ ...page, data: itemsOf(page).map(change) })),
    'PG-8',
  ],
  retrieved: [(change) => changeSuccesses('retrieveEvent', change)],
  repeated: [
    (change) =>
      remembering(() => {
        const known = new Set<string>()
        return changeResponses('createEvent', async (response, request) => {
          const key = keyOf(request, await request.text())
          if (key === undefined || !response.ok) return response
          const isRepeated = known.has(key)
          known.add(key)
          return isRepeated ? withBody(response, change(await jsonOf(response))) : response
        })
      }),
    'EV-1',
  ],
  'on-delivery': [
    (change) =>
      breakWebhooks(() => ({
        deliver: async (delivery, webhook, send) => {
          const event = await jsonOf(delivery)
          const changed = change(event)
          return send(changed === event ? delivery : await signedAnew(delivery, webhook, () => changed))
        },
      })),
    'DL-1',
  ],
}

/** Changes one field of an event. */
const changeField =
  (field: string, change: (value: unknown) => unknown): ChangeEvent =>
  (event) => {
    const changed = change(event[field])
    return JSON.stringify(changed) === JSON.stringify(event[field]) ? event : { ...event, [field]: changed }
  }

/** The mutants of a field of events: each of its traps in each place. */
const alterations = (field: 'type' | 'data', rule: string, traps: readonly Trap[]): Mutant[] =>
  Object.entries(places).flatMap(([place, [alter, own]]) =>
    traps.map(({ name, change }) => ({
      ...{ id: `${place}-${field}-${name}`, ...rulesOf(own ? `${own} ${rule}` : rule) },
      mode: place === 'on-delivery' ? 'full' : 'non-disruptive',
      break: alter(changeField(field, change)),
    })),
  )

const textTrap = ({ name, change }: Trap<string>): Trap => ({
  name,
  change: (value) => (typeof value === 'string' ? change(value) : value),
})
/** A trap for each text of a payload. */
const deepTextTrap = (trap: Trap<string>): Trap => ({
  name: trap.name,
  change: (value) => changeDeep(value, textTrap(trap).change),
})

// Each type of the suite bears the run's prefix, which makes it neither a number nor a date nor empty, and the backend takes types of
// 256 characters.
const typeTraps = without(textTraps, notOfShortTexts, 'empty-as-null null-by-name').map(textTrap)

/** Mutants that alter the types of events. */
export const alteredTypes = ofFamily('altered types', alterations('type', 'EV-8', typeTraps))

/** Mutants that alter the texts of payloads. */
export const alteredTexts = ofFamily(
  'altered texts',
  alterations('data', 'EV-10', textTraps.map(deepTextTrap)),
)

/** Mutants that alter lists, objects, numbers and booleans of payloads. */
export const alteredStructures = [
  ...ofFamily('altered lists', alterations('data', 'EV-10', listTraps)),
  ...ofFamily('altered objects', alterations('data', 'EV-10', objectTraps)),
  ...ofFamily('altered numbers', alterations('data', 'EV-10', [...numberTraps, ...booleanTraps])),
]

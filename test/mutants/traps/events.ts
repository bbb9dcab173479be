import {
  alterRequest,
  changeRequests,
  changeSuccesses,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, signedAnew } from '../../support/breakage-webhooks'
import { creates, itemsOf, jsonOf, type Json } from '../changes'
import { booleanTraps, listTraps, numberTraps, objectTraps } from './structures'
import { changeDeep, ofFamily, without, type Trap } from './trap'
import { textTraps } from './texts'

/** Changes an event; the same event where the trap does not apply to it. */
type ChangeEvent = (event: Json) => Json

/** A place where an event is kept or shown, and may be altered. */
interface Place {
  name: string
  /** The end of a sentence on what is altered. */
  says: string
  mode: 'non-disruptive' | 'full'
  /** The rule that is broken where the place has one of its own. */
  rule?: string
  alter: (change: ChangeEvent) => Breakage
}

const places: readonly Place[] = [
  {
    name: 'stored',
    says: '',
    mode: 'non-disruptive',
    // A body that the trap does not concern goes on as it came: to write it anew could alter its numbers.
    alter: (change) =>
      changeRequests(async (request) => {
        if (!creates(request)) return request
        const body = await jsonOf(request)
        const changed = change(body)
        return changed === body ? request : alterRequest(request, { body: () => changed })
      }),
  },
  {
    name: 'listed',
    says: ', in the list alone',
    mode: 'non-disruptive',
    rule: 'PG-8',
    alter: (change) =>
      changeSuccesses('listEvents', (page) => ({ ...page, data: itemsOf(page).map(change) })),
  },
  {
    name: 'retrieved',
    says: ', where the event is retrieved',
    mode: 'non-disruptive',
    alter: (change) => changeSuccesses('retrieveEvent', change),
  },
  {
    name: 'on-delivery',
    says: ', in deliveries alone',
    mode: 'full',
    rule: 'DL-1',
    alter: (change) =>
      breakWebhooks(() => ({
        deliver: async (delivery, webhook, send) => {
          const event = await jsonOf(delivery)
          const changed = change(event)
          return send(changed === event ? delivery : await signedAnew(delivery, webhook, () => changed))
        },
      })),
  },
]

/** Changes one field of an event. */
const changeField =
  (field: string, change: (value: unknown) => unknown): ChangeEvent =>
  (event) => {
    const changed = change(event[field])
    return JSON.stringify(changed) === JSON.stringify(event[field]) ? event : { ...event, [field]: changed }
  }

/** The mutants of a field of events: each of its traps in each place. */
function alterations(
  field: 'type' | 'data',
  subject: string,
  ownRule: string,
  traps: readonly Trap[],
): Mutant[] {
  return places.flatMap(({ name, says, mode, rule = ownRule, alter }) =>
    traps.map((trap) => ({
      id: `${name}-${field}-${trap.name}`,
      title: `${subject} ${trap.says}${says}`,
      rule,
      besides: rule === ownRule ? [] : [ownRule],
      mode,
      break: alter(changeField(field, trap.change)),
    })),
  )
}

const textTrap = ({ change, ...trap }: Trap<string>): Trap => ({
  ...trap,
  change: (value) => (typeof value === 'string' ? change(value) : value),
})
/** A trap for each text of a payload. */
const deepTextTrap = ({ change, ...trap }: Trap<string>): Trap => ({
  ...trap,
  change: (value) => changeDeep(value, (part) => (typeof part === 'string' ? change(part) : part)),
})

/**
 * Traps that no type can meet: each type of the suite bears the run's prefix, which makes it neither a number nor a date,
 * and the backend takes types of 256 characters.
 */
const notOfTypes = [
  'cut-at-65535',
  'as-a-number',
  'as-a-number-and-back',
  'as-a-date',
  'as-a-boolean',
  'empty-as-null',
  'null-by-name',
  'with-digits-masked',
]

/** Mutants that alter the types of events. */
export const alteredTypes = ofFamily(
  'altered types',
  alterations('type', 'the type of an event', 'EV-8', without(textTraps, ...notOfTypes).map(textTrap)),
)

/** Mutants that alter the texts of payloads. */
export const alteredTexts = ofFamily(
  'altered texts',
  alterations('data', 'a text of a payload', 'EV-10', textTraps.map(deepTextTrap)),
)

/** Mutants that alter lists, objects, numbers and booleans of payloads. */
export const alteredStructures = [
  ...ofFamily('altered lists', alterations('data', 'a payload', 'EV-10', listTraps)),
  ...ofFamily('altered objects', alterations('data', 'a payload', 'EV-10', objectTraps)),
  ...ofFamily(
    'altered numbers',
    alterations('data', 'a payload', 'EV-10', [...numberTraps, ...booleanTraps]),
  ),
]

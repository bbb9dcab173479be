import { notFound } from '../http/refusal'
import { deliveryForms, requestForms } from './copy/copies'
import { objectOf } from './fields'
import { type ControlRoutes, json, route } from './route'
import { allOf, text } from './schemas'

/** Writes entries of the journal as programs that do the same. */
export const copyRoutes: ControlRoutes = {
  'GET /journal/:number/copies': route({
    title: 'Writes a request or an attempt of the journal as a program in each form that it has',
    more: 'The forms are `curl`, `fetch`, `SDK call` and, of an attempt, `test`. One that cannot repeat the entry has a reason in place of a text',
    answers: { 200: json(allOf(objectOf({ form: text, 'text?': text, 'reason?': text }))) },
    async handle({ params: { number = '' }, url }, { journal, settings: { dialect } }) {
      await journal.settled()
      const entry = /^\d{1,15}$/.test(number) ? journal.next(Number(number) - 1) : undefined
      if (!entry || entry.kind === 'notice' || String(entry.number) !== number)
        throw notFound('No request and no attempt in the journal has this number.')
      const context = { dialect, baseUrl: new URL(url).origin }
      return { data: entry.kind === 'request' ? requestForms(entry, context) : deliveryForms(entry, context) }
    },
  }),
}

import { jsonAnswer } from '../http/answer'
import { notFound } from '../http/refusal'
import { sessionName, type Sessions } from '../state/sessions'
import { objectOf } from './fields'
import { ControlAnswer, type ControlRoutes, json, route } from './route'
import { allOf, count, text, textOrNull, time } from './schemas'

const nameOnly = json(objectOf({ name: text }))

/** Lists the sessions with their last use and their size, makes one, and removes one or all. */
export function sessionRoutes(
  sessions: Pick<Sessions, 'state' | 'existing' | 'list' | 'remove' | 'removeAll'>,
): ControlRoutes {
  return {
    'GET /sessions': route({
      title: 'Lists the sessions, the main state first, under the name null',
      answers: {
        200: json(allOf(objectOf({ name: textOrNull, 'lastUsed?': time, bytes: count, entries: count }))),
      },
      handle: () => ({
        data: sessions.list().map(({ name, state: { bytes, journal }, lastUsed }) => ({
          name,
          lastUsed: lastUsed === undefined ? undefined : new Date(lastUsed).toISOString(),
          bytes,
          entries: journal.size,
        })),
      }),
    }),
    'POST /sessions': route({
      title: 'Makes a session',
      more: 'One of this name that is there already is left as it is, with the status 200',
      body: { name: sessionName },
      answers: { 201: nameOnly, 200: nameOnly },
      async handle({ body: { name } }) {
        const isThere = sessions.existing(name) !== undefined
        await sessions.state(name)
        return isThere ? new ControlAnswer(jsonAnswer(200, JSON.stringify({ name }))) : { name }
      },
    }),
    'DELETE /sessions': route({
      title: 'Removes all sessions with all their data, and says how many there were',
      answers: { 200: json(objectOf({ deleted: count })) },
      handle: async () => ({ deleted: await sessions.removeAll() }),
    }),
    'DELETE /sessions/:name': route({
      title: 'Removes a session with all its data',
      answers: { 200: json(objectOf({ name: text, deleted: { const: true } })) },
      async handle({ params: { name = '' } }) {
        if (!(await sessions.remove(name))) throw notFound('No session has this name.')
        return { name, deleted: true }
      },
    }),
  }
}

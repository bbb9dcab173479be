import { eventInput } from '../../probes/sending'
import { expectThat, idOf, isSuccess } from '../../probes/expect'
import { fillPath } from '../../engine/request'
import { NoAnswer, type Answer, type Context, type Key } from '../../engine/check'

/** Other ways to write the path of the list. What they get is open (OQ-27), but a gate that stands before the usual way alone shows here. */
const otherPathsOf = (path: string) => [
  ...[`${path}/`, path.replace(/\/(?=[^/]*$)/, '//'), path.toUpperCase(), `${path}.json`],
  ...[`${path};a=1`, path.replace('e', '%65')],
]

/** Fails where another way to write the path of the list shows events without a key. */
export async function expectNoListElsewhere(context: Context): Promise<void> {
  await context.each(otherPathsOf(context.route('listEvents').path), async (path) => {
    const answer = await answerWithoutKey(context, 'GET', path)
    const isList = answer && isSuccess(answer) && Array.isArray(answer.fields.data)
    const message = `GET ${path} without a key lists events.`
    expectThat(!isList, 'AU-3', message, { expected: 'no events', answer })
  })
}

/** Fails where another way to write their paths lets a creation or a deletion through without a key. */
export async function expectNoWriteElsewhere(context: Context, webhookId: string): Promise<void> {
  const path = `${fillPath(context.route('deleteWebhook').path, { id: webhookId })}/`
  const answers = [
    await answerWithoutKey(context, 'DELETE', path),
    await answerWithoutKey(context, 'POST', `${context.route('createEvent').path}/`, eventInput(context)),
  ]
  for (const answer of answers) {
    const isDone = answer && isSuccess(answer) && idOf(answer) !== undefined
    const message = 'A request without a key is carried out where its path ends in a slash.'
    expectThat(!isDone, 'AU-3', message, { expected: 'no success', answer })
  }
}

/** Names under which services take a key in a query. */
const keyParameters = ['api_key', 'apikey', 'key', 'access_token', 'token']

/**
 * Fails where a key in the query does for the header, which every operation requires. Queries are logged on their way, so that the key
 * has to be one that the run has made itself.
 */
export async function expectNoKeyInQuery(context: Context, { value }: Key): Promise<void> {
  const query = new URLSearchParams(keyParameters.map((name) => [name, value]))
  const answer = await answerWithoutKey(context, 'GET', `${context.route('listEvents').path}?${query}`)
  const message = 'A key in the query is accepted without the header.'
  expectThat(!answer || !isSuccess(answer), 'AU-3', message, { expected: '401', answer })
}

/** Fails where a HEAD without a key is answered by the length of the list that a key sees. What else it gets is open (OQ-27). */
export async function expectNoHead(context: Context, key: Key): Promise<void> {
  const { path } = context.route('listEvents')
  const lengthOf = ({ headers, text }: Answer) =>
    headers.get('content-length') ?? String(Buffer.byteLength(text))
  const before = await context.sendUnjudged({ method: 'GET', path, key })
  const head = await answerWithoutKey(context, 'HEAD', path)
  if (!head) return
  const after = await context.sendUnjudged({ method: 'GET', path, key })
  const isOfList = [before, after].some((list) => lengthOf(list) === head.headers.get('content-length'))
  const message = 'HEAD without a key tells the length of the list.'
  expectThat(!isSuccess(head) || !isOfList, 'AU-3', message, { answer: head })
}

/** The answer to a request without a key; `undefined` where there is none, as from a gateway that drops what it does not know. */
async function answerWithoutKey(context: Context, method: string, path: string, body?: object) {
  try {
    return await context.sendUnjudged({ method, path, key: null, body })
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

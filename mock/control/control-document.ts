import { documentParts } from '../../generated/document'
import type { OpenApiDocument, OperationObject, ParameterObject, ResponseObject } from '../../openapi/model'
import { controlRoot } from '../http/front-page'
import { bareName, objectOf, type Fields } from './fields'
import { type Bodies, type ControlRoute, type ControlRoutes, json } from './route'
import { components, named, text } from './schemas'

const description = `Everything below \`${controlRoot}\`: the dashboard of the service, and the clock, faults, sessions and journal of the mock.

A request acts on the main state unless the header \`X-Mock-Session\` or the query's \`session\` names a session. One that two sessions
are named in, or one that nobody made, is refused. A mock that is bound beyond loopback wants its token.
`

/** The OpenAPI document of the control routes, made of their declarations. */
export function controlDocument(routes: ControlRoutes, version: string, serverUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [methodPath, route] of Object.entries(routes)) {
    const [method = '', below = ''] = methodPath.split(' ')
    const path = `${controlRoot}${below === '/' ? '' : below}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, route) }
  }
  const tags = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? [])),
  )
  return {
    openapi: documentParts.openapi,
    info: { title: 'Control API of the mock', version, description, license: documentParts.info.license },
    servers: [{ url: serverUrl, description: 'This mock.' }],
    security: [{}, { token: [] }],
    tags: [...tags].map((name) => ({ name, description: `The routes of ${name}.` })),
    paths,
    webhooks: {},
    components: {
      schemas: components,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a mock that is bound beyond loopback.',
        },
      },
    },
  }
}

function operationOf(method: string, path: string, route: ControlRoute): OperationObject {
  const [tag = 'mock'] = path.slice(controlRoot.length + 1).split(/[/.]/)
  const { title, more = '', body, open, document, answers, replacesData } = route
  const words = path.slice(controlRoot.length).split(/[^a-z]+/i)
  const sent = document ?? (method === 'POST' ? objectOf(body ?? {}, { open }) : undefined)
  const isNeeded = document !== undefined || 'required' in (sent ?? {})
  const confirmed = 'On a store that outlasts the process it wants the name of the store in `confirm`.'
  return {
    operationId:
      method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    summary: title,
    description: [title, more, replacesData ? confirmed : ''].filter((part) => part !== '').join('. '),
    tags: [tag === '' ? 'mock' : tag],
    parameters: [
      ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']): ParameterObject => ({
        ...{
          name,
          in: 'path',
          required: true,
          description: `The ${name} of the one that is meant.`,
          schema: text,
        },
      })),
      ...parametersOf(queryOf(route)),
    ],
    ...(sent && { requestBody: { required: isNeeded, content: contentOf(json(sent)) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, bodies]) => [status, responseOf(Number(status), bodies)]),
      ),
      '4XX': { description: 'The request is refused.', content: contentOf(json(named('Error'))) },
      '5XX': {
        description: 'The mock or its store cannot answer for now.',
        content: contentOf(json(named('Error'))),
      },
    },
  }
}

/** The parameters that a route takes in its query. */
export const queryOf = ({ query, replacesData }: ControlRoute): Fields => ({
  ...query,
  ...(replacesData && {
    'confirm?': { ...text, description: 'The name of the store whose data is replaced.' },
  }),
  'session?': { ...text, description: 'The session in which it acts, in place of the header.' },
})

function parametersOf(query: Fields): ParameterObject[] {
  return Object.entries(query).map(([name, { description, ...schema }]) => ({
    name: bareName(name),
    in: 'query',
    required: bareName(name) === name,
    description: textOf(description) ?? textOf(schema.title) ?? `The ${bareName(name)} that is asked for.`,
    schema,
  }))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const meanings: Readonly<Record<number, string>> = { 201: 'It was made.', 204: 'It was done.' }

function responseOf(status: number, bodies: Bodies): ResponseObject {
  const meaning = meanings[status] ?? (status < 300 ? 'The answer.' : 'It is not so.')
  return { description: meaning, ...(Object.keys(bodies).length > 0 && { content: contentOf(bodies) }) }
}

const contentOf = (bodies: Bodies) =>
  Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }]))

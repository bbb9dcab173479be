import { documentOf } from '../document/document'
import { yamlOf } from '../document/yaml'
import type { State } from '../state/state'
import { ControlAnswer, type ControlRequest, type ControlRoutes, json, route } from './route'
import { anyObject, text } from './schemas'

/** Shows the OpenAPI document of the dialect that is played. */
export const documentRoutes: ControlRoutes = {
  'GET /openapi.json': route({
    title: 'Shows the OpenAPI document of the dialect that is played',
    answers: { 200: json(anyObject) },
    handle: (request, state) =>
      textAnswer('application/json', `${JSON.stringify(resolved(request, state), null, 2)}\n`),
  }),
  'GET /openapi.yaml': route({
    title: 'Shows the OpenAPI document of the dialect that is played as YAML',
    // RFC 9512 names the media type of YAML.
    answers: { 200: { 'application/yaml': text } },
    handle: async (request, state) => textAnswer('application/yaml', await yamlOf(resolved(request, state))),
  }),
}

const resolved = ({ url }: ControlRequest, { settings }: State) =>
  documentOf(settings.dialect, new URL(url).origin)

const textAnswer = (type: string, body: string) =>
  new ControlAnswer({ status: 200, headers: { 'content-type': type }, body })

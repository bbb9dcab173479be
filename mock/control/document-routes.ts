import { documentOf } from '../document/document'
import { yamlOf } from '../document/yaml'
import type { State } from '../state/state'
import { ControlAnswer, type ControlRequest, type ControlRoutes } from './route'

/** Shows the OpenAPI document of the dialect that is played. */
export const documentRoutes: ControlRoutes = {
  'GET /openapi.json': (request, state) =>
    text('application/json', `${JSON.stringify(resolved(request, state), null, 2)}\n`),
  // RFC 9512 names the media type of YAML.
  'GET /openapi.yaml': async (request, state) =>
    text('application/yaml', await yamlOf(resolved(request, state))),
}

const resolved = ({ url }: ControlRequest, { settings }: State) =>
  documentOf(settings.dialect, new URL(url).origin)

const text = (type: string, body: string) =>
  new ControlAnswer({ status: 200, headers: { 'content-type': type }, body })

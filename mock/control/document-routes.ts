import { documentOf } from '../document/document'
import { yamlOf } from '../document/yaml'
import type { Settings } from '../settings/settings'
import { ControlAnswer, type ControlRequest, type ControlRoutes } from './route'

/** Shows the OpenAPI document of the dialect that is played. */
export function documentRoutes({ dialect }: Settings): ControlRoutes {
  const resolved = ({ url }: ControlRequest) => documentOf(dialect, new URL(url).origin)
  const text = (type: string, body: string) =>
    new ControlAnswer({ status: 200, headers: { 'content-type': type }, body })
  return {
    'GET /openapi.json': (request) =>
      text('application/json', `${JSON.stringify(resolved(request), null, 2)}\n`),
    // RFC 9512 names the media type of YAML.
    'GET /openapi.yaml': async (request) => text('application/yaml', await yamlOf(resolved(request))),
  }
}

import { createBackend } from '@event-delivery/mock'
import type { OpenApiDocument } from '../../openapi/model'
import { createOracle, type SeenAnswer } from './document-oracle'

/** The OpenAPI document of the control routes, as a backend hands it out. */
export async function controlDocumentOf(backend = createBackend()): Promise<OpenApiDocument> {
  const response = await backend.fetch(new Request('http://127.0.0.1:4010/__mock/control.json'))
  return (await response.json()) as OpenApiDocument
}

/** Judges answers to control requests by the document that is handed out, and returns their faults. */
async function makeJudge() {
  const document = await controlDocumentOf()
  const oracle = createOracle(document)
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
      operationId,
    })),
  )
  // A path without parameters stands before one that fits it with some.
  routes.sort((one, other) => other.pattern.source.length - one.pattern.source.length)
  return (method: string, path: string, answer: SeenAnswer): string[] => {
    const asked = path.replace(/\?.*/, '')
    const found = routes.find((route) => route.method === method && route.pattern.test(asked))
    return found ? oracle.faultsOf(found.operationId, answer) : []
  }
}

let judge: ReturnType<typeof makeJudge> | undefined

/** The faults of an answer to a control request. None where there is no such route. */
export async function controlFaults(method: string, path: string, answer: SeenAnswer): Promise<string[]> {
  return (await (judge ??= makeJudge()))(method, path, answer)
}

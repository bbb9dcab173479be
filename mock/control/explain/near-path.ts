import { operations, type OperationId } from '../../../generated/operations'
import { decodedStep, operationPlace } from '../../http/router'
import { eachItem, modes } from '../../state/each-item'
import { closest } from './closest'
import type { Finders, NearMiss, RefusedCase, Surroundings } from './refused-case'

/** The near misses of requests for a path, a method or a resource that does not exist. */
export const nearPath = {
  unknownPath({ method, path }, { settings }) {
    const methodPaths = methodPathsOf(settings)
    const bare = path.replace(/\/+$/, '').replace(/\/{2,}/g, '/')
    const paths = [...new Set(methodPaths.map((one) => one.split(' ')[1] ?? ''))]
    const near = [bare, `/v1${bare}`].map((one) => likePath(one, paths)).find((one) => one !== undefined)
    if (near === undefined) {
      return { sent: path, hint: `Paths of the interface begin with /v1: ${paths.join(', ')}.` }
    }
    const right = methodPaths.find((one) => one === `${method} ${near}`) ?? `${method} ${near}`
    return { sent: `${method} ${path}`, right, hint: `The nearest path is ${near}.` }
  },

  notOffered: () => ({
    hint: 'The dialect of this deployment does not offer this operation. Its field operations says which ones it does.',
  }),

  wrongMethod({ method, path }, { settings }) {
    const allowed = methodPathsOf(settings).filter((one) => isAt(path, one.split(' ')[1] ?? ''))
    const right = allowed.map((one) => one.split(' ')[0]).join(' or ')
    return { sent: method, right, hint: `This path takes ${allowed.join(', ')}.` }
  },

  unknownWebhook: (refused, around) => nearId('wh_', refused, around),
  unknownEvent: (refused, around) => nearId('evt_', refused, around),
} satisfies Finders

function methodPathsOf({ dialect }: Surroundings['settings']): string[] {
  return (Object.keys(operations) as OperationId[]).flatMap((id) => operationPlace(id, dialect) ?? [])
}

const isAt = (path: string, template: string) =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]+\}/g, '[^/]+')}$`).test(path)

/** The path that somebody may have meant. In place of an id any text fits. */
function likePath(written: string, templates: readonly string[]): string | undefined {
  const steps = written.split('/')
  const filled = templates.map((template) => {
    const parts = template.split('/')
    if (parts.length !== steps.length) return template
    return parts.map((part, index) => (part.startsWith('{') ? steps[index] : part)).join('/')
  })
  return closest(written, filled)
}

/** The near miss of an id that no resource has: it is that of the other mode, of another kind, deleted, or mistyped. */
async function nearId(
  prefix: 'wh_' | 'evt_',
  { path, mode }: RefusedCase,
  { state: { store, journal } }: Surroundings,
): Promise<NearMiss | undefined> {
  const sent = decodedStep(path.split('/').at(-1) ?? '')
  if (!sent.startsWith(prefix)) {
    return { field: 'id', sent, right: `${prefix}...`, hint: `An id of this kind begins with ${prefix}.` }
  }
  const other = modes.find((one) => one !== mode) ?? 'test'
  const isWebhook = prefix === 'wh_'
  const ids = async (of: 'live' | 'test') => {
    const list = isWebhook ? store.webhooks : store.events
    const found: string[] = []
    for await (const { id } of eachItem<{ id: string }>((page) => list(of, page), 'newest-first')) {
      found.push(id)
      if (found.length === mostCompared) break
    }
    return found
  }
  const isOther = isWebhook
    ? (await ids('test')).concat(await ids('live')).includes(sent)
    : await store.event(other, sent)
  if (isOther) {
    const hint = `The id is of ${other} mode, and the key of the request is a ${mode} key.`
    return { field: 'id', sent, right: `a key that begins with sk_${other}_`, hint }
  }
  if (isWebhook && journal.deletedWebhooks().includes(sent)) {
    return { field: 'id', sent, hint: 'This webhook was deleted, as the journal shows.' }
  }
  const right = closest(sent, await ids(mode ?? 'live'))
  return right === undefined
    ? { field: 'id', sent, hint: `No id of ${mode ?? 'live'} mode is like it.` }
    : { field: 'id', sent, right, hint: `The nearest one is ${right}.` }
}

// Only so many entries are compared, the latest ones: whoever asks means one of these.
const mostCompared = 1_000

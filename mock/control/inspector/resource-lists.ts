import type { ActiveForward } from '../../deliveries/forwards'
import type { ActiveFault } from '../../faults/fault'
import type { StoredKey, StoredWebhook } from '../../store/records'
import type { ControlClient } from './control-client'
import { byId, copyButton, element } from './dom'

interface List<Item> {
  data: Item[]
}

/** Makes a function that reads the webhooks, forwards, keys and faults of the mock and lists them. */
export function createResourceLists(
  { ask, call }: ControlClient,
  attempt: (work: () => Promise<unknown>) => Promise<void>,
): () => Promise<void> {
  const removeButton = (label: string, path: string) =>
    element('button', {
      textContent: label,
      className: 'danger',
      onclick: () => attempt(() => call('DELETE', path).then(refresh)),
    })

  async function refreshForwards() {
    const response = await ask('/forwards')
    // A backend with a fetch of its own has no forwards to list.
    byId('newForward').hidden = !response.ok
    const { data } = response.ok ? ((await response.json()) as List<ActiveForward>) : { data: [] }
    const rows = data.map(({ id, from, to }) =>
      row(from, [`→ ${to}`], removeButton('Remove', `/forwards/${id}`)),
    )
    byId('forwards').replaceChildren(...rows)
  }

  async function refresh() {
    const [webhooks, keys, faults] = await Promise.all([
      call<List<StoredWebhook>>('GET', '/webhooks'),
      call<List<StoredKey>>('GET', '/keys'),
      call<List<ActiveFault>>('GET', '/faults'),
      refreshForwards(),
    ])
    byId('webhooks').replaceChildren(
      ...webhooks.data.map(({ id, url, mode, events, description, status }) =>
        row(url, [mode, status === 'active' ? undefined : status, events.join(', '), description, id]),
      ),
    )
    byId('webhookIds').replaceChildren(
      ...['*', ...webhooks.data.map(({ id }) => id)].map((value) => element('option', { value })),
    )
    byId('keys').replaceChildren(
      ...keys.data.map(({ id, key, name, scopes, expiresAt }) =>
        row(
          key,
          [name, scopes?.join(', ') ?? 'full access', expiresAt && `ends ${expiresAt.slice(0, 10)}`],
          copyButton('Copy', key),
          removeButton('Delete', `/keys/${id}`),
        ),
      ),
    )
    byId('faults').replaceChildren(
      ...faults.data.map(({ id, kind, status, operation, webhook, probability, hits, times, seed }) =>
        row(
          `${[kind, status].filter(Boolean).join(' ')} · ${operation ?? targetOf(webhook)}`,
          [
            `probability ${probability}`,
            `struck ${hits}${times ? ` of ${times}` : ''} times`,
            `seed ${seed}`,
          ],
          removeButton('Remove', `/faults/${id}`),
        ),
      ),
    )
  }

  return refresh
}

function row(
  title: string,
  notes: (string | null | undefined)[],
  ...buttons: HTMLButtonElement[]
): HTMLLIElement {
  const note = element('small', { textContent: notes.filter(Boolean).join(' · ') })
  return element('li', {}, element('span', {}, title, note), ...buttons)
}

/** The webhooks whose deliveries a fault strikes. A fault that names neither webhook nor operation strikes all that its kind can. */
function targetOf(webhook: string | undefined): string {
  if (webhook === undefined) return 'all'
  return webhook === '*' ? 'deliveries of all webhooks' : `deliveries of ${webhook}`
}

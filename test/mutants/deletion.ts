import {
  answerInstead,
  changeErrors,
  changeKnowingWebhooks,
  changeResponses,
  changeSuccesses,
  errorResponse,
  operationOf,
  remembering,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const deletes = (request: Request) => operationOf(request) === 'deleteWebhook'

/** Mutants of deleting webhooks. */
export const deletionMutants: readonly Mutant[] = [
  {
    id: 'deletion-needs-a-body',
    rule: 'WD-1',
    title: 'a deletion without a body is refused',
    break: answerInstead(async (request) =>
      deletes(request) && (await request.text()) === ''
        ? errorResponse(400, 'invalid_request', 'Confirm it.')
        : undefined,
    ),
  },
  {
    id: 'deletion-returns-nothing',
    rule: 'WD-2',
    title: 'a deletion is answered by 204',
    break: changeResponses('deleteWebhook', (response) =>
      response.status === 200 ? new Response(null, { status: 204 }) : response,
    ),
  },
  {
    id: 'deletion-returns-another-id',
    rule: 'WD-2',
    title: 'a deletion returns another id',
    break: changeSuccesses('deleteWebhook', (result) => ({ ...result, id: 'wh_another' })),
  },
  {
    id: 'deletion-returns-the-webhook',
    rule: 'WD-2',
    title: 'a deletion does not say deleted',
    break: changeSuccesses('deleteWebhook', ({ id }) => ({ id, status: 'deleted' })),
  },
  {
    id: 'unknown-webhook-is-200',
    rule: 'WD-3',
    title: 'deleting a webhook that does not exist is a success',
    break: changeResponses('deleteWebhook', (response, request) =>
      response.status === 404
        ? Response.json({ id: new URL(request.url).pathname.split('/').at(-1), deleted: true })
        : response,
    ),
  },
  {
    id: 'unknown-webhook-has-param',
    rule: 'WD-3',
    title: 'the 404 of a deletion has a param',
    break: changeErrors('deleteWebhook', ({ error }) => ({ error: { ...(error as Json), param: 'id' } })),
  },
  {
    id: 'unknown-webhook-has-another-code',
    rule: 'WD-3',
    title: 'the 404 of a deletion has another code',
    break: changeErrors('deleteWebhook', ({ error }) => ({
      error: { ...(error as Json), code: 'webhook_not_found' },
    })),
  },
  {
    id: 'deleting-twice-succeeds',
    rule: 'WD-4',
    title: 'a deletion can be repeated',
    break: remembering(() => {
      const gone = new Set<string>()
      return changeResponses('deleteWebhook', (response, request) => {
        const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
        if (response.status === 200) gone.add(id)
        return gone.has(id) ? Response.json({ id, deleted: true }) : response
      })
    }),
  },
  {
    id: 'deleted-webhook-stays-listed',
    rule: 'WD-4',
    title: 'a deleted webhook stays listed',
    break: changeKnowingWebhooks('listWebhooks', (page, registered) => ({
      ...page,
      data: [...registered.values()].map(({ secret: _, ...webhook }) => webhook),
    })),
  },
  {
    id: 'deletion-hides-only',
    rule: 'WD-5',
    title: 'a deleted webhook goes on receiving',
    break: remembering(() => {
      const gone = new Set<string>()
      return answerInstead((request) => {
        if (!deletes(request)) return undefined
        const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
        if (gone.has(id) || /^wh_edc/.test(id))
          return errorResponse(404, 'not_found', 'No webhook has this id.')
        gone.add(id)
        return Response.json({ id, deleted: true })
      })
    }),
  },
  {
    id: 'failed-deletion-deletes-another',
    rule: 'WD-6',
    title: 'a deletion that finds nothing deletes the newest webhook',
    break: changeResponses('deleteWebhook', async (response, request, send) => {
      if (response.status !== 404) return response
      const headers = request.headers
      const list = await send(new Request(new URL('/v1/webhooks', request.url), { headers }))
      const [newest] = ((await list.json()) as { data: { id: string }[] }).data
      if (newest)
        await send(
          new Request(new URL(`/v1/webhooks/${newest.id}`, request.url), { method: 'DELETE', headers }),
        )
      return response
    }),
  },
]

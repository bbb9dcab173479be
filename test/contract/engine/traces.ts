import { type Members, membersOf, parseJson } from '../wire/json'
import type { OperationId } from '../../../generated/operations'
import { modeOf, shareMode, type Key } from './keys'
import type { Answer } from '../wire/client'
import type { ApiRequest } from './request'
import type { Session } from './session'

/** Notes what a call of an operation creates or deletes, before the run relies on it. */
interface Trace {
  before?(session: Session, sent: ApiRequest): void
  after?(session: Session, sent: ApiRequest, answer: Answer): void
  /** Whether a successful answer shows a signing secret, which no other answer may. */
  showsSecret?: boolean
}

/** The operations that create or delete something. */
export const traces: Readonly<Partial<Record<OperationId, Trace>>> = {
  createEvent: {
    after({ ledger }, { key }, { status, json }) {
      const { id } = membersOf(json)
      if (status < 300 && typeof id === 'string' && key) ledger.write({ event: id, key: modeOf(key) })
    },
  },
  createWebhook: {
    before(session, sent) {
      const { url } = bodyOf(sent)
      const key = ownerOf(session, sent)
      // Over plain HTTP a request that gets no answer, or a redirect, has failed as it should. One that succeeds names its webhook.
      const hasToFail = sent.origin?.startsWith('http:')
      if (typeof url === 'string' && key && !hasToFail) session.ledger.sends(url, key)
    },
    after(session, sent, { status, json, resentAfter }) {
      const { id, secret } = membersOf(status < 300 ? json : undefined)
      const { url } = bodyOf(sent)
      const key = ownerOf(session, sent)
      if (typeof id === 'string' && key) session.ledger.add({ id, key })
      // An answer that neither names a webhook nor refuses one leaves open whether there is one.
      const isSettled = typeof id === 'string' || (status >= 400 && status < 500)
      if (typeof url === 'string' && resentAfter) session.ledger.resent(url)
      if (typeof url === 'string' && isSettled) session.ledger.answered(url)
      if (typeof secret === 'string') session.secrets.add(secret, session.redactor)
    },
    showsSecret: true,
  },
  deleteWebhook: {
    after({ ledger }, { key, path }, { status, resentAfter }) {
      const id = decodeURIComponent(path.split('/').at(-1) ?? '')
      const owner = ledger.find(id)?.key
      // A deletion with a key of the other mode proves nothing: the webhook may stand although it was confirmed.
      // The first of two sendings, whose answer was lost, deleted what the second no longer finds.
      const isGone = status < 300 || (status === 404 && resentAfter !== undefined)
      if (isGone && key && owner && shareMode(key, owner)) ledger.remove(id)
    },
  },
  createKey: {
    before({ ledger }, { body }) {
      const { name } = membersOf(body)
      if (typeof name === 'string') ledger.write({ scopedKey: name })
    },
  },
}

/**
 * The key that can delete what a request makes. A broken deployment may register a webhook for a request without a key.
 */
function ownerOf({ usableKeys }: Session, { key }: ApiRequest): Key | undefined {
  return key ?? usableKeys[0]
}

/** The fields of a request's body, also where its JSON was given as text. */
function bodyOf({ body, raw }: ApiRequest): Members {
  return membersOf(raw === undefined ? body : parseJson(raw))
}

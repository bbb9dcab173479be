import { errorResponse } from '../../support/breakage'
import { changePayload, creates, refuse, setFields } from '../changes'
import { mutantTable } from '../table'

/** Mutants that change payloads. */
export const contentMutants = mutantTable({
  'EV-10': {
    'numbers-become-text': changePayload((_, value) =>
      typeof value === 'number' && !Number.isInteger(value) ? String(value) : value,
    ),
    'single-lists-are-unwrapped': changePayload((_, value) =>
      Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
    ),
    'lists-are-cut-at-1000': changePayload((_, value) =>
      Array.isArray(value) ? value.slice(0, 1_000) : value,
    ),
    'payloads-have-256-fields-at-most': changePayload((name, value) =>
      name === '' && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value as object).slice(0, 256))
        : value,
    ),
    'what-looks-like-a-query-is-refused': refuse(
      (request, text) => creates(request) && /union select/i.test(text),
      () => errorResponse(403, 'forbidden'),
    ),
    'names-of-secrets-are-masked': changePayload((name, value) =>
      /^(password|token)$/.test(name) ? '***' : value,
    ),
    'retrieved-event-has-no-payload': setFields('retrieveEvent', { data: {} }),
  },
})

import { newKey } from '../access/keys'
import { jsonAnswer } from '../http/answer'
import { invalidRequest, noScopedKeys } from '../http/refusal'
import { readJson } from '../http/request-body'
import { bodyRules, validBody } from '../http/validation'
import { parseTimestamp } from '../settings/timestamp'
import type { OperationHandler } from './operation'

const rules = /* @__PURE__ */ bodyRules('createKey')

/** AU-16, AU-17. */
const createKey: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { dialect, clock, plan } = settings
  if (!plan.scopedKeys) throw noScopedKeys(dialect)
  const { value } = await readJson(headers, read, settings.bodyLimits)
  const { name, scopes, expiresAt } = validBody(value, rules, dialect)
  const end = parseTimestamp(expiresAt)
  if (Number.isNaN(end)) throw invalidRequest('expiresAt is no moment of the calendar.', 'expiresAt')
  if (end <= clock.now()) throw invalidRequest('expiresAt must lie in the future.', 'expiresAt')

  const stored = newKey({ mode, name, scopes, expiresAt: new Date(end).toISOString() }, settings)
  await state.store.addKey(stored)
  const { id, created, key } = stored
  return jsonAnswer(201, JSON.stringify({ id, name, scopes, expiresAt, created, key }))
}

/** The handlers of the operations on keys, by their ids. */
export const keyHandlers = { createKey }

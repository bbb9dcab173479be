import type { Attributes } from '@opentelemetry/api'

/** The attributes without those that are `undefined`. A metric would take such an attribute for a value of its own. */
export const defined = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

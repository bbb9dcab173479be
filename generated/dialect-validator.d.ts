// Made by `npm run generate` from openapi/. Do not edit.
import type { Dialect as DialectType } from './dialect'
import type { Validate } from './validate'

export const validateDialect: Validate<DialectType>

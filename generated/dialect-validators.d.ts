// Made by `npm run generate` from openapi/. Do not edit.
import type { Dialect } from './dialect'
import type { Validate, Validators } from '../openapi/model'

export const dialectValidators: Validators<Pick<{ Dialect: Dialect }, 'Dialect'>>
export const validateDialect: Validate<({ Dialect: Dialect })['Dialect']>

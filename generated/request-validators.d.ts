// Made by `npm run generate` from openapi/. Do not edit.
import type { components } from './types'
import type { Validate, Validators } from '../openapi/model'

export const requestValidators: Validators<Pick<components['schemas'], 'EventCreate' | 'WebhookCreate' | 'KeyCreate'>>
export const validateEventCreate: Validate<components['schemas']['EventCreate']>
export const validateWebhookCreate: Validate<components['schemas']['WebhookCreate']>
export const validateKeyCreate: Validate<components['schemas']['KeyCreate']>

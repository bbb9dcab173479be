// Made by `npm run generate` from openapi/. Do not edit.
import type { components } from './types'
import type { Validate, Validators } from '../openapi/model'

export const responseValidators: Validators<Pick<components['schemas'], 'Timestamp' | 'IdempotencyKey' | 'EventTypeName' | 'Event' | 'Cursor' | 'EventPage' | 'Webhook' | 'WebhookWithSecret' | 'WebhookPage' | 'WebhookDeletion' | 'Scope' | 'Key' | 'Error' | 'DeliveryPayload' | 'Delivery'>>
export const validateTimestamp: Validate<components['schemas']['Timestamp']>
export const validateIdempotencyKey: Validate<components['schemas']['IdempotencyKey']>
export const validateEventTypeName: Validate<components['schemas']['EventTypeName']>
export const validateEvent: Validate<components['schemas']['Event']>
export const validateCursor: Validate<components['schemas']['Cursor']>
export const validateEventPage: Validate<components['schemas']['EventPage']>
export const validateWebhook: Validate<components['schemas']['Webhook']>
export const validateWebhookWithSecret: Validate<components['schemas']['WebhookWithSecret']>
export const validateWebhookPage: Validate<components['schemas']['WebhookPage']>
export const validateWebhookDeletion: Validate<components['schemas']['WebhookDeletion']>
export const validateScope: Validate<components['schemas']['Scope']>
export const validateKey: Validate<components['schemas']['Key']>
export const validateError: Validate<components['schemas']['Error']>
export const validateDeliveryPayload: Validate<components['schemas']['DeliveryPayload']>
export const validateDelivery: Validate<components['schemas']['Delivery']>

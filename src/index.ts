/** @module @event-delivery/sdk */
export type { Dialect } from '../generated/dialect'
export type { components, operations, paths } from '../generated/types'
export {
  type Bulk,
  BulkError,
  type BulkFailure,
  type BulkProgress,
  type BulkResult,
  type BulkSource,
  type BulkSummary,
  type CreateAllOptions,
} from './bulk/bulk'
export type {
  AnyCatalog,
  CatalogInput,
  Event,
  EventInput,
  ListedEvent,
  Parsed,
  ReceivedEvent,
  TypeOf,
  UnknownEvent,
  Wire,
  WireInput,
} from './catalog/event'
export type { SchemaIssue, SchemaResult, StandardSchema } from './catalog/standard-schema'
export { EventDelivery } from './client'
export {
  ApiError,
  type ApiErrorFields,
  type ApiErrorName,
  AuthenticationError,
  IdempotencyConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
} from './errors/api-errors'
export { EventDeliveryError, isEventDeliveryError } from './errors/base'
export {
  AbortError,
  type Attempt,
  type CallContext,
  ConnectionError,
  type Outcome,
  RequestError,
  type RetryDenial,
  TimeoutError,
  UnsupportedOperationError,
} from './errors/request-errors'
export type { ClientOptions } from './options'
export type { ApiCall } from './resources/api'
export type { CreateEventOptions, Events } from './resources/events'
export type { KeyInput, Keys, ScopedKey } from './resources/keys'
export type { OneTime, Revealable } from './resources/one-time-secret'
export type { ListCall, ListOptions, Page, PageFields, ToArrayOptions } from './resources/page'
export type {
  Webhook,
  WebhookDeletion,
  WebhookInput,
  Webhooks,
  WebhookWithSecret,
} from './resources/webhooks'
export type { Clock } from './transport/clock'
export type {
  CallInfo,
  EndEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryDeniedEvent,
  RetryEvent,
  SendEvent,
  StartEvent,
  WaitEvent,
} from './transport/hooks'
export type { HeadersOption } from './transport/headers'
export type { WithResponse } from './transport/http'
export type { CallLimits, CallOptions } from './transport/limits'
export type { LogFields, Logger, LogLevel } from './transport/log'
export type { RetryBudgetOptions } from './transport/retry-budget'
export type { SharedRate } from './transport/pace'
export type { Fetch, FetchAnswer, FetchInit } from './transport/transport'

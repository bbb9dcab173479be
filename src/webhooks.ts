/** @module @event-delivery/sdk/webhooks */
export type { AnyCatalog, Event, ReceivedEvent, UnknownEvent } from './catalog/event'
export type { SchemaIssue, SchemaResult, StandardSchema } from './catalog/standard-schema'
export { EventDeliveryError, isEventDeliveryError } from './errors/base'
export type { ClaimResult, DedupeStore } from './receiving/dedupe'
export type { FastifyReply, FastifyRequest } from './receiving/frameworks/fastify'
export type { RequestContext } from './receiving/frameworks/fetch'
export type { H3Event } from './receiving/frameworks/h3'
export type { HapiRequest, HapiToolkit } from './receiving/frameworks/hapi'
export type { HonoContext } from './receiving/frameworks/hono'
export type { KoaContext } from './receiving/frameworks/koa'
export type { LambdaAnswer, LambdaEvent } from './receiving/frameworks/lambda'
export type { NodeRequest, NodeResponse } from './receiving/frameworks/node'
export {
  type BodyHexOptions,
  type HexSchemeOptions,
  type TimestampedHexOptions,
  bodyHex,
  timestampedHex,
} from './receiving/hex-schemes'
export type { RawBody } from './receiving/hmac'
export { type MemoryStoreOptions, createMemoryStore } from './receiving/memory-store'
export type { DeliveryKeeper, FailureCounter, KeptDelivery } from './receiving/kept-delivery'
export type { DeliveryObserver, DeliveryOutcome, ObservedDelivery } from './receiving/observe'
export type {
  ContextOf,
  DedupeInput,
  DeliveryContext,
  EventHandler,
  QueuedReceiverOptions,
  ReceiverOptions,
  TransactionContext,
} from './receiving/options'
export { type Receiver, createReceiver } from './receiving/receiver'
export { ReceiverError, type ReceiverErrorCode } from './receiving/receiver-error'
export type { ReadHeader, SignatureClaim, SignatureScheme } from './receiving/scheme'
export { type SignInput, type SignOptions, sign } from './receiving/sign'
export { standardWebhooks, svix } from './receiving/standard-webhooks'
export type { QueuedStore, TransactionalStore, TransactionTerms } from './receiving/transaction'
export { EventDataError, type UnwrapOptions, unwrap } from './receiving/unwrap'
export { type WebhookVerificationCode, WebhookVerificationError } from './receiving/verification-error'
export {
  type Delivery,
  type HeadersLike,
  type Verified,
  type VerifyOptions,
  verify,
} from './receiving/verify'

// The compiler holds this file with `exactOptionalPropertyTypes`: test/sdk/exact-optional.test.ts.
import type {
  CallOptions,
  ClientOptions,
  CreateAllOptions,
  CreateEventOptions,
  Hooks,
  ListOptions,
  Logger,
  RetryBudgetOptions,
  WebhookInput,
} from '@event-delivery/sdk'
import type { SignedRequestOptions } from '@event-delivery/sdk/testing'
import type { ReceiverOptions, SignOptions, UnwrapOptions, VerifyOptions } from '@event-delivery/sdk/webhooks'

type OptionalKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T]

type RefusingKeys<T> = {
  [Key in OptionalKeys<T>]: { [Only in Key]: undefined } extends Pick<T, Key> ? never : Key
}[OptionalKeys<T>]

type Options = [
  ...[CallOptions, ClientOptions, CreateAllOptions<object>, CreateEventOptions, Hooks, ListOptions, Logger],
  ...[RetryBudgetOptions, WebhookInput, SignedRequestOptions, ReceiverOptions],
  ...[SignOptions, UnwrapOptions, VerifyOptions],
]

type Refusing = { [Index in keyof Options]: RefusingKeys<Options[Index]> }[number]

/** Does not compile where an optional field of one of the types refuses `undefined`, and names it. */
export const refusing: [Refusing] extends [never] ? undefined : Refusing = undefined

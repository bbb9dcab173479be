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

/** Does not compile where optional fields of the type refuse `undefined`, and names them. */
function accepts<T>(_: [RefusingKeys<T>] extends [never] ? true : RefusingKeys<T>) {}

accepts<CallOptions>(true)
accepts<ClientOptions>(true)
accepts<CreateAllOptions<object>>(true)
accepts<CreateEventOptions>(true)
accepts<Hooks>(true)
accepts<ListOptions>(true)
accepts<Logger>(true)
accepts<RetryBudgetOptions>(true)
accepts<WebhookInput>(true)
accepts<SignedRequestOptions>(true)
accepts<ReceiverOptions>(true)
accepts<SignOptions>(true)
accepts<UnwrapOptions>(true)
accepts<VerifyOptions>(true)

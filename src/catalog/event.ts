import type { components } from '../../generated/types'
import type { StandardSchema } from './standard-schema'

/** An event: created by a client, kept by the service, delivered to webhooks. */
export interface Event<Type extends string = string, Data = Record<string, unknown>> extends Omit<
  components['schemas']['Event'],
  'type' | 'data'
> {
  /** The type that its creator chose. */
  type: Type
  /** The payload as it was sent. */
  data: Data
}

/** The catalog of a client that was given no other: every type, with any object as payload. */
export interface AnyCatalog {
  [type: string]: Record<string, unknown>
}

/** The types of a catalog. */
export type TypeOf<Catalog> = keyof Catalog & string

/** The payload of a type as it is sent: the type that the catalog names, or the input of its validator. */
export type Wire<Catalog, Type extends keyof Catalog> =
  Catalog[Type] extends StandardSchema<infer Input, infer _Output> ? Input : Catalog[Type]

/** The payload of a type as a receiver sees it: the output of its validator, where the catalog has one. */
export type Parsed<Catalog, Type extends keyof Catalog> =
  Catalog[Type] extends StandardSchema<infer _Input, infer Output> ? Output : Catalog[Type]

/** The payload that `events.create` takes. Without a catalog any object will do, also one whose interface has no index signature. */
export type WireInput<Catalog, Type extends keyof Catalog> = string extends keyof Catalog
  ? object
  : Wire<Catalog, Type>

/**
 * The type of an event that the catalog does not list: any string. It is declared as an enum, since with `string` in the union
 * TypeScript would not narrow an event by comparing its `type` with one of the catalog's.
 */
declare enum UnlistedType {
  some = '',
  other = '*',
}

/** An event whose type the catalog does not list. */
export type UnknownEvent = Event<UnlistedType>

/**
 * An event as the service lists it: one of the catalog's, or an unknown one. Compare `type` to narrow it. TypeScript has no type for all
 * strings but some, so a type that the catalog does not list is compared as a string.
 *
 * @example
 * if (event.type === 'order.paid') ship(event.data.order)
 * else if (String(event.type) === 'order.lost') console.log(event.data)
 */
export type ListedEvent<Catalog> = string extends keyof Catalog
  ? Event
  : { [Type in TypeOf<Catalog>]: Event<Type, Wire<Catalog, Type>> }[TypeOf<Catalog>] | UnknownEvent

/** An event as a receiver sees it: one of the catalog's, its payload as the validator returned it, or an unknown one. */
export type ReceivedEvent<Catalog> = string extends keyof Catalog
  ? Event
  : { [Type in TypeOf<Catalog>]: Event<Type, Parsed<Catalog, Type>> }[TypeOf<Catalog>] | UnknownEvent

/** A new event. */
export interface EventInput<Type extends string = string, Data = object> {
  /** The type. Dot notation, `<domain>.<action>`, is recommended. */
  type: Type
  /** The payload: an object that JSON can carry. */
  data: Data
}

/** An input of `events.createAll`: a new event of any of the catalog's types. */
export type CatalogInput<Catalog> = {
  [Type in TypeOf<Catalog>]: EventInput<Type, WireInput<Catalog, Type>>
}[TypeOf<Catalog>]

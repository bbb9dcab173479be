import type { components } from '../../generated/types'
import type { StandardSchema } from './standard-schema'

/** Something that happened: created by a client, kept by the service, delivered to webhooks. */
export interface Event<Type extends string = string, Data = Record<string, unknown>> extends Omit<
  components['schemas']['Event'],
  'type' | 'data'
> {
  /** The type that its creator chose. */
  type: Type
  /** The payload as it was sent. */
  data: Data
}

/** The catalog of a client that was given none: every type, with any object. */
export interface AnyCatalog {
  [type: string]: Record<string, unknown>
}

/** The types of a catalog. */
export type TypeOf<Catalog> = keyof Catalog & string

/** The payload of a type as it travels: what a catalog's interface says, or what its validator takes in. */
export type Wire<Catalog, Type extends keyof Catalog> =
  Catalog[Type] extends StandardSchema<infer Input, infer _Output> ? Input : Catalog[Type]

/** The payload of a type after its validator, where the catalog has one. */
export type Parsed<Catalog, Type extends keyof Catalog> =
  Catalog[Type] extends StandardSchema<infer _Input, infer Output> ? Output : Catalog[Type]

/** What `events.create` takes. An interface without an index signature is as good an object as any. */
export type WireInput<Catalog, Type extends keyof Catalog> = string extends keyof Catalog
  ? object
  : Wire<Catalog, Type>

/**
 * A type that the catalog does not list: a string. An enum, since no other kind of string type gives way when `event.type` is
 * compared with one of the catalog's.
 */
declare enum UnlistedType {
  some = '',
  other = '*',
}

/** An event whose type the catalog does not list. */
export type UnknownEvent = Event<UnlistedType>

/** An event as the service lists it: one of the catalog's, or an unknown one. */
export type ListedEvent<Catalog> = string extends keyof Catalog
  ? Event
  : { [Type in TypeOf<Catalog>]: Event<Type, Wire<Catalog, Type>> }[TypeOf<Catalog>] | UnknownEvent

/** An event as a receiver sees it, its payload past the catalog's validators. */
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

/** What `events.createAll` takes: an input of any of the catalog's types. */
export type CatalogInput<Catalog> = {
  [Type in TypeOf<Catalog>]: EventInput<Type, WireInput<Catalog, Type>>
}[TypeOf<Catalog>]

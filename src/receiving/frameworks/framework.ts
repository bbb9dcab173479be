import type { ReadDelivery } from '../handle'

/** A delivery that a framework hands over, and the way in which the framework takes the answer. */
export interface Handover {
  /** The HTTP method. */
  method: string | undefined
  /** Reads the headers and the raw body. Throws the cure where the raw body is lost. */
  read: ReadDelivery
  /** Gives the answer to the framework, and returns what the framework expects of a handler. */
  answer(answer: Response): unknown
}

/** How a framework calls its handlers. */
export interface Framework {
  /** The line of code that mounts a receiver. */
  line: string
  /** The delivery in the arguments, or `undefined` where they are not those of this framework. */
  accept(args: readonly unknown[]): Handover | undefined
  /** Whether the arguments are a part of what this framework gives its handlers, so that its `line` is the cure. */
  resembles?(args: readonly unknown[]): boolean
}

/** The value as an object whose fields may be asked for, whatever it is. */
export const fieldsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>

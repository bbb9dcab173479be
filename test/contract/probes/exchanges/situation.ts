import type { Dialect } from '../../../../generated/dialect'

/** A situation in which a request is refused, by its name in the dialect. */
export type Situation = keyof NonNullable<Dialect['errors']>

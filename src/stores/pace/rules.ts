/**
 * The share of the rate that is used. The slots of a second are spread over 1000 / 0.95 milliseconds, so that a second sees no more than
 * the rate as long as requests are late by up to 52 ms: on their way to the service, or since the process was busy.
 */
export const usedShare = 0.95

/** How late a slot may be used, in milliseconds. The rest of the 52 ms is for the way to the service. */
export const patience = 30

/** A question to the database takes the slots of so many milliseconds at most. */
export const blockMs = 100

/** Slots that begin later than so many milliseconds from now are not given out: whoever holds slots learns late of a refusal. */
export const horizonMs = 100

/**
 * Whoever found no slots may look further ahead by as many milliseconds as it has waited since, and by so many at most. Without that, a
 * process that is slow to ask would find the slots taken each time.
 */
export const mostHorizonGained = 500

/** A refusal lowers the rate to this share of what it was. */
export const shareAfterRefusal = 0.7

/** The rate falls no further than to this share. */
export const leastShare = 0.02

/** The rate grows back by the factor e in so many milliseconds, and so from 0.7 to 1 in 18 s. */
export const recoveryMs = 50_000

/**
 * A pause that ends further away than this was written before the clock of the server was set back. So was a slot that is further away
 * than this and one interval at the least share.
 */
export const furthestMs = 70_000

/** How many slots one question may take at a rate, in requests a second. */
export const blockOf = (perSecond: number): number => Math.max(1, Math.floor((perSecond * blockMs) / 1000))

/** The time between two slots at a rate, in milliseconds. */
export const intervalOf = (perSecond: number): number => 1000 / (perSecond * usedShare)

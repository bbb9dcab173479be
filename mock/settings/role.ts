/** The part that a process takes where several processes share one store. */
export type Role = 'api' | 'worker' | 'all'

/** All parts, in the order in which messages name them. */
export const roles: readonly Role[] = ['api', 'worker', 'all']

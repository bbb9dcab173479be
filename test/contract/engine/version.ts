/**
 * Version of the suite.
 *
 * @example
 * console.log(`Judged by version ${version}.`)
 */
export const version = '0.1.0'

import { version as packageVersion } from '../package.json'

/**
 * Version of the suite.
 *
 * @example
 * console.log(`Judged by version ${version}.`)
 */
export const version: string = packageVersion

// A timestamp of PostgreSQL ends in the year 294276. So many milliseconds are thirty years.
const mostMs = 1e12

/** The interval of a parameter in milliseconds. */
export const inMilliseconds = (parameter: string): string =>
  `least(${parameter}::float8, ${mostMs}) * interval '1 millisecond'`

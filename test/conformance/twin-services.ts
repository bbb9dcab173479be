/**
 * The seeds of ten services that were looked at while the observation and the comparison were built: their scores say how
 * far both fit what they were made for.
 */
export const knownSeeds = [1101, 1102, 1103, 1104, 1105, 1106, 1107, 1108, 1109, 1110] as const

/** The seeds of ten services that nothing was fitted to. They were written down before any of them was scored. */
export const freshSeeds = [2101, 2102, 2103, 2104, 2105, 2106, 2107, 2108, 2109, 2110] as const

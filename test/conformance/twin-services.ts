/** The seeds of the services whose twins are scored, in the order in which they were written down. */
const seeds = {
  /** Services that were looked at while the observation and the comparison were built: their scores say how far both fit what they were made for. */
  first: [1101, 1102, 1103, 1104, 1105, 1106, 1107, 1108, 1109, 1110],
  /** Services that were scored once before they were looked at, when 619 of 659 exchanges were alike. What differed was mended. */
  second: [2101, 2102, 2103, 2104, 2105, 2106, 2107, 2108, 2109, 2110],
  /** Services that were scored before they were looked at, when 652 of 659 exchanges were alike. What differed was mended. */
  third: [3101, 3102, 3103, 3104, 3105, 3106, 3107, 3108, 3109, 3110],
  /** Services that were written down before any of them was scored. All 658 exchanges were alike at the first score. */
  fourth: [3201, 3202, 3203, 3204, 3205, 3206, 3207, 3208, 3209, 3210],
  /** Services that were written down before any of them was scored. */
  fifth: [3301, 3302, 3303, 3304, 3305, 3306, 3307, 3308, 3309, 3310],
  /** Services that were scored before they were looked at, when 637 of 679 exchanges were alike. What differed was mended. */
  sixth: [3401, 3402, 3403, 3404, 3405, 3406, 3407, 3408, 3409, 3410],
  /** Services that were scored before they were looked at, when 654 of 679 exchanges were alike. What differed was mended. */
  seventh: [3501, 3502, 3503, 3504, 3505, 3506, 3507, 3508, 3509, 3510],
  /** Services whose first score, 557 of 679, showed a fault of the observation: further fields were lost where a type held half a surrogate. */
  eighth: [3601, 3602, 3603, 3604, 3605, 3606, 3607, 3608, 3609, 3610],
  /** Services that nothing was fitted to. They were written down before any of them was scored. */
  fresh: [3701, 3702, 3703, 3704, 3705, 3706, 3707, 3708, 3709, 3710],
} as const

/** The seeds of one set of services: the fresh ones unless a name is given. */
export function seedsOf(name = 'fresh'): readonly number[] {
  if (name in seeds) return seeds[name as keyof typeof seeds]
  throw new TypeError(`There is no set of services ${name}: take ${Object.keys(seeds).join(', ')}.`)
}

/** Types that are legal and easy to get wrong. Each begins with a text of its own. */
export const typeNames: readonly { name: string; type: (unique: string) => string }[] = [
  { name: 'dotted', type: (unique) => `${unique}.paid` },
  { name: 'without-dots', type: (unique) => unique.replaceAll('.', '') },
  { name: 'upper-and-lower-case', type: (unique) => `${unique}.OrderPaid` },
  { name: 'punctuation', type: (unique) => `${unique}:a/b_c-d e+f%20&g=h` },
  { name: 'unicode', type: (unique) => `${unique}.größe.支払い.😀` },
  { name: 'ending-in-a-dot', type: (unique) => `${unique}..` },
  { name: 'ending-in-a-blank', type: (unique) => `${unique}.a ` },
]

/** Decodes UTF-8 and throws for bytes that are none. A mark at the beginning stays. */
export const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

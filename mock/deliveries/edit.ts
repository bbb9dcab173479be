/** The changes that somebody makes by hand to one attempt. */
export interface DeliveryEdit {
  /** The body in place of that of the dialect. It is signed as it stands here. */
  body?: string
  /** Headers by their names in small letters, the signature's own among them. `null` leaves one out. */
  headers?: Readonly<Record<string, string | null>>
}

/** The parts that an edit changes; `undefined` where it changes nothing. */
export function editedParts({ body, headers = {} }: DeliveryEdit): ('body' | 'headers')[] | undefined {
  const parts: ('body' | 'headers')[] = []
  if (body !== undefined) parts.push('body')
  if (Object.keys(headers).length > 0) parts.push('headers')
  return parts.length > 0 ? parts : undefined
}

/** Headers as an edit leaves them. */
export function editedHeaders(
  headers: Record<string, string>,
  { headers: changes = {} }: DeliveryEdit,
): Record<string, string> {
  const edited = { ...headers }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete edited[name]
    else edited[name] = value
  }
  return edited
}

const form = /^dlv_(\d{1,18})$/

/** The id of the delivery with this number, the same for each of its attempts. */
export function deliveryId(number: string): string {
  return `dlv_${number}`
}

/** The number of a delivery, `undefined` for an id that no delivery of this store has. */
export function deliveryNumber(id: string): string | undefined {
  return form.exec(id)?.[1]
}

/** The address of the part of the page that explains signatures: it is as large as a tenth of the page, and few ask for it. */
export const laterPath = '/__mock/pasted.js'

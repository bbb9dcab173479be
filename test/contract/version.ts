/** Version of the suite. */
export const version = '0.1.0'

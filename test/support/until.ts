/** Registers with the test runner what has to happen at the end: `onTestFinished`, or `afterAll`. */
export type Until = (end: () => Promise<void>) => unknown

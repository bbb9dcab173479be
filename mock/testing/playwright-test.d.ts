// The part of the types of Playwright's runner that the fixture names. The runner is an optional peer that is not installed
// with this repository. Users compile against its real types, and so does the test that runs the fixture in it.
declare module '@playwright/test' {
  export interface BrowserContext {
    setExtraHTTPHeaders(headers: Record<string, string>): Promise<void>
  }
  export interface PlaywrightTestArgs {
    context: BrowserContext
  }
  export interface PlaywrightTestOptions {
    extraHTTPHeaders: Record<string, string> | undefined
  }
  export interface PlaywrightWorkerArgs {
    playwright: object
  }
  export interface PlaywrightWorkerOptions {
    headless: boolean | undefined
  }
  export interface TestInfo {
    status?: string
    expectedStatus: string
    attach(name: string, attachment: { body: string; contentType: string }): Promise<void>
  }
  export interface TestType<TestArgs extends object, WorkerArgs extends object> {
    extend<Added extends object>(fixtures: {
      [Name in keyof Added]:
        | [Added[Name], { option: true }]
        | ((
            args: TestArgs & WorkerArgs & Added,
            use: (value: Added[Name]) => Promise<void>,
            info: TestInfo,
          ) => Promise<void>)
    }): TestType<TestArgs & Added, WorkerArgs>
  }
  export interface ExpectMatcherState {
    isNot: boolean
    timeout: number
  }
  export interface Expect<Matchers> {
    extend<Added extends object>(matchers: Added): Expect<Matchers & Added>
  }
  export const test: TestType<
    PlaywrightTestArgs & PlaywrightTestOptions,
    PlaywrightWorkerArgs & PlaywrightWorkerOptions
  >
  export const expect: Expect<object>
}

import { UsageError } from '../../../src/core/commands/usage-error'

/** A backend that plays a dialect in this process, as far as the comparison uses it. */
export interface TwinBackend {
  fetch(request: Request): Promise<Response>
  waitForIdle(options?: { timeout?: number }): Promise<void>
  close(): Promise<void>
}

/** A key of the backend. `scopes`: `null` for full access. */
export interface TwinKey {
  key: string
  scopes?: readonly string[] | null
  expiresAt?: string
}

/** The part of the mock that the comparison uses. */
export interface MockModule {
  createBackend(options: {
    dialect: object
    keys: readonly TwinKey[]
    seed: { events: readonly { type: string; data: unknown; mode: 'live' | 'test' }[] }
    fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  }): TwinBackend
}

/** The package that plays dialects. It is an optional peer: the command `twin` alone loads it, by this name. */
const mockPackage = '@event-delivery/mock'

/** Loads the package that plays dialects. Throws a `UsageError` where it is not installed. */
export async function loadMock(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<MockModule> {
  try {
    return (await load(mockPackage)) as MockModule
  } catch (error) {
    const { code, message = '' } = error as { code?: string; message?: string }
    if (!/MODULE_NOT_FOUND/.test(code ?? '') || !message.includes(mockPackage)) throw error
    throw new UsageError(
      `twin plays the deployment with ${mockPackage}, which is not installed: npm install ${mockPackage}`,
    )
  }
}

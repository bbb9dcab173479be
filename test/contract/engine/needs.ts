import { CouldNotRun, NotApplicable } from './outcome'
import { requireKey } from './keys'
import type { Need } from './vocabulary'
import type { Check } from './check'
import type { Session } from './session'
import { permits, type Settings } from './options'

/** Throws where this run cannot or need not make the check: what is missing, and the flag that would help. */
export function assertNeeds(check: Check, session: Session): void {
  if (!permits(session.settings.mode, check.mode)) {
    throw new NotApplicable(`It needs mode ${check.mode}.`, `--mode ${check.mode}`)
  }
  for (const need of check.needs) assertions[need](session)
}

/** The flags under which a check is made, those of keys aside. */
export function flagsOf({ mode, needs }: Check): string {
  return needs.includes('plan') ? `--mode ${mode} --plan` : `--mode ${mode}`
}

/**
 * The flag that has scopes judged: none where the owner says that the deployment makes no scoped keys, which a check of its own
 * judges, and nothing of what such keys get that were made elsewhere.
 */
export function remedyOfScopes({ dialect = {} }: Settings): string | undefined {
  const { operations, missingScopeStatus, expiredKeyStatus } = dialect
  const areNone = operations?.createKey === null && (missingScopeStatus ?? expiredKeyStatus) === undefined
  return areNone ? undefined : '--scoped-key SCOPE[,SCOPE]=KEY'
}

const assertions: Readonly<Record<Need, (session: Session) => unknown>> = {
  'any-key': (session) => requireKey(session, 'live', 'test'),
  'live-key': (session) => requireKey(session, 'live'),
  'test-key': (session) => requireKey(session, 'test'),
  'event-key': assertWritingKey,
  'webhook-key': assertWritingKey,
  'scoped-key': ({ keys, settings }) => {
    // In mode full a live key may be able to make scoped keys, which the check finds out.
    if (settings.mode === 'full' || keys.some(({ kind }) => kind === 'scoped')) return
    throw new NotApplicable('No scoped key was given.', remedyOfScopes(settings))
  },
  'expired-key': ({ keys, settings }) => {
    if (keys.some(({ kind }) => kind === 'expired')) return
    throw new NotApplicable('No expired key was given.', remedyOfScopes(settings) && '--expired-key KEY')
  },
  receiver: ({ target }) => {
    if (!target.receiver) throw new CouldNotRun('There is no receiver for deliveries.', '--receiver-url')
  },
  clock: ({ target }) => {
    if (target.advance) return
    throw new NotApplicable(
      'It takes 24 hours, and the clock of this deployment cannot be moved.',
      '--plant FILE, a day later --verify FILE',
    )
  },
  plan: ({ settings }) => {
    if (settings.plan !== undefined) return
    throw new NotApplicable('The rate limit is probed only when the plan is named.', '--plan')
  },
}

function assertWritingKey(session: Session): void {
  if (session.settings.mode === 'full') requireKey(session, 'live', 'test')
  else requireKey(session, 'test')
}

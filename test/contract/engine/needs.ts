import { CouldNotRun, NotApplicable } from './outcome'
import { permits, type Check, type Need } from './check'
import type { Session } from './session'

/** Throws where this run cannot or need not make the check: what is missing, and the flag that would help. */
export function assertNeeds(check: Check, session: Session): void {
  if (!permits(session.mode, check.mode)) {
    throw new NotApplicable(`It needs mode ${check.mode}.`, `--mode ${check.mode}`)
  }
  for (const need of check.needs) meet[need](session)
}

const meet: Readonly<Record<Need, (session: Session) => void>> = {
  'any-key': (session) => key(session, 'live', 'test'),
  'live-key': (session) => key(session, 'live'),
  'test-key': (session) => key(session, 'test'),
  'event-key': (session) => writingKey(session),
  'webhook-key': (session) => writingKey(session),
  'scoped-key': ({ keys, mode }) => {
    // In mode full a live key may be able to make scoped keys, which the check finds out.
    if (mode === 'full' || keys.some(({ kind }) => kind === 'scoped')) return
    throw new NotApplicable('No scoped key was given.', '--scoped-key SCOPE[,SCOPE]=KEY')
  },
  'expired-key': ({ keys }) => {
    if (keys.some(({ kind }) => kind === 'expired')) return
    throw new NotApplicable('No expired key was given.', '--expired-key KEY')
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
  plan: ({ options }) => {
    if (options.plan === undefined) {
      throw new NotApplicable('The rate limit is probed only when the plan is named.', '--plan')
    }
  },
}

function writingKey(session: Session): void {
  if (session.mode === 'full') key(session, 'live', 'test')
  else key(session, 'test')
}

function key(session: Session, ...kinds: ('live' | 'test')[]): void {
  const given = session.keys.filter(({ kind }) => (kinds as string[]).includes(kind))
  const flags = kinds.map((kind) => `--${kind}-key`).join(' or ')
  if (given.length === 0) throw new CouldNotRun(`There is no ${kinds.join(' or ')} key.`, flags)
  if (given.every((one) => session.refused.has(one))) {
    throw new CouldNotRun(`The deployment refuses the ${kinds.join(' and the ')} key.`, flags)
  }
}

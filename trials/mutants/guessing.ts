import type { Mutant } from './mutant.ts'

const tests = ['features/account/sign-in/failure-streak.test.ts']

export const guessing: Mutant[] = [
  {
    control: 'After 100 consecutive failures an account accepts no password from a new browser',
    asvs: '6.3.1',
    file: 'domain/credentials/attempt-count.ts',
    find: '>= maxStreak',
    replace: '> 1_000_000',
    tests,
  },
  {
    control: 'A wrong password counts as a consecutive failure',
    asvs: '6.3.1',
    file: 'domain/credentials/failure-streak.ts',
    find: 'isGuess ? 1 : 0',
    replace: 'isGuess ? 0 : 0',
    tests,
  },
  {
    control: 'Five wrong codes end the session',
    asvs: '6.3.1',
    file: 'domain/credentials/failed-check.ts',
    find: 'if (session && hasReached(streaks, session.id, maxAttempts)) {',
    replace: 'if (session && hasReached(streaks, session.id, 1_000)) {',
    tests,
  },
  {
    control: 'A known browser with 100 failures is no longer known',
    file: 'domain/credentials/failed-check.ts',
    find: 'hasReached(streaks, browserId, maxStreak)',
    replace: 'hasReached(streaks, browserId, 1_000)',
    tests,
  },
  {
    control: 'The user is notified of the fifth consecutive failure',
    asvs: '6.3.5',
    file: 'domain/credentials/failed-check.ts',
    find: 'isGuess && failures % maxAttempts === 0',
    replace: 'isGuess && failures < 0',
    tests,
  },
  {
    control: 'Guesses send at most one mail a day',
    file: 'server/login-strategy.ts',
    find: 'isWanted && write(),',
    replace: 'write(),',
    tests,
  },
  {
    control: 'The user is notified when the authenticator is disabled',
    asvs: '6.3.5',
    file: 'domain/credentials/failed-check.ts',
    find: "disablesFactor ? (['disabled'] as const)",
    replace: 'disablesFactor ? ([] as const)',
    tests,
  },
  {
    control: 'A new password lifts the restriction',
    file: 'domain/credentials/rate-limit.ts',
    find: '  await clearStreaks(db, [userId])\n',
    replace: '',
    tests,
  },
]

import type { Mutant } from './mutant.ts'

const tests = ['features/account/sign-in/failure-streak.test.ts']

export const guessing: Mutant[] = [
  {
    control: 'After 100 failures in a row an account takes no password from a new browser',
    asvs: '6.3.1',
    file: 'domain/verification.ts',
    find: '>= maxStreak',
    replace: '> 1_000_000',
    tests,
  },
  {
    control: 'A wrong password counts in a row',
    asvs: '6.3.1',
    file: 'domain/failure-streak.ts',
    find: 'isGuess ? 1 : 0',
    replace: 'isGuess ? 0 : 0',
    tests,
  },
  {
    control: 'Five wrong codes end the session',
    asvs: '6.3.1',
    file: 'domain/failed-check.ts',
    find: 'if (session && hasReached(streaks, session.id, maxTries)) {',
    replace: 'if (session && hasReached(streaks, session.id, 1_000)) {',
    tests,
  },
  {
    control: 'A known browser with 100 failures of its own is forgotten',
    file: 'domain/failed-check.ts',
    find: 'hasReached(streaks, browserId, maxStreak)',
    replace: 'hasReached(streaks, browserId, 1_000)',
    tests,
  },
  {
    control: 'The owner learns of the fifth failure in a row',
    asvs: '6.3.5',
    file: 'domain/failed-check.ts',
    find: 'isGuess && failures % maxTries === 0',
    replace: 'isGuess && failures < 0',
    tests,
  },
  {
    control: 'Guesses cause one mail a day',
    file: 'domain/failed-check.ts',
    find: 'else if (isSent) await send()',
    replace: 'else await send()',
    tests,
  },
  {
    control: 'The owner learns that the authenticator was disabled',
    asvs: '6.3.5',
    file: 'domain/failed-check.ts',
    find: "disablesFactor ? (['disabled'] as const)",
    replace: 'disablesFactor ? ([] as const)',
    tests,
  },
  {
    control: 'A new password lifts the restriction',
    file: 'domain/rate-limit.ts',
    find: '  await clearStreaks(db, [userId])\n',
    replace: '',
    tests,
  },
]

import type { Mutant } from './mutant.ts'

const alike = ['trials/system/uniform-work.trial.ts']
const uniform = ['features/account/sign-in/uniform.test.ts']
const verification = 'domain/credentials/verification.ts'
const failedCheck = 'domain/credentials/failed-check.ts'
const attempts = 'domain/sign-in/login-attempt.ts'
const askForHelp = 'features/account/lost-device/ask.ts'

/** Mutants of the uniform first step of a login (LOGIN_UNIFORM). */
export const uniformLogin: Mutant[] = [
  {
    control: 'Every address and password of a user login leads to the second step',
    asvs: '6.3.8',
    file: 'features/account/sign-in/log-in.ts',
    find: 'await strategy.passwordIdOf(verification)',
    replace:
      "area.kind === 'user' ? await verification : await strategy.passwordIdOf(verification)",
    tests: uniform,
  },
  {
    control: 'Every address and password of an admin login leads to the second step',
    asvs: '6.3.8',
    file: 'features/account/sign-in/log-in.ts',
    find: 'await strategy.passwordIdOf(verification)',
    replace:
      "area.kind === 'admin' ? await verification : await strategy.passwordIdOf(verification)",
    tests: alike,
  },
  {
    control: 'After a wrong password no code is accepted',
    asvs: '6.3.3',
    file: verification,
    find: '|| isLockedOut || check.isDecoy) throw',
    replace: '|| isLockedOut) throw',
    tests: uniform,
  },
  {
    control: 'Codes after a wrong password do not disable the authenticator',
    asvs: '6.3.1',
    file: verification,
    find: 'const isGuess = !isUsed && !isDecoy && !isLockedOut',
    replace: 'const isGuess = !isUsed && !isLockedOut',
    tests: uniform,
  },
  {
    control: 'A decoy attempt has no password, so it never becomes a session',
    asvs: '6.3.3',
    file: attempts,
    find: 'case when not is_decoy then\n',
    replace: 'case when true then\n',
    tests: uniform,
  },
  {
    control: 'An attacker’s wrong password does not end the setup of an authenticator',
    file: attempts,
    find: '(select not has_factor and not is_decoy from step)',
    replace: '(select not has_factor from step)',
    tests: uniform,
  },
  {
    control: 'An inactive account without a second factor gets no further than a decoy',
    asvs: '6.3.8',
    file: attempts,
    find: 'or (${isInactive}::boolean and not has_factor)',
    replace: 'or (${isInactive}::boolean and false)',
    tests: uniform,
  },
  {
    control: 'After a wrong password no authenticator can be set up',
    asvs: '6.3.3',
    file: 'features/account/two-factor/set-up.ts',
    find: 'if (hasFactor || decoy) throw',
    replace: 'if (hasFactor) throw',
    tests: uniform,
  },
  {
    control: 'Each wrong passkey does the work of a lockout (constant work)',
    file: 'domain/passkeys/passkey-verification.ts',
    find: 'strategy: loginStrategy(),',
    replace: '',
    tests: alike,
  },
  {
    control: 'A correct password counts for its address like a wrong one',
    asvs: '6.3.8',
    file: verification,
    find: 'if (isFirstStep(check)) await pretendFailure(db, check, counted)\n  else await',
    replace: 'await',
    tests: uniform,
  },
  {
    control: 'A completed login no longer counts for its address',
    file: 'domain/sign-in/login.ts',
    find: 'if (attempt.ipAddress === origin.ipAddress)',
    replace: 'if (attempt.ipAddress === null)',
    tests: uniform,
  },
  {
    control: 'A correct password writes no failure to the audit log',
    file: 'server/db.ts',
    find: "isKept ? '' : 'rollback to savepoint work;'",
    replace: "isKept ? '' : ''",
    tests: uniform,
  },
  {
    control: 'After a wrong password no request for help is sent',
    asvs: '6.4.4',
    file: askForHelp,
    find: 'const isEntitled = !decoy && hasFactor',
    replace: 'const isEntitled = hasFactor',
    tests: uniform,
  },
  {
    control: 'Attackers cannot use up a user’s requests for help',
    file: askForHelp,
    find: 'decoy ? `decoy ${decoy.key}` : userId',
    replace: 'decoy?.accountId ?? userId',
    tests: uniform,
  },
  {
    control: 'Only a correct code reveals that an account is inactive',
    asvs: '6.3.8',
    file: 'features/account/sign-in/verify-code.ts',
    find: 'if (account?.inactivity) {',
    replace: 'if (false as boolean && account?.inactivity) {',
    tests: uniform,
  },
  {
    control: 'Each failure does the work of a lockout (constant work)',
    asvs: '6.3.8',
    file: failedCheck,
    find: 'if (strategy.skips(isWanted)) return',
    replace: 'if (!isWanted) return',
    tests: alike,
  },
  {
    control: 'Each failure does the work of a mail (constant work)',
    asvs: '6.3.8',
    file: failedCheck,
    find: 'if (strategy.skips(effect !== undefined)) return',
    replace: 'if (effect === undefined) return',
    tests: alike,
  },
  {
    control: 'Each recovery code costs a hash',
    asvs: '6.3.8',
    file: 'domain/credentials/recovery-code.ts',
    find: 'if (candidates.length === 0) await verifyArgon2Hash(await decoy, plain(code))',
    replace: '',
    tests: alike,
  },
  {
    control: 'A login in progress does not count as a known caller',
    asvs: '2.4.1',
    file: 'server/http.ts',
    find: "caller !== undefined && !(loginStrategy().isUniform && 'attemptId' in caller)",
    replace: 'caller !== undefined',
    tests: uniform,
  },
  {
    control: 'The uniform first step needs a second one',
    asvs: '6.3.8',
    file: 'server/config.ts',
    find: 'values.LOGIN_UNIFORM &&',
    replace: 'false &&',
    tests: ['server/config.test.ts'],
  },
  {
    control: 'With the uniform first step, the remaining attempts are not shown',
    asvs: '6.3.8',
    file: 'server/login-strategy.ts',
    find: 'refusalOf: ({ code }) => new Refusal(code)',
    replace: 'refusalOf: openStrategy.refusalOf',
    tests: ['features/account/sign-in/attempts-left.test.ts'],
  },
  {
    control: 'The remaining attempts are those of the browser or the address',
    asvs: '6.3.8',
    file: 'domain/credentials/attempt-count.ts',
    find: 'const { attemptsLeft } = source',
    replace:
      'const { attemptsLeft } = check.owner ? { attemptsLeft: (row?.streak ?? 0) % 4 } : source',
    tests: ['features/account/sign-in/attempts-left.test.ts'],
  },
]

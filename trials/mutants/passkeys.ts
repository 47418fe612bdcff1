import type { Mutant } from './mutant.ts'

const login = 'features/account/sign-in/passkey-login.test.ts'
const refusals = 'features/account/sign-in/passkey-refusals.test.ts'
const factor = 'features/account/sign-in/passkey-factor.test.ts'
const servers = 'trials/system/passkey-two-servers.trial.ts'
const admins = 'features/account/sign-in/admin-passkey.test.ts'
const verification = 'domain/passkeys/passkey-verification.ts'
const passkeyLogin = 'features/account/sign-in/passkey-login.ts'
const uniform = 'features/account/sign-in/passkey-uniform.test.ts'
const secondStep = 'features/account/sign-in/verify-code.ts'

/** Mutants of passkey logins. */
export const passkeys: Mutant[] = [
  {
    control: 'With PASSKEYS=off no passkey is accepted',
    file: verification,
    find: "if (mode === 'off') return refuse('not accepted')",
    replace: '',
    tests: [login],
  },
  {
    control: 'A passkey opens only its own account',
    asvs: '6.3.3',
    file: verification,
    find: 'if (!owner || owner.id !== passkey.userId)',
    replace: 'if (!owner)',
    tests: [refusals],
  },
  {
    control: 'A passkey’s response is valid only for the browser and ceremony that requested it',
    asvs: '6.5.1',
    file: verification,
    find: 'if (!isChallengeFor({ ceremony, rpId, owner: boundTo }, challengeOf(assertion)))',
    replace: 'if (!isChallengeFor && ceremony && rpId && boundTo)',
    tests: [refusals],
  },
  {
    control: 'A passkey’s response is valid once',
    asvs: '6.5.1',
    file: verification,
    find: 'if (!(await consumePasskeyChallenge(db, challengeOf(assertion))))',
    replace: 'if ((await consumePasskeyChallenge(db, challengeOf(assertion))) === undefined)',
    tests: [servers, refusals],
  },
  {
    control: 'A passkey whose signature, origin, host or flags are wrong is refused',
    asvs: '6.3.3',
    file: verification,
    find: "if ('refused' in result) return refuse(result.refused)",
    replace:
      "if ('refused' in result) return { passkey, account: owner, result: { signCount: 2 ** 31, backedUp: false } }",
    tests: [refusals],
  },
  {
    control: 'A disabled passkey is refused',
    asvs: '6.5.6',
    file: verification,
    find: "if (passkey.isDisabled) return refuse('disabled')",
    replace: '',
    tests: [refusals],
  },
  {
    control: 'A locked account accepts no passkey from a new browser',
    asvs: '6.3.1',
    file: verification,
    find: "if (isLockedOut) return refuse('account locked')",
    replace: 'void isLockedOut',
    tests: [refusals],
  },
  {
    control: 'With the uniform first step, no passkey succeeds after a wrong password',
    asvs: '6.3.3',
    file: verification,
    find: "if (check.decoy) return refuse('password')",
    replace: '',
    tests: [uniform],
  },
  {
    control: 'A passkey that appears to be copied is disabled',
    file: verification,
    find: 'if (error instanceof CopiedPasskey) await disableCopy(db, check, verified)',
    replace: '',
    tests: [refusals],
  },
  {
    control: 'Wrong passkeys count as failures of the account',
    asvs: '6.3.1',
    file: verification,
    find: '...(failureOwner && { owner: failureOwner, browserId: browserId ?? owner?.browserId }),',
    replace: '',
    tests: [refusals],
  },
  {
    control: 'A passkey of a deactivated account cannot log in',
    file: passkeyLogin,
    find: 'throw new Refusal(inactivity.code)',
    replace: 'void inactivity.code',
    tests: [login],
  },
  {
    control: 'A passkey that is one of two factors opens no session',
    asvs: '6.3.3',
    file: passkeyLogin,
    find: "passkeys.mode === 'whole' && isTwoFactors",
    replace: 'isTwoFactors',
    tests: [login, admins],
  },
  {
    control: 'If so configured, a synced passkey is a complete login only in known browsers',
    file: 'domain/passkeys/passkey.ts',
    find: "return passkeySynced === 'known-browser' && browserId !== undefined",
    replace: "return passkeySynced === 'known-browser'",
    tests: [login],
  },
  {
    control:
      'A login that starts with a passkey needs the password, and one that starts with the password another factor',
    asvs: '6.3.3',
    file: secondStep,
    find: 'if (!isAcceptedKind)',
    replace: 'if (firstMethods.length === 0)',
    tests: [login, admins],
  },
  {
    control: 'A login that started with a passkey ends when that passkey does',
    file: 'domain/sign-in/login-attempt.ts',
    find: 'where k.id = login_attempts.passkey_id and k.disabled_at is null)',
    replace: 'where k.id = login_attempts.passkey_id)',
    tests: [login],
  },
  {
    control: 'A passkey that no longer works is still a factor, so the password leads to no setup',
    asvs: '6.5.6',
    file: 'domain/credentials/second-factor.ts',
    find: '(${hasPasskey(userId)} or exists (',
    replace: '(exists (',
    tests: [factor],
  },
  {
    control: 'An unusable factor is not treated as a missing one',
    asvs: '6.5.6',
    file: 'domain/sign-in/login-attempt.ts',
    find: "methods: methods.length > 0 ? methods : ['recovery']",
    replace: 'methods',
    tests: [factor],
  },
  {
    control: 'Passkey logins of one address are limited',
    file: passkeyLogin,
    find: 'if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)',
    replace: '',
    tests: [login],
  },
]

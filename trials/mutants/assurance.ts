import type { Mutant } from './mutant.ts'

const at = 'features/platforms/single-sign-on/'
const assurance = [`${at}assurance.test.ts`]
const renewal = [`${at}renewal.test.ts`]
const idle = [`${at}idle.test.ts`]

/** Mutants of the assurance that a platform requires of a login, and that its tokens state. */
export const assuranceOfLogins: Mutant[] = [
  {
    control: 'acr requires different kinds of factors, not several methods',
    file: 'domain/platforms/assurance.ts',
    find: "groups: [['pwd'], possession] }",
    replace: "groups: [[...possession, 'pwd']] }",
    tests: assurance,
  },
  {
    control: 'A passkey is phishing-resistant only with user verification',
    file: 'domain/platforms/assurance.ts',
    find: "groups: [passkeys, ['user']] }",
    replace: 'groups: [passkeys] }',
    tests: assurance,
  },
  {
    control: 'A request cannot lower the class that its platform requires',
    file: `${at}assurance.ts`,
    find: 'highest([required, lowest(knownEssential ?? [])])',
    replace: 'highest([lowest(knownEssential ?? [])])',
    tests: assurance,
  },
  {
    control: 'A request cannot exceed the login age that its platform allows',
    file: `${at}assurance.ts`,
    find: 'Math.min(...maxAges)',
    replace: 'maxAges[0]',
    tests: assurance,
  },
  {
    control: 'acr_values do not override an essential acr',
    file: `${at}assurance.ts`,
    find: "essentialAcrsOf(params?.['claims'])",
    replace: "params?.['acr_values'] ? undefined : essentialAcrsOf(params?.['claims'])",
    tests: assurance,
  },
  {
    control: 'max_age requires a step-up',
    file: 'domain/platforms/assurance.ts',
    find: 'maxAgeSeconds === undefined ||\n',
    replace: 'maxAgeSeconds !== 0 ||\n',
    tests: [`${at}login-prompt.test.ts`, `${at}conformance-basic.test.ts`],
  },
  {
    control: 'auth_time is the time of the methods that determine acr',
    file: 'domain/platforms/assurance.ts',
    find: '[{ at: loginAt, methods }, ',
    replace: '[{ at: verifiedAt ?? loginAt, methods }, ',
    tests: assurance,
  },
  {
    control: 'Raising a class ends the tokens below it',
    file: `${at}authorize-access.ts`,
    find: 'return !isIdle && reaches(acr ?? extra?.acr, requiredAcrOf(client))',
    replace: 'return !isIdle',
    tests: assurance,
  },
  {
    control: 'The page of a step-up works only for the user of its request',
    file: 'features/platforms/assurance/find-step-up.ts',
    find: 'stepUp?.userId === userId ? stepUp.requirement : undefined',
    replace: 'stepUp?.requirement',
    tests: assurance,
  },
  {
    control: 'A failed step-up does not reveal which of two factors was wrong',
    file: 'domain/credentials/password-and-code.ts',
    find: 'throw namesField ? new Refusal(error.code) : error',
    replace: 'throw namesField ? error : error',
    tests: assurance,
  },
  {
    control: 'prompt=login requires a complete login after the request',
    file: `${at}interaction.ts`,
    find: 'session.loginAt > askedAt',
    replace: 'session.verifiedAt > askedAt',
    tests: renewal,
  },
  {
    control: 'A renewed session has a new token',
    asvs: '7.2.4',
    file: 'domain/sessions/session.ts',
    find: 'set token_hash = ${tokenHash(token)}, browser',
    replace: 'set browser',
    tests: renewal,
  },
  {
    control: 'A login renews the session of its own user only',
    file: 'domain/sign-in/login.ts',
    find: 'const isOwn = area.renewsSession && former?.accountId === accountId',
    replace: 'const isOwn = former !== undefined',
    tests: renewal,
  },
  {
    control: 'The tokens of a platform end at its idle timeout',
    file: `${at}authorize-access.ts`,
    find: 'return !isIdle && reaches(acr',
    replace: 'return reaches(acr',
    tests: idle,
  },
  {
    control: 'A platform past its idle timeout opens only after a step-up',
    file: 'domain/platforms/assurance.ts',
    find: '.filter(({ at }) => !after || at > after)',
    replace: '.filter(({ at }) => !after || at)',
    tests: idle,
  },
  {
    control: 'Tokens from before a platform’s idle timeout remain invalid',
    file: `${at}authorize-access.ts`,
    find: '  if (grantId && idleSince) await revokeGrant(grantId)\n',
    replace: '',
    tests: idle,
  },
  {
    control: 'A platform behind a proxy refuses logins below its class',
    file: 'features/platforms/forward-auth/access.ts',
    find: '  if (!findEvent(session, requirementOf(platform, idleSince))) return { needsStepUp: true }\n',
    replace: '',
    tests: ['features/platforms/forward-auth/assurance.test.ts'],
  },
  {
    control: 'Access behind a proxy ends when it is idle, or its class is raised',
    file: 'features/platforms/forward-auth/access.ts',
    find: 'if (access.isIdle || !isLoginSufficient(access)) return undefined\n',
    replace: '',
    tests: ['features/platforms/forward-auth/assurance.test.ts'],
  },
]

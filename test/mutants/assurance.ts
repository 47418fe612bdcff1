import type { Mutant } from './mutant.ts'

const at = 'features/platforms/single-sign-on/'
const assurance = [`${at}assurance.test.ts`]
const renewal = [`${at}renewal.test.ts`]
const idle = [`${at}idle.test.ts`]

/** Mutants of the assurance that a platform requires of a login, and that its tokens state. */
export const assuranceOfLogins: Mutant[] = [
  {
    control: 'acr takes factors of different kinds, not several methods',
    file: 'domain/assurance.ts',
    find: "groups: [['pwd'], possession] }",
    replace: "groups: [[...possession, 'pwd']] }",
    tests: assurance,
  },
  {
    control: 'A passkey counts as resistant to phishing only where its user was verified',
    file: 'domain/assurance.ts',
    find: "groups: [passkeys, ['user']] }",
    replace: 'groups: [passkeys] }',
    tests: assurance,
  },
  {
    control: 'The class that a platform requires bounds its requests',
    file: `${at}assurance.ts`,
    find: 'highest([required, lowest(essentialKnown ?? [])])',
    replace: 'highest([lowest(essentialKnown ?? [])])',
    tests: assurance,
  },
  {
    control: 'The age that a platform allows bounds what its requests allow',
    file: `${at}assurance.ts`,
    find: 'Math.min(...maxAges)',
    replace: 'maxAges[0]',
    tests: assurance,
  },
  {
    control: 'acr_values beside an essential acr do not hide it',
    file: `${at}assurance.ts`,
    find: "essentialAcrsOf(params?.['claims'])",
    replace: "params?.['acr_values'] ? undefined : essentialAcrsOf(params?.['claims'])",
    tests: assurance,
  },
  {
    control: 'max_age asks for a step-up',
    file: 'domain/assurance.ts',
    find: 'maxAgeSeconds === undefined ||\n',
    replace: 'maxAgeSeconds !== 0 ||\n',
    tests: [`${at}login-prompt.test.ts`, `${at}conformance-basic.test.ts`],
  },
  {
    control: 'auth_time belongs to the methods that acr is read off',
    file: 'domain/assurance.ts',
    find: '[{ at: loginAt, methods }, ',
    replace: '[{ at: verifiedAt ?? loginAt, methods }, ',
    tests: assurance,
  },
  {
    control: 'A raised class ends the tokens below it',
    file: `${at}authorize-access.ts`,
    find: 'return !isIdle && reaches(acr ?? extra?.acr, requiredAcrOf(client))',
    replace: 'return !isIdle',
    tests: assurance,
  },
  {
    control: 'The page of a step-up is for the user of its request alone',
    file: 'features/platforms/assurance/find-step-up.ts',
    find: 'stepUp?.userId === userId ? stepUp.requirement : undefined',
    replace: 'stepUp?.requirement',
    tests: assurance,
  },
  {
    control: 'Which of two factors was wrong is not told',
    file: 'domain/password-and-code.ts',
    find: 'throw isWrong ? new Refusal(error.code) : error',
    replace: 'throw isWrong ? error : error',
    tests: assurance,
  },
  {
    control: 'prompt=login asks for a whole login after the request',
    file: `${at}interaction.ts`,
    find: 'session.loginAt > askedAt',
    replace: 'session.verifiedAt > askedAt',
    tests: renewal,
  },
  {
    control: 'A renewed session has a new token',
    asvs: '7.2.4',
    file: 'domain/session.ts',
    find: 'set token_hash = ${tokenHash(token)}, browser',
    replace: 'set browser',
    tests: renewal,
  },
  {
    control: 'A login renews the session of its own user only',
    file: 'domain/login.ts',
    find: 'const isOwn = area.renewsSession && former?.accountId === accountId',
    replace: 'const isOwn = former !== undefined',
    tests: renewal,
  },
  {
    control: 'The tokens of a platform end with its idle time',
    file: `${at}authorize-access.ts`,
    find: 'return !isIdle && reaches(acr',
    replace: 'return reaches(acr',
    tests: idle,
  },
  {
    control: 'A platform that was idle opens again by a step-up only',
    file: 'domain/assurance.ts',
    find: '.filter(({ at }) => !after || at > after)',
    replace: '.filter(({ at }) => !after || at)',
    tests: idle,
  },
  {
    control: 'Tokens from before the idle end of a platform stay ended',
    file: `${at}authorize-access.ts`,
    find: '  if (grantId && isIdle) await revokeGrant(grantId)\n',
    replace: '',
    tests: idle,
  },
  {
    control: 'A platform behind a proxy lets nobody in below its class',
    file: 'features/platforms/forward-auth/access.ts',
    find: '    if (!findEvent(session, requirementOf(platform, idleSince))) return { needsStepUp: true }\n',
    replace: '',
    tests: ['features/platforms/forward-auth/assurance.test.ts'],
  },
  {
    control: 'Access behind a proxy ends when it is idle, or its class is raised',
    file: 'features/platforms/forward-auth/access.ts',
    find: 'if (access.isIdle || !isSureEnough(access)) return undefined\n',
    replace: '',
    tests: ['features/platforms/forward-auth/assurance.test.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const tests = ['features/account/two-factor/two-factor.test.ts']
const added = ['features/account/two-factor/add-authenticator.test.ts']

export const pendingAuthenticator: Mutant[] = [
  {
    control: 'A pending authenticator belongs to one login attempt',
    file: 'domain/credentials/second-factor.ts',
    find: 'verified_by = ${attemptId} and verification_method is null',
    replace: '${attemptId}::text is not null and verification_method is null',
    tests,
  },
  {
    control: 'A new login attempt starts with its own key',
    file: 'domain/credentials/second-factor.ts',
    find: `secret = excluded.secret, created_at = now(), failures = 0,
                  verified_by = excluded.verified_by, verification_method = null`,
    replace: `secret = second_factors.secret, created_at = now(), failures = 0,
                  verified_by = excluded.verified_by, verification_method = null`,
    tests,
  },
  {
    control: 'A new login attempt without a factor ends the older ones',
    file: 'domain/sign-in/login-attempt.ts',
    find: '(select not has_factor and not is_decoy from step)',
    replace: 'false',
    tests,
  },
  {
    control: 'A user cannot add a second authenticator',
    asvs: '6.4.4',
    file: 'features/account/two-factor/add-authenticator.ts',
    find: '  if (await findSecondFactor(db, userId)) throw new Refusal(secondFactorAlreadySet)\n',
    replace: '',
    tests: added,
  },
  {
    control: 'A reset does not confirm an authenticator that is being added',
    file: 'features/account/two-factor/add-authenticator.ts',
    find: '`added:${sessionId}`',
    replace: '`session:${sessionId}`',
    tests: added,
  },
  {
    control: 'Adding an authenticator needs a step-up',
    asvs: '7.5.1',
    file: 'features/account/two-factor/contract.ts',
    find: `  stepUp: { withinMinutes: 5 },
  summary:
    'Generates the secret of an authenticator for a user`,
    replace: `  stepUp: { none: 'none' },
  summary:
    'Generates the secret of an authenticator for a user`,
    tests: added,
  },
]

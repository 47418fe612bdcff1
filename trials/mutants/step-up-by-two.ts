import type { Mutant } from './mutant.ts'

const tests = ['features/account/sign-in/step-up-by-two.test.ts']
const stepUp = 'features/account/sign-in/step-up.ts'

export const stepUpByTwo: Mutant[] = [
  {
    control: 'With PSD2, a session with one kind of factor allows no change',
    asvs: '7.5.1',
    file: 'server/authorize.ts',
    find: "return config.stepUpFactors === 1 || ['pwd'",
    replace: "return config.stepUpFactors > 0 || ['pwd'",
    tests,
  },
  {
    control: 'With PSD2, a code or a password alone is not a step-up',
    asvs: '7.5.1',
    file: stepUp,
    find: 'if (needsTwoFactors && !isPasswordAndCode &&',
    replace: 'if (!needsTwoFactors && !isPasswordAndCode &&',
    tests,
  },
  {
    control: 'With PSD2, PASSKEY_SYNCED decides whether a synced passkey is a step-up',
    asvs: '7.5.1',
    file: stepUp,
    find: 'if (needsTwoFactors && !isTwoFactors(',
    replace: 'if (!needsTwoFactors && !isTwoFactors(',
    tests,
  },
  {
    control: 'With PSD2, 403003 offers only accepted factors',
    file: 'domain/sessions/step-up.ts',
    find: "requiresTwoFactors && config.passkeySynced === 'deny'",
    replace: 'false',
    tests,
  },
  {
    control: 'A correct password with a wrong code does not reset the consecutive failures',
    asvs: '6.3.1',
    file: 'domain/credentials/verification.ts',
    find: 'if (check.session && !check.isPart)',
    replace: 'if (check.session)',
    tests,
  },
  {
    control: 'A code with a wrong password is not accepted',
    asvs: '7.5.1',
    file: 'domain/credentials/password-and-code.ts',
    find: '  await verifyPassword(db, { ...check, isPart: true }',
    replace: '  void (db, { ...check, isPart: true }',
    tests,
  },
  {
    control: 'With PSD2, a code alone does not replace the authenticator',
    asvs: '7.5.1',
    file: 'features/account/recovery/begin-reset.ts',
    find: 'if (config.stepUpFactors === 1) return',
    replace: 'if (config.stepUpFactors > 0) return',
    tests,
  },
  {
    control: 'With PSD2, every platform requires a login with two kinds of factors',
    asvs: '7.6.1',
    file: 'domain/platforms/assurance.ts',
    find: 'config.stepUpFactors === 2 ? multiFactor : undefined',
    replace: 'undefined',
    tests: ['features/platforms/single-sign-on/assurance-by-two.test.ts'],
  },
  {
    control: 'Startup fails if a step-up needs two factors but a login one',
    file: 'server/config.ts',
    find: 'values.STEP_UP_FACTORS > 1 &&',
    replace: 'values.STEP_UP_FACTORS > 2 &&',
    tests: ['server/config.test.ts'],
  },
  {
    control: 'The Compliance page shows step-ups with one kind of factor',
    file: 'features/admin/compliance/measurements.ts',
    find: 'rowsOf({ ...oneFactorSessions, oneFactorStepUps })',
    replace: 'rowsOf(oneFactorSessions)',
    tests: ['features/admin/compliance/psd2-and-pci.test.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const tests = ['features/account/sign-in/step-up-by-two.test.ts']
const stepUp = 'features/account/sign-in/step-up.ts'

export const stepUpByTwo: Mutant[] = [
  {
    control: 'With PSD2, a session that has shown one kind of factor opens no change',
    asvs: '7.5.1',
    file: 'server/authorize.ts',
    find: "return config.stepUpFactors === 1 || ['pwd'",
    replace: "return config.stepUpFactors > 0 || ['pwd'",
    tests,
  },
  {
    control: 'With PSD2, a code alone and a password alone are no step-up',
    asvs: '7.5.1',
    file: stepUp,
    find: "if (isTwo && !('passkey' in sent) &&",
    replace: "if (!isTwo && !('passkey' in sent) &&",
    tests,
  },
  {
    control: 'With PSD2, a synced passkey is a step-up as PASSKEY_SYNCED says',
    asvs: '7.5.1',
    file: stepUp,
    find: 'if (isTwo && !isTwoFactors(',
    replace: 'if (!isTwo && !isTwoFactors(',
    tests,
  },
  {
    control: 'With PSD2, 403003 does not offer what does not count',
    file: 'domain/step-up.ts',
    find: "isTwo && config.passkeySynced === 'deny'",
    replace: 'false',
    tests,
  },
  {
    control: 'A right password beside a wrong code does not end the row of failures',
    asvs: '6.3.1',
    file: 'domain/verification.ts',
    find: 'if (check.session && !check.isPart)',
    replace: 'if (check.session)',
    tests,
  },
  {
    control: 'A code beside a wrong password is not accepted',
    asvs: '7.5.1',
    file: 'domain/password-and-code.ts',
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
    control: 'With PSD2, every platform takes a login with two kinds of factors',
    asvs: '7.6.1',
    file: 'domain/assurance.ts',
    find: 'config.stepUpFactors === 2 ? multiFactor : undefined',
    replace: 'undefined',
    tests: ['features/platforms/single-sign-on/assurance-by-two.test.ts'],
  },
  {
    control: 'The start is refused where a step-up takes two factors and a login one',
    file: 'server/config.ts',
    find: 'values.STEP_UP_FACTORS > 1 &&',
    replace: 'values.STEP_UP_FACTORS > 2 &&',
    tests: ['server/config.test.ts'],
  },
  {
    control: 'A step-up with one kind of factors shows on the page Compliance',
    file: 'features/admin/compliance/measurements.ts',
    find: 'rowsOf({ ...oneFactorSessions, oneFactorStepUps })',
    replace: 'rowsOf(oneFactorSessions)',
    tests: ['features/admin/compliance/psd2-and-pci.test.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const tests = ['features/admin/users/disable-two-factor.test.ts']

export const secondFactors: Mutant[] = [
  {
    control: 'A disabled authenticator accepts no code',
    asvs: '6.5.6',
    file: 'domain/credentials/second-factor.ts',
    find: 'factor.isDisabled ? undefined : stepOf(factor, code)',
    replace: 'stepOf(factor, code)',
    tests: ['domain/credentials/verification.test.ts'],
  },
  {
    control: 'A wrong code does not enable a disabled authenticator',
    asvs: '6.5.6',
    file: 'domain/credentials/second-factor.ts',
    find: 'else disabled_at end',
    replace: 'end',
    tests,
  },
  {
    control: 'A disabled authenticator is still enrolled, so the password leads to no setup',
    asvs: '6.5.6',
    file: 'domain/credentials/second-factor.ts',
    find: 'f.confirmed_at is not null))`',
    replace: 'f.confirmed_at is not null and f.disabled_at is null))`',
    tests,
  },
  {
    control: 'Startup fails after the host of passkeys was changed',
    file: 'domain/passkeys/passkey.ts',
    find: 'if (!lost) return',
    replace: 'if (lost || !lost) return',
    tests: ['domain/passkeys/webauthn.test.ts'],
  },
  {
    control: 'Disabling an authenticator ends sessions, login attempts and links',
    asvs: '6.5.6',
    file: 'features/admin/users/disable-two-factor.ts',
    find: `user.id))) throw new Refusal(commonErrors.notFound)
    const endedSessions = await endLoginsAndLinks(tx, user.id, 'endedBySupport')`,
    replace: `user.id))) throw new Refusal(commonErrors.notFound)
    const endedSessions = 0`,
    tests,
  },
]

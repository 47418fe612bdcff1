import type { Mutant } from './mutant.ts'

/** Mutants of mailed links. */
export const links: Mutant[] = [
  {
    control: 'A password link ends after 30 minutes',
    asvs: '6.4.1',
    file: 'domain/sign-in/link.ts',
    find: "'reset-password': '30 minutes'",
    replace: "'reset-password': '30 days'",
    tests: [
      'features/account/password/password-link.test.ts',
      'features/account/password/reset-password.test.ts',
    ],
  },
  {
    control: 'A link works once',
    asvs: '6.4.1',
    file: 'domain/sign-in/link.ts',
    find: 'update one_time_links set used_at = now() where id = ${id} and ${isOpen}',
    replace: 'update one_time_links set used_at = now() where id = ${id}',
    tests: ['features/account/sessions/log-me-out.test.ts'],
  },
  {
    control: 'A used link does not work',
    asvs: '6.4.1',
    file: 'domain/sign-in/link.ts',
    find: 'sql`used_at is null and voided_at is null and expires_at > now()`',
    replace: 'sql`voided_at is null and expires_at > now()`',
    tests: ['features/account/password/password-link.test.ts'],
  },
  {
    control: 'A new link invalidates the previous one',
    asvs: '6.4.1',
    file: 'domain/sign-in/link.ts',
    find: 'set voided_at = now()\n    where (user_id',
    replace: 'set voided_at = null\n    where (user_id',
    tests: [
      'features/account/password/password-link.test.ts',
      'features/account/password/reset-password.test.ts',
    ],
  },
  {
    control: 'A link works only for its own purpose',
    asvs: '6.4.3',
    file: 'domain/sign-in/login.ts',
    find: 'link.kind === kind ? link.userId : null',
    replace: 'link.userId',
    tests: [
      'features/account/recovery/by-link-refused.test.ts',
      'features/account/password/reset-password.test.ts',
    ],
  },
  {
    control: 'A link accepts five guesses at a credential',
    asvs: '6.3.1',
    file: 'domain/sign-in/link.ts',
    find: 'where id = ${id} and tries < ${maxAttempts} and ${isOpen}',
    replace: 'where id = ${id} and ${isOpen}',
    tests: ['features/account/recovery/by-link-refused.test.ts'],
  },
  {
    control: 'Requesting a password link does not reveal whether an account exists',
    asvs: '6.3.8',
    file: 'features/account/password/request-reset.ts',
    find: '  await transaction(db, async (tx) => {\n    await enqueueMail(',
    replace: '  if (!user) return\n  await transaction(db, async (tx) => {\n    await enqueueMail(',
    tests: ['features/account/password/request-reset.test.ts'],
  },
  {
    control: 'A sign-up works only for the invited address',
    asvs: '6.4.1',
    file: 'features/account/sign-up/sign-up.ts',
    find: 'if (invitation.email !== input.email) {',
    replace: 'if (false) {',
    tests: ['features/account/sign-up/sign-up.test.ts'],
  },
  {
    control: 'The page of a link shows no whole address',
    asvs: '14.2.6',
    file: 'features/account/sign-up/check-link.ts',
    find: 'email: maskEmail(link.email)',
    replace: 'email: link.email',
    tests: [
      'features/account/sign-up/sign-up.test.ts',
      'features/account/password/password-link.test.ts',
    ],
  },
]

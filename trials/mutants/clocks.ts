import type { Mutant } from './mutant.ts'

/** Controls that hold whatever the clock of a server says, and whatever else happens at the same time. */
export const clocks: Mutant[] = [
  {
    control: 'A passkey challenge expires by the clock of the database',
    file: 'domain/passkeys/passkey-challenge.ts',
    find: 'BigInt(databaseNow() +',
    replace: 'BigInt(Date.now() +',
    tests: ['domain/passkeys/webauthn.test.ts'],
  },
  {
    control: 'A human check expires by the clock of the database',
    file: 'domain/credentials/human-check.ts',
    find: ' where ${isUnexpired}',
    replace: ' where ${isUnexpired} or true',
    tests: ['domain/credentials/human-check.test.ts'],
  },
  {
    control: 'The identity header is issued by the clock of the database',
    file: 'features/platforms/forward-auth/identity.ts',
    find: 'Math.floor(databaseNow() / 1000)',
    replace: 'Math.floor(Date.now() / 1000)',
    tests: ['features/platforms/forward-auth/forward-auth.test.ts'],
  },
  {
    control: 'A token that a server with a wrong clock serves does not live longer',
    file: 'features/platforms/single-sign-on/records.ts',
    find: 'exp: now + secondsLeft',
    replace: 'exp: now + 3600',
    tests: ['features/platforms/single-sign-on/clock.test.ts'],
  },
  {
    control: 'The later of two concurrent password changes sets the password',
    file: 'domain/credentials/password.ts',
    find: '  await run(db)`select from accounts where id = ${userId} for no key update`\n',
    replace: '',
    tests: ['domain/credentials/password.test.ts'],
  },
  {
    control: 'A transaction that PostgreSQL rolls back at its commit is not reported as done',
    file: 'server/db.ts',
    find: "if (command !== 'COMMIT')",
    replace: 'if (command === undefined)',
    tests: ['server/db.test.ts'],
  },
  {
    control: 'An event is written for each webhook that the database has',
    file: 'domain/audit/audit.ts',
    find: 'w.active and w.types &&',
    replace: 'w.types &&',
    tests: ['domain/webhooks/outbox.test.ts'],
  },
]

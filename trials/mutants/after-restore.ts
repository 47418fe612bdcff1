import type { Mutant } from './mutant.ts'

const file = 'app/commands/after-restore.ts'
const tests = ['app/commands/after-restore.test.ts']

/** Mutants of the command that makes a restored database safe. */
export const afterRestore: Mutant[] = [
  {
    control: 'After a restore, all sessions of users end',
    file,
    find: "await endAllSessions(pool, 'endedBySupport')",
    replace: '0',
    tests,
  },
  {
    control: 'After a restore, all sessions of admins end',
    file,
    find: "await endAllAdminSessions(tx, 'endedBySupport')",
    replace: '1',
    tests,
  },
  {
    control: 'After a restore, all codes, tokens and grants end',
    file,
    find: 'await endAllGrants(tx)',
    replace: '2',
    tests,
  },
  {
    control: 'After a restore, all login attempts end',
    file,
    find: 'await endAllLoginAttempts(tx)',
    replace: '1',
    tests,
  },
  {
    control: 'After a restore, all open links are void',
    file,
    find: 'await voidOpenLinks(tx)',
    replace: '1',
    tests,
  },
  {
    control: 'After a restore, links that protect a user still work',
    file: 'domain/sign-in/link.ts',
    find: 'where ${isOpen} and not (${isProtective})',
    replace: 'where ${isOpen}',
    tests,
  },
  {
    control: 'After a restore, used client assertions do not work again',
    file: 'features/platforms/single-sign-on/adapter.ts',
    find: "delete from oidc_records where model <> 'ReplayDetection'",
    replace: 'delete from oidc_records',
    tests,
  },
  {
    control: 'Sessions are not ended after a restore while a server could open others',
    file,
    find: '  await requireNoServers()\n',
    replace: '',
    tests,
  },
]

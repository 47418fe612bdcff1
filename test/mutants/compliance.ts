import type { Mutant } from './mutant.ts'

export const compliance: Mutant[] = [
  {
    control: 'A profile refuses the start when a variable is too high',
    file: 'server/config-profiles.ts',
    find: 'return Number(text) <= need.atMost',
    replace: 'return Number(text) > 0',
    tests: ['server/config-profiles.test.ts'],
  },
  {
    control: 'A profile refuses the start when a variable is too low',
    file: 'server/config-profiles.ts',
    find: 'return Number(text) >= need.atLeast',
    replace: 'return Number(text) > 0',
    tests: ['server/config-profiles.test.ts'],
  },
  {
    control: 'A profile refuses the start when a switch is wrong',
    file: 'server/config-profiles.ts',
    find: 'need.oneOf.includes(text)',
    replace: 'need.oneOf.length > 0',
    tests: ['server/config-profiles.test.ts'],
  },
  {
    control: 'An exception of one clause is none of another',
    file: 'server/config-profiles.ts',
    find: '!exceptions.some((each) => each.clause === clause)',
    replace: 'exceptions.length === 0',
    tests: ['server/config-profiles.test.ts'],
  },
  {
    control: 'An exception of the security profile is logged at each start',
    file: 'server/config.ts',
    find: '...values.PROFILE_EXCEPTIONS.map(',
    replace: '...[].map(',
    tests: ['server/config-profiles.test.ts'],
  },
  {
    control: 'An unused admin is deactivated',
    file: 'features/admin/admins/jobs.ts',
    find: 'const gone = await deactivateDormantAdmin(tx, id)',
    replace: 'const gone = await warnDormantAdmin(tx, id)',
    tests: ['features/admin/admins/dormant-admins.test.ts'],
  },
  {
    control: 'The last active super admin is not deactivated',
    file: 'domain/dormant.ts',
    find: "r.role = 'super_admin' and other.active and other.id <> a.id",
    replace: "r.role = 'super_admin'",
    tests: ['features/admin/admins/dormant-admins.test.ts'],
  },
  {
    control: 'Of two super admins who are due at the same time one stays',
    file: 'features/admin/admins/jobs.ts',
    find: '  await lockAdmins(tx)\n',
    replace: '',
    tests: ['features/admin/admins/dormant-admins.test.ts'],
  },
  {
    control: 'A deactivated admin has no session',
    file: 'features/admin/admins/jobs.ts',
    find: 'const endedSessions = await endAdminAccess(tx, id)',
    replace: 'const endedSessions = await Promise.resolve(0)',
    tests: ['features/admin/admins/dormant-admins.test.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const attacks = ['app/approvals-attacks.test.ts']
const independence = ['app/independence.test.ts']
const limits = ['app/limits-of-a-day.test.ts']

/** Mutants of what one person may do alone in a day, and of changes by two people at the same moment. */
export const onePerson: Mutant[] = [
  {
    control: 'An account that its user locks meanwhile is not activated',
    asvs: '15.4.2',
    file: 'domain/accounts/user.ts',
    find: '(not ${active} or ${opensLocked} or locked_by_owner_at is null)',
    replace: '(not ${active} or ${opensLocked} or true)',
    tests: limits,
  },
  {
    control: 'A company is not changed with the version that a colleague is about to save',
    asvs: '15.4.2',
    file: 'features/admin/companies/save.ts',
    find: '  if (before.version !== version) throw',
    replace: '  if (before.version > version) throw',
    tests: attacks,
  },
  {
    control: 'Deactivating a company whose sessions were ended first takes two people',
    asvs: '2.3.5',
    file: 'features/admin/companies/save.ts',
    find: '(await hasRecentUsers(tx, before.id, massSessions))',
    replace: 'false',
    tests: attacks,
  },
  {
    control: 'An admin whom a service account added is an account of everyone who may have its key',
    asvs: '2.3.5',
    file: 'domain/approvals/independence.ts',
    find: 'select touch.id, author.id as by_id',
    replace: 'select touch.id, touch.actor_id as by_id',
    tests: independence,
  },
  {
    control: 'An administrator does not decide about themselves under an id in capitals',
    asvs: '8.2.2',
    file: 'contract/fields.ts',
    find: 'z.uuid().check(z.toLowerCase())',
    replace: 'z.uuid()',
    tests: ['features/company/review/review.test.ts'],
  },
  {
    control: 'Only verified alert addresses make two accounts one person',
    asvs: '2.3.5',
    file: 'domain/approvals/independence.ts',
    find: ' and dc.verified_at is not null',
    replace: '',
    tests: independence,
  },
  {
    control: 'Disabled second factors count for the users whom one person may lock out in a day',
    asvs: '2.4.1',
    file: 'domain/approvals/deactivated-today.ts',
    find: "  'second_factor_disabled',\n",
    replace: '',
    tests: limits,
  },
  {
    control: 'Disabling second factors is limited to ten users a day',
    asvs: '2.4.1',
    file: 'features/admin/users/disable-two-factor.ts',
    find: '    await requireFewToday(tx, caller.adminId)\n    // It precedes `endLoginsAndLinks`, because it waits for a login in progress with a second factor',
    replace:
      '    // It precedes `endLoginsAndLinks`, because it waits for a login in progress with a second factor',
    tests: limits,
  },
  {
    control: 'An admin ends the sessions of one other admin at most three times a day',
    asvs: '2.4.1',
    file: 'features/admin/admins/change-admin.ts',
    find: '>= maxLogoutsPerDay)',
    replace: '>= 100 * maxLogoutsPerDay)',
    tests: limits,
  },
  {
    control: 'Jobs of a suspended admin stop',
    asvs: '7.4.2',
    file: 'domain/jobs/bulk-job.ts',
    find: '|| admin.suspendedUntil !== null',
    replace: '',
    tests: limits,
  },
  {
    control: 'Super admins are emailed about a command that changes an admin',
    asvs: '16.3.3',
    file: 'features/admin/admins/command.ts',
    find: "return mailChangedOnServer(tx, superAdmins, admin.id, 'roles')",
    replace: 'return',
    tests: ['features/admin/admins/command.test.ts'],
  },
]

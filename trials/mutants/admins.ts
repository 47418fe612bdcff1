import type { Mutant } from './mutant.ts'

const file = 'features/admin/admins/change-admin.ts'
const tests = ['features/admin/admins/change-admin.test.ts']
const permissions = ['app/permissions.test.ts']

/** Mutants of one admin's actions on another admin's account. */
export const admins: Mutant[] = [
  {
    control: 'An admin cannot invite an admin with a role beyond their own',
    asvs: '8.2.1',
    file,
    find: "    if (!(await mayManage(tx, caller, newAdmin.roles))) return 'beyondOwn'\n",
    replace: '',
    tests,
  },
  {
    control: 'An admin cannot act on an admin whose roles exceed their own',
    asvs: '8.2.1',
    file,
    find: "    if (!(await mayManage(tx, caller, admin.roles))) return 'beyondOwn'\n",
    replace: '',
    tests,
  },
  {
    control: 'An admin cannot deactivate or reset their own account',
    asvs: '8.2.1',
    file,
    find: "    if (admin.id === caller.adminId) return 'ownAccount'\n",
    replace: '',
    tests,
  },
  {
    control: 'If two super admins act on each other concurrently, one remains',
    asvs: '15.4.2',
    file,
    find: '  if (!(await lockAdminSession(tx, caller.sessionId))) throw adminNotLoggedIn()\n',
    replace: '',
    tests,
  },
  {
    control: 'A refused change of an admin is recorded',
    asvs: '16.3.2',
    file,
    find: "  await recordAudit(db, caller, 'admin_change_refused', { targetId: adminId, data })\n",
    replace: '',
    tests,
  },
  {
    control: 'An invitation of an admin needs a step-up',
    asvs: '7.5.3',
    file: 'features/admin/admins/contract.ts',
    find: "  stepUp: 5,\n  danger: { worst: 'an admin account for",
    replace: "  stepUp: { none: 'a test' },\n  danger: { worst: 'an admin account for",
    tests: permissions,
  },
  {
    control: 'A reset of an admin needs a step-up',
    asvs: '7.5.3',
    file: 'features/admin/admins/contract.ts',
    find: "  stepUp: 5,\n  danger: {\n    worst: 'the account of an admin",
    replace: "  stepUp: { none: 'a test' },\n  danger: {\n    worst: 'the account of an admin",
    tests: permissions,
  },
]

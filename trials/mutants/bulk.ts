import type { Mutant } from './mutant.ts'

const start = ['features/admin/bulk/start.test.ts']
const matching = ['features/admin/bulk/matching.test.ts']
const working = ['trials/system/bulk-working.trial.ts']

/** Mutants of bulk actions. */
export const bulk: Mutant[] = [
  {
    control: 'A bulk action for more than ten users needs a step-up of the last five minutes',
    asvs: '7.5.3',
    file: 'features/admin/bulk/start.ts',
    find: '    if (total > fewUsers) await requireAdminStepUp(caller, minutesForMany)\n',
    replace: '',
    tests: start,
  },
  {
    control: 'An admin can access only their own bulk jobs',
    asvs: '8.2.2',
    file: 'features/admin/bulk/start.ts',
    find: 'if (job?.adminId !== adminId)',
    replace: 'if (!job || adminId === undefined)',
    tests: start,
  },
  {
    control: 'A call accepts at most 1,000 users',
    asvs: '2.4.1',
    file: 'features/admin/bulk/contract.ts',
    find: 'distinctList(z.uuid(), maxIds)',
    replace: 'distinctList(z.uuid(), 100 * maxIds)',
    tests: start,
  },
  {
    control: 'A bulk job’s query with an unknown filter is rejected, not ignored',
    asvs: '2.2.1',
    file: 'features/admin/bulk/contract.ts',
    find: 'z.strictObject(userListQuery)',
    replace: 'z.object(userListQuery)',
    tests: matching,
  },
  {
    control: 'A bulk job’s query selects at most 10,000 users',
    asvs: '2.4.1',
    file: 'features/admin/bulk/start.ts',
    find: '    requireFewMatches(body, total)\n    if (total === 0)',
    replace: '    if (total === 0)',
    tests: matching,
  },
  {
    control: 'A bulk job’s query selects only users that the list shows',
    asvs: '8.2.2',
    file: 'domain/lists/user-list.ts',
    find: 'const all = [...(set ? [set] : []), matchesText, ...served, ...rest]',
    replace: 'const all = [...(set ? [set] : []), matchesText, ...served]',
    tests: matching,
  },
  {
    control: 'The log contains the query of a bulk job',
    asvs: '16.3.2',
    file: 'features/admin/bulk/start.ts',
    find: 'subsystem }), ...(query && { filters: query })',
    replace: 'subsystem })',
    tests: matching,
  },
  {
    control: 'Two workers never process a user of a bulk job twice',
    asvs: '15.4.2',
    file: 'domain/jobs/bulk-job.ts',
    find: '    for update of i skip locked`',
    replace: '    limit 1`',
    tests: working,
  },
  {
    control: 'A canceled bulk job stops before its next user',
    file: 'domain/jobs/bulk-job.ts',
    find: 'and j.finished_at is null and not ${isStopped}\n    for update',
    replace: 'and j.finished_at is null\n    for update',
    tests: working,
  },
  {
    control: 'A bulk job stops when its admin is deactivated or loses the permission',
    asvs: '8.3.2',
    file: 'domain/jobs/bulk-job.ts',
    find: 'return admin?.active === true && anyOf.some((permission) => permissions.includes(permission))',
    replace:
      'return admin?.active === true || anyOf.some((permission) => permissions.includes(permission))',
    tests: working,
  },
  {
    control: 'Each user of a bulk job has an audit row with the id of the job',
    asvs: '16.3.2',
    file: 'features/admin/bulk/jobs.ts',
    find: "requestId: currentContext()?.requestId ?? '', jobId }",
    replace: "requestId: currentContext()?.requestId ?? '' }",
    tests: working,
  },
  {
    control: 'The mails of bulk jobs are spread over time and sent after all others',
    asvs: '2.4.1',
    file: 'domain/mail/mail.ts',
    find: "await enqueueJob(tx, 'mail', { mailId: id }, currentContext()?.mailsAfter)",
    replace: "await enqueueJob(tx, 'mail', { mailId: id })",
    tests: ['features/admin/bulk/actions.test.ts'],
  },
  {
    control: 'The palette finds only kinds that the admin may see',
    asvs: '8.2.2',
    file: 'features/admin/search/search.ts',
    find: "maySee(caller, 'company') ? findCompanies(db, q) : none",
    replace: 'findCompanies(db, q)',
    tests: ['features/admin/search/search.test.ts'],
  },
  {
    control: 'The palette finds a request only by log entries that the admin may read',
    asvs: '8.2.2',
    file: 'features/admin/search/search.ts',
    find: 'seesAdmins: seesAdmins(caller)',
    replace: 'seesAdmins: true',
    tests: ['features/admin/search/search.test.ts'],
  },
  {
    control: 'Search results that an admin opens are recorded',
    asvs: '16.3.2',
    file: 'features/admin/search/search.ts',
    find: "  await recordAudit(db, caller, 'search_result_opened', { targetId: id, data: { kind } })\n",
    replace: '',
    tests: ['features/admin/search/search.test.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const asvs = '16.4.2'
const months = 'domain/audit/audit-months.ts'
const retire = 'features/admin/audit-log/retire-months.ts'
const tests = ['features/admin/audit-log/retire-months.test.ts']

/** Mutants of the partitions of the audit log, and of the archive of old months. */
export const retiringOfMonths: Mutant[] = [
  {
    control: 'A month is detached without a lock for which logins wait',
    file: months,
    find: "isPending ? 'finalize' : 'concurrently'",
    replace: "isPending ? 'finalize' : ''",
    tests,
  },
  {
    control: 'A detachment that was interrupted is finished',
    file: months,
    find: "isPending ? 'finalize' : 'concurrently'",
    replace: "isPending ? 'concurrently' : 'concurrently'",
    tests,
  },
  {
    control: 'A month that is only partly attached is not archived again',
    asvs,
    file: months,
    find: ' filter (where not is_pending)',
    replace: '',
    tests,
  },
  {
    control: 'One process at a time archives and detaches months',
    file: months,
    find: 'locks[0]?.held ? withOwner(work) : undefined',
    replace: 'withOwner(work)',
    tests,
  },
  {
    control: 'A month whose archive has a fault stays in the log',
    asvs,
    file: retire,
    find: '  if (fault) throw',
    replace: '  if (fault && month === file) throw',
    tests,
  },
  {
    control: 'A partly detached month is detached only with its archive',
    asvs,
    file: retire,
    find: '  if (!(await exists(file)))\n',
    replace: "  if (file === '')\n",
    tests,
  },
  {
    control: 'An insert that finds no partition creates it',
    file: 'server/missing-partition.ts',
    find: "error.code !== '23514'",
    replace: "error.code === '23514'",
    tests: ['domain/audit/audit-months.test.ts'],
  },
  {
    control: 'The server has no right on a partition of a week',
    asvs,
    file: 'app/migrate.ts',
    find: '(_\\d\\d)?)$',
    replace: ')$',
    tests: ['app/migrate.test.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const asvs = '16.4.2'
const seal = 'domain/audit/audit-seal.ts'
const mark = 'domain/audit/seal-mark.ts'
const passes = ['features/admin/audit-log/seal-passes.test.ts']
const sealing = ['features/admin/audit-log/sealing.test.ts']

/** Mutants of the sealing of the audit log, and of its verification. */
export const sealingOfTheLog: Mutant[] = [
  {
    control: 'A row whose transaction was open during a run is sealed once it commits',
    asvs,
    file: seal,
    find: 'array(select pg_snapshot_xip(${sealed}::pg_snapshot))',
    replace: "'{}'::xid8[]",
    tests: passes,
  },
  {
    control: 'A row that is sealed is not sealed again',
    asvs,
    file: seal,
    find: 'page.filter(({ isSealed }) => !isSealed)',
    replace: 'page.filter(({ isSealed }) => isSealed || true)',
    tests: passes,
  },
  {
    control: 'A database that was loaded from a dump is sealed on',
    asvs,
    file: mark,
    find: ' where xmin = written_by::xid',
    replace: '',
    tests: passes,
  },
  {
    control: 'One process at a time seals and counts',
    asvs,
    file: mark,
    find: 'isLocked ? work(tx) : undefined',
    replace: 'isLocked === undefined ? undefined : work(tx)',
    tests: sealing,
  },
  {
    control: 'A sealed row that was inserted into the past is reported',
    asvs,
    file: 'features/admin/audit-log/check-chain.ts',
    find: 'if (time <= latestLate(before)) note(addedRow(id, timestamp, block.number))',
    replace: '',
    tests: sealing,
  },
  {
    control: 'An unsealed row that was inserted into the past is reported',
    asvs,
    file: 'features/admin/audit-log/verify.ts',
    find: 'if (isLate) note(addedRow(id, exact))\n      else waiting += 1',
    replace: 'waiting += isLate ? 1 : 1',
    tests: sealing,
  },
  {
    control: 'The sealing of a row that was inserted into the past raises an alarm',
    asvs,
    file: seal,
    find: 'Date.parse(timestamp) <= newestLate',
    replace: 'Date.parse(timestamp) === newestLate',
    tests: sealing,
  },
  {
    control: 'A verification from a head that the log does not contain fails',
    asvs,
    file: 'features/admin/audit-log/command.ts',
    find: '  if (block) return block\n',
    replace: '  return block as Block\n',
    tests: ['features/admin/audit-log/verify-since.test.ts'],
  },
]

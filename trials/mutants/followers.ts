import type { Mutant } from './mutant.ts'

const tests = ['trials/system/follower.trial.ts']
const file = 'server/follower.ts'

export const followers: Mutant[] = [
  {
    control: 'A follower that takes writes, such as one that was promoted, is not read from',
    asvs: '8.3.2',
    file,
    find: 'lastMeasurement = isFollower\n',
    replace: 'lastMeasurement = pool\n',
    tests,
  },
  {
    control: 'A follower more than ten seconds behind is not read from',
    asvs: '8.3.2',
    file,
    find: 'measurement !== undefined && lagMs() <= maxLagMs',
    replace: 'lastMeasurement !== undefined && lagMs() >= 0',
    tests,
  },
  {
    control: 'An admin reads their own changes from the primary',
    asvs: '8.3.2',
    file,
    find: '!hasRecentChange && !isService',
    replace: '!isService',
    tests,
  },
  {
    control: 'Calls whose response must not lag are never read from a follower',
    asvs: '8.3.2',
    file,
    find: 'if (!follower || !mayLag) return db',
    replace: 'if (!follower) return db',
    tests,
  },
  {
    control: 'Queries that overload a follower do not move to the primary',
    asvs: '13.2.6',
    file,
    find: 'if (isOverload(error)) return false',
    replace: '',
    tests,
  },
  {
    control: 'An admin’s views of a user are recorded at the primary',
    asvs: '16.3.2',
    file: 'features/admin/users/list-activity.ts',
    find: 'await recordAudit(db, caller',
    replace: 'await recordAudit(reader, caller',
    tests,
  },
]

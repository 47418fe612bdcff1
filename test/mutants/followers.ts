import type { Mutant } from './mutant.ts'

const tests = ['app/follower.test.ts']
const file = 'server/follower.ts'

export const followers: Mutant[] = [
  {
    control: 'A follower that takes writes, such as one that was promoted, is not read from',
    asvs: '8.3.2',
    file,
    find: 'measured = isFollower ?',
    replace: 'measured = pool ?',
    tests,
  },
  {
    control: 'A follower more than ten seconds behind is not read from',
    asvs: '8.3.2',
    file,
    find: 'measured !== undefined && lagMs() <= maxLagMs',
    replace: 'measured !== undefined && lagMs() >= 0',
    tests,
  },
  {
    control: 'An admin reads what they have changed from the primary',
    asvs: '8.3.2',
    file,
    find: '!isOwnChange && !isService',
    replace: '!isService',
    tests,
  },
  {
    control: 'Calls whose answer may not lag are never read from a follower',
    asvs: '8.3.2',
    file,
    find: 'if (!follower || !mayLag) return db',
    replace: 'if (!follower) return db',
    tests,
  },
]

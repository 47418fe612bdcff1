import type { Mutant } from './mutant.ts'

/** Rate limits by network, and what bounds slow and greedy clients. */
export const load: Mutant[] = [
  {
    control: 'An IPv6 address counts for its /48, too',
    asvs: '6.3.1',
    file: 'domain/rate-limit.ts',
    find: 'return network === undefined ? [own] :',
    replace: 'return network !== null ? [own] :',
    tests: ['domain/rate-limit.test.ts', 'features/account/sign-in/limits.test.ts'],
  },
  {
    control: 'What a blocked /48 tries does not count for its /64',
    file: 'domain/rate-limit.ts',
    find: 'limits.slice(0, index)',
    replace: 'limits.slice(0, 0)',
    tests: ['features/account/sign-in/limits.test.ts'],
  },
]

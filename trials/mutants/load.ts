import type { Mutant } from './mutant.ts'

/** Mutants of rate limits by network, and of limits against slow and greedy clients. */
export const load: Mutant[] = [
  {
    control: 'An IPv6 address counts for its /48, too',
    asvs: '6.3.1',
    file: 'domain/credentials/rate-limit.ts',
    find: 'return network === undefined ? [own] :',
    replace: 'return network !== null ? [own] :',
    tests: ['domain/credentials/rate-limit.test.ts', 'features/account/sign-in/limits.test.ts'],
  },
  {
    control: 'Attempts from a blocked /48 do not count for its /64',
    file: 'domain/credentials/rate-limit.ts',
    find: 'limits.slice(0, index)',
    replace: 'limits.slice(0, 0)',
    tests: ['features/account/sign-in/limits.test.ts'],
  },
  {
    control: 'A request is in progress only when its body has arrived',
    file: 'server/load-shedding.ts',
    find: 'if (hasBody(request)) receive(request, reply)',
    replace: 'if (hasBody(request)) begin(request, reply, request.ip)',
    tests: ['trials/system/load-shedding.trial.ts'],
  },
  {
    control: 'A body that does not arrive in time is rejected',
    file: 'server/load-shedding.ts',
    find: 'age > loadLimits.bodySeconds * 1000 ||',
    replace: '',
    tests: ['trials/system/load-shedding.trial.ts'],
  },
  {
    control: 'An address can send at most 50 bodies concurrently',
    file: 'server/load-shedding.ts',
    find: 'bodies.isExceededBy(ip)',
    replace: 'false',
    tests: ['trials/system/load-shedding.trial.ts'],
  },
  {
    control: 'An address has a limited number of connections',
    file: 'server/load-shedding.ts',
    find: '!connections.isExceededBy(address)',
    replace: 'true',
    tests: ['trials/system/load-shedding.trial.ts'],
  },
  {
    control:
      'No address has more than a tenth of the requests in progress while half of the slots are in use',
    file: 'server/load-shedding.ts',
    find: 'running > maxRunning / 2 && requests.isExceededBy(ip)',
    replace: 'false',
    tests: ['trials/system/load-shedding.trial.ts'],
  },
  {
    control: 'Known and unknown callers have separate shares of the queue for password hashes',
    file: 'server/argon2.ts',
    find: "return [isKnown ? 'known' : 'stranger', ...addressKeys(ipAddress).toReversed()]",
    replace: 'return []',
    tests: ['server/argon2.test.ts'],
  },
  {
    control: 'When the queue is full, a new call replaces the latest one of the largest share',
    file: 'server/concurrency-limit.ts',
    find: 'if (each[1].size >= (largest?.[1].size ?? 0)) ',
    replace: '',
    tests: ['server/concurrency-limit.test.ts'],
  },
  {
    control: 'The shares of a queue take turns',
    file: 'server/concurrency-limit.ts',
    find: 'branch.branches.delete(key)',
    replace: 'if (next.size === 0) branch.branches.delete(key)',
    tests: ['server/concurrency-limit.test.ts'],
  },
  {
    control: 'The number of comparisons of a new password with former ones is limited',
    file: 'domain/credentials/new-password.ts',
    find: "await consumeRateLimit(db, 'newPasswords', userId)",
    replace: 'undefined',
    tests: ['features/account/password/reset-password.test.ts'],
  },
  {
    control: 'Single sign-ons of one address leave slots for others',
    file: 'features/platforms/single-sign-on/rate-limit.ts',
    find: 'return addressKeys(origin.ipAddress).toReversed()',
    replace: 'return []',
    tests: ['features/platforms/single-sign-on/rate-limit.test.ts'],
  },
]

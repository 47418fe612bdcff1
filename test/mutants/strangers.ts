import type { Mutant } from './mutant.ts'

const tests = ['features/account/password/request-reset.test.ts']
const links = ['features/account/password/password-link.test.ts']

export const strangers: Mutant[] = [
  {
    control: 'Wrong human checks of one address are limited',
    asvs: '2.4.1',
    file: 'domain/human-check.ts',
    find: "await limitFailures(db, 'wrongHumanChecks', origin, verify)",
    replace: 'await verify()',
    tests,
  },
  {
    control: 'An address that is blocked leaves one row',
    file: 'domain/rate-limit.ts',
    find: 'else if (counted.isLast) await recordAddressBlock',
    replace: 'else await recordAddressBlock',
    tests,
  },
  {
    control: 'A right answer is refunded',
    file: 'domain/rate-limit.ts',
    find: 'if (result) await refundAddressLimit(db, name, origin)',
    replace: 'if (found) void refundAddressLimit',
    tests,
  },
  {
    control: 'A link can be tried twenty times in ten minutes',
    asvs: '2.4.1',
    file: 'domain/link.ts',
    find: "consumeRateLimit(db, 'linkTries', link.id)",
    replace: "consumeRateLimit(db, 'linkTries', randomUUIDv7())",
    tests: links,
  },
  {
    control: 'Challenges of one address are limited',
    asvs: '2.4.1',
    file: 'features/account/sign-in/routes.ts',
    find: 'if (limited) throw new Refusal(getChallenge',
    replace: 'if (!limited) void new Refusal(getChallenge',
    tests,
  },
  {
    control: 'Strangers cannot use up the password links of a known browser',
    file: 'features/account/password/request-reset.ts',
    find: "if (browserId !== undefined) return consumeRateLimit(db, 'forgotPerMail', browserId)",
    replace: "if (browserId === '') return undefined",
    tests,
  },
]

import type { Mutant } from './mutant.ts'

const tests = ['features/account/password/request-reset.test.ts']
const links = ['features/account/password/password-link.test.ts']

export const strangers: Mutant[] = [
  {
    control: 'Wrong human checks of one address are limited',
    asvs: '2.4.1',
    file: 'domain/credentials/human-check.ts',
    find: "await limitFailures(db, 'wrongHumanChecks', origin, verify)",
    replace: 'await verify()',
    tests,
  },
  {
    control: 'A blocked address writes only one audit row',
    file: 'domain/credentials/address-limit.ts',
    find: 'else if (counted.isLast) await recordAddressBlock',
    replace: 'else await recordAddressBlock',
    tests,
  },
  {
    control: 'A correct answer does not count as an attempt',
    file: 'domain/credentials/address-limit.ts',
    find: 'if (result) await refundAddressLimit(db, name, origin)',
    replace: 'if (result) void refundAddressLimit',
    tests,
  },
  {
    control: 'A link accepts twenty attempts in ten minutes',
    asvs: '2.4.1',
    file: 'domain/sign-in/link.ts',
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
    control: 'Unknown browsers cannot use up the password links of a known browser',
    file: 'features/account/password/request-reset.ts',
    find: "if (browserId !== undefined) return consumeRateLimit(db, 'forgotPerMail', browserId)",
    replace: "if (browserId === '') return undefined",
    tests,
  },
]

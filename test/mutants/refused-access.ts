import type { Mutant } from './mutant.ts'

const tests = ['app/refused-access.test.ts']

export const refusedAccess: Mutant[] = [
  {
    control: 'Refused access leaves a row in the audit log',
    asvs: '16.3.2',
    file: 'server/error-response.ts',
    find: '  noteRefusal(request, refusal)\n',
    replace: '',
    tests,
  },
  {
    control: 'Redirects that are not followed leave a row in the audit log',
    asvs: '16.3.3',
    file: 'server/log.ts',
    find: "  noteRefusedAccess('redirect', caller)\n",
    replace: '',
    tests,
  },
  {
    control: 'Strangers cannot fill the audit log with refused access',
    asvs: '16.3.3',
    file: 'domain/refused-access.ts',
    find: 'isStranger && strangers >= maxStrangers',
    replace: 'false',
    tests,
  },
  {
    control: 'Of all servers one records refused access',
    asvs: '16.3.3',
    file: 'domain/refused-access.ts',
    find: "if (await consumeRateLimit(db, 'refusedAccess', key)) return",
    replace: "await consumeRateLimit(db, 'refusedAccess', key)",
    tests,
  },
]

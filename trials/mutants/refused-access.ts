import type { Mutant } from './mutant.ts'

const tests = ['app/refused-access.test.ts']

export const refusedAccess: Mutant[] = [
  {
    control: 'Refused access writes an audit row',
    asvs: '16.3.2',
    file: 'server/error-response.ts',
    find: '  reportRefusal(request, refusal)\n',
    replace: '',
    tests,
  },
  {
    control: 'Refused redirects write an audit row',
    asvs: '16.3.3',
    file: 'server/log.ts',
    find: "  reportRefusedAccess('redirect', caller)\n",
    replace: '',
    tests,
  },
  {
    control: 'Anonymous requests cannot fill the audit log with refused access',
    asvs: '16.3.3',
    file: 'domain/audit/refused-access.ts',
    find: 'isStranger && strangers >= maxStrangers',
    replace: 'false',
    tests,
  },
  {
    control: 'Only one of the servers records refused access',
    asvs: '16.3.3',
    file: 'domain/audit/refused-access.ts',
    find: "if (await consumeRateLimit(db, 'refusedAccess', key)) return",
    replace: "await consumeRateLimit(db, 'refusedAccess', key)",
    tests,
  },
]

import type { Mutant } from './mutant.ts'

export const mailsAndExports: Mutant[] = [
  {
    control: 'No cell of an export begins with a formula in any width',
    asvs: '1.2.10',
    file: 'server/csv.ts',
    find: ".test(value.normalize('NFKC'))",
    replace: '.test(value)',
    tests: ['features/admin/audit-log/export.test.ts'],
  },
  {
    control: 'A mail that is refused with 5xx is not sent again',
    file: 'server/mail.ts',
    find: 'responseCode >= 500',
    replace: 'responseCode >= 600',
    tests: ['app/worker.test.ts'],
  },
]

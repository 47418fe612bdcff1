import type { Mutant } from './mutant.ts'

const file = 'app/migrations.ts'

export const migrations: Mutant[] = [
  {
    control: 'A version whose columns were taken away does not start, and does not migrate',
    file,
    find: 'compareVersions(ownVersion, contracts) <= 0',
    replace: 'compareVersions(ownVersion, contracts) < -9',
    tests: ['app/side-by-side.test.ts'],
  },
  {
    control: 'A new table that a trigger reads is granted in the transaction that makes it',
    file,
    find: 'if (/\\bcreate table\\b/i.test(migration.statements.join())) await onTables()',
    replace: '',
    tests: ['app/rolling.test.ts', 'app/migrate.test.ts', 'app/side-by-side.test.ts'],
  },
  {
    control: 'A migration that loses a deadlock runs again',
    file,
    find: "new Set(['55P03', '40P01'])",
    replace: "new Set(['55P03'])",
    tests: ['app/rolling.test.ts', 'app/migrate.test.ts', 'app/side-by-side.test.ts'],
  },
]

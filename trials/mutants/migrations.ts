import type { Mutant } from './mutant.ts'

const file = 'app/migrations.ts'

export const migrations: Mutant[] = [
  {
    control: 'A version whose columns were removed does not start or migrate',
    file,
    find: 'compareVersions(ownVersion, contracts) <= 0',
    replace: 'compareVersions(ownVersion, contracts) < -9',
    tests: ['trials/system/side-by-side.trial.ts'],
  },
]

import type { Mutant } from './mutant.ts'

const tests = ['app/platform-approvals.test.ts']

/** Mutants of two-person approvals of platforms, APIs and their secrets. */
export const platformApprovals: Mutant[] = [
  {
    control: 'A new platform takes two people',
    asvs: '2.3.5',
    file: 'features/admin/platforms/approvals.ts',
    find: '    const asked = await askSecondPerson(tx, caller, {\n',
    replace: '    const asked = await (async (..._: unknown[]) => undefined)(tx, caller, {\n',
    tests,
  },
  {
    control: 'A new secret of a platform takes two people, also with a grace period',
    asvs: '2.3.5',
    file: 'features/admin/platforms/approvals.ts',
    find: '  const clientSecret = randomToken()\n',
    replace:
      '  if (replacement.graceHours > 0) return replaceSecret(db, caller, replacement)\n  const clientSecret = randomToken()\n',
    tests,
  },
  {
    control: 'Requirements, APIs and invitations of a platform take two people',
    asvs: '2.3.5',
    file: 'features/admin/platforms/approvals.ts',
    find: "  'requiredAcr',\n",
    replace: '',
    tests,
  },
  {
    control: 'Login age, idle timeout and scopes of a platform take two people',
    asvs: '2.3.5',
    file: 'features/admin/platforms/approvals.ts',
    find: "  'maxAgeMinutes',\n  'idleMinutes',\n  'extraScopes',\n",
    replace: '',
    tests,
  },
  {
    control: 'A change of a platform with the next version is refused before it is compared',
    asvs: '2.3.4',
    file: 'features/admin/platforms/approvals.ts',
    find: "would let a guessed next version undo a colleague's change without approval.\n  if (stored.version !== version)",
    replace: 'is not enough.\n  if (stored.version > version)',
    tests,
  },
  {
    control: 'Activating a platform takes two people',
    asvs: '2.3.5',
    file: 'features/admin/platforms/approvals.ts',
    find: "const isActivation = changes.proposal['active'] === true",
    replace: "const isActivation = changes.proposal['active'] === 'yes'",
    tests,
  },
  {
    control: 'A new API takes two people',
    asvs: '2.3.5',
    file: 'features/admin/apis/approvals.ts',
    find: '    const request = await askSecondPerson(tx, caller, {\n',
    replace: '    const request = await (async (..._: unknown[]) => undefined)(tx, caller, {\n',
    tests,
  },
  {
    control: 'A new secret of an API takes two people',
    asvs: '2.3.5',
    file: 'features/admin/apis/approvals.ts',
    find: '    const asked = await askSecondPerson(tx, caller, {\n',
    replace: '    const asked = await (async (..._: unknown[]) => undefined)(tx, caller, {\n',
    tests,
  },
  {
    control: 'Super admins are notified of new credentials',
    asvs: '16.3.3',
    file: 'domain/platforms/credentials-mail.ts',
    find: '.filter(({ id }) => id !== adminId)',
    replace: '.filter(() => false)',
    tests,
  },
  {
    control: 'No platform gets a name that looks like another’s',
    asvs: '2.3.2',
    file: 'domain/platforms/platform-name.ts',
    find: 'if (names.some((other) => looksLike(name, other)))',
    replace: 'if (names.some((other) => name === other))',
    tests,
  },
  {
    control: 'Names in other scripts are compared by their look',
    asvs: '2.3.2',
    file: 'domain/platforms/platform-name.ts',
    find: 'latin.get(letter) ?? letter',
    replace: 'letter ?? latin.get(letter)',
    tests: ['domain/platforms/platform-name.test.ts'],
  },
]

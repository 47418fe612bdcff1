import type { Mutant } from './mutant.ts'

const tests = ['features/admin/invitations/many.test.ts']

export const inviting: Mutant[] = [
  {
    control: 'A list is sent only if every row is valid',
    asvs: '2.3.3',
    file: 'features/admin/invitations/invite-many.ts',
    find: '  requireValidRows(checkedRows)\n',
    replace: '',
    tests,
  },
  {
    control: 'A list is sent once per key',
    asvs: '2.3.4',
    file: 'features/admin/invitations/invite-many.ts',
    find: 'owner: ownerOf(caller), key, body: input',
    replace: 'owner: ownerOf(caller), key: `${key}${Math.random()}`, body: input',
    tests,
  },
  {
    control: 'If two lists for one company are sent concurrently, one invites an address',
    asvs: '15.4.2',
    file: 'features/admin/invitations/invite-many.ts',
    find: 'hashtextextended(${`invitations of ${partnerId}`}, 0)',
    replace: 'hashtextextended(${`invitations of ${partnerId} ${Math.random()}`}, 0)',
    tests,
  },
  {
    control: 'The preview of a mail cannot run scripts',
    asvs: '3.4.3',
    file: 'server/security-headers.ts',
    find: "'img-src data:', 'sandbox']",
    replace: "'img-src data:']",
    tests: ['features/admin/invitations/preview.test.ts'],
  },
]

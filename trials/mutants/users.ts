import type { Mutant } from './mutant.ts'

const accessEnd = ['features/admin/platforms/access-end.test.ts']

const lastLogin = ['features/admin/users/last-login.test.ts']

export const users: Mutant[] = [
  {
    control: 'A deactivation waits for a login in progress, whose session it then ends',
    asvs: '7.4.2',
    file: 'domain/accounts/user-login.ts',
    find: '  await lockLogins(tx, id)\n  return affects',
    replace: '  return affects',
    tests: lastLogin,
  },
  {
    control: 'A user who logs in after the warning is not deactivated as unused',
    file: 'domain/accounts/user-login.ts',
    find: 'from login where is_warned`',
    replace: 'from login where is_warned and id <> id`',
    tests: lastLogin,
  },
  {
    control: 'A user who logs in while the job runs is not warned as unused',
    file: 'domain/accounts/user.ts',
    find: 'and ${isToBeWarned} and ${hasNoNewerLogin.users}',
    replace: 'and ${isToBeWarned}',
    tests: lastLogin,
  },
  {
    control:
      'A password made of seasons, years, keyboard rows, and names of the product and the company is rejected',
    asvs: '6.2.11',
    file: 'domain/credentials/new-password.ts',
    find: ' || isGuessable(password, [brand, company, ...names])',
    replace: '',
    tests: ['features/account/password/refused.test.ts'],
  },
  {
    control: 'During sign-up, the company’s name is easy to guess in a password',
    asvs: '6.2.11',
    file: 'features/account/sign-up/sign-up.ts',
    find: '    company: invitation.partnerName,\n',
    replace: '',
    tests: ['features/account/sign-up/sign-up.test.ts'],
  },
  {
    control: 'Users’ access to a platform ends when their company loses it',
    asvs: '7.4.1',
    file: 'features/admin/companies/save.ts',
    find: 'enqueueAccessEnd(tx, { subsystemId, partnerId: id })',
    replace: 'Promise.resolve(subsystemId)',
    tests: accessEnd,
  },
  {
    control: 'Users’ sessions and tokens of a platform end when it is deactivated',
    asvs: '7.4.1',
    file: 'features/admin/platforms/save.ts',
    find: 'if (stored.active && !after.active)',
    replace: 'if (!stored.active && !after.active)',
    tests: accessEnd,
  },
  {
    control: 'A blocked network cannot attempt a login',
    file: 'domain/credentials/rate-limit.ts',
    find: 'return attemptLimits.has(name) &&',
    replace: 'return !attemptLimits.has(name) &&',
    tests: ['features/admin/incidents/block.test.ts'],
  },
  {
    control: 'A stored value of a rejected request is shortened',
    file: 'features/platforms/single-sign-on/refusal-reasons.ts',
    find: 'const maxLength = 300',
    replace: 'const maxLength = 30_000',
    tests: ['features/platforms/single-sign-on/refused-values.test.ts'],
  },
  {
    control: 'Repeating one refusal removes no other kind from a platform’s list',
    file: 'domain/platforms/client-refusal.ts',
    find: 'order by rank_in_kind, refused_at desc',
    replace: 'order by refused_at desc',
    tests: ['trials/system/refused-requests.trial.ts'],
  },
  {
    control: 'A refused redirect target is logged only with its host',
    asvs: '16.2.5',
    file: 'server/log.ts',
    find: "host: url?.host ?? 'none'",
    replace: 'host: target',
    tests: ['features/account/sign-in/auth-proxy.test.ts'],
  },
  {
    control: 'An erasure deletes the invitations of the address',
    asvs: '14.2.7',
    file: 'features/admin/users/erase.ts',
    find: 'await deleteInvitationsOf(tx, email)',
    replace: '',
    tests: ['features/admin/users/erase.test.ts'],
  },
  {
    control: 'An erasure waits until the platforms were notified',
    asvs: '7.4.2',
    file: 'features/admin/users/erase.ts',
    find: 'if (pending > 0)',
    replace: 'if (pending > 100)',
    tests: ['features/admin/users/erase.test.ts'],
  },
]

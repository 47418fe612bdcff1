import type { Mutant } from './mutant.ts'

const recovering = ['features/admin/users/recover.test.ts']
const revoking = ['features/admin/users/links-and-mails.test.ts']
const disabling = ['features/admin/users/disable-two-factor.test.ts']

/** Mutants of an admin's actions on a user's page. */
export const userPage: Mutant[] = [
  {
    control: 'Disabling the second factor of a stolen phone disables its passkeys, too',
    file: 'domain/credentials/second-factor.ts',
    find: '  const hadPasskeys = await disablePasskeysOf(tx, userId)\n',
    replace: '  const hadPasskeys = false\n',
    tests: disabling,
  },
  {
    control: 'A passkey that is added while the others are disabled is disabled, too',
    file: 'domain/passkeys/passkey.ts',
    find: `  await run(tx)\`select from accounts where id = \${userId} for no key update\`
  return affects`,
    replace: '  return affects',
    tests: disabling,
  },
  {
    control: 'An admin can disable only a passkey of the user in the call',
    file: 'domain/passkeys/passkey.ts',
    find: 'where id = ${id} and user_id = ${userId} and disabled_at is null\n    returning name',
    replace: 'where id = ${id} and disabled_at is null\n    returning name',
    tests: disabling,
  },
  {
    control: 'Disabling one passkey ends sessions, login attempts and links',
    file: 'features/admin/users/disable-two-factor.ts',
    find: `undefined) throw new Refusal(commonErrors.notFound)
    const endedSessions = await endLoginsAndLinks(tx, user.id, 'endedBySupport')`,
    replace: `undefined) throw new Refusal(commonErrors.notFound)
    const endedSessions = 0`,
    tests: disabling,
  },
  {
    control: 'An admin can revoke only a link of the user in the call',
    file: 'domain/sign-in/link.ts',
    find: 'where id = ${id} and user_id = ${userId} and not (${isProtective})',
    replace: 'where id = ${id} and not (${isProtective})',
    tests: revoking,
  },
  {
    control: 'An admin can never revoke a link that only logs out everywhere or cancels a recovery',
    file: 'domain/sign-in/link.ts',
    find: 'where id = ${id} and user_id = ${userId} and not (${isProtective})',
    replace: 'where id = ${id} and user_id = ${userId}',
    tests: revoking,
  },
  {
    control: 'A link that cancels a recovery is as protective as one that logs out everywhere',
    file: 'domain/sign-in/link.ts',
    find: "kind in ('log-me-out', 'stop-recovery')`",
    replace: "kind in ('log-me-out')`",
    tests: revoking,
  },
  {
    control: 'An admin can end only a session of the user in the call',
    file: 'features/admin/users/set-active.ts',
    find: 'sessions.find((each) => each.id === sessionId)',
    replace: "{ id: sessionId, browser: '' }",
    tests: ['features/admin/users/end-session.test.ts'],
  },
  {
    control: 'The link of a recovery requires the code that support has read out',
    asvs: '6.4.4',
    file: 'features/account/recovery/recover.ts',
    find: '  await requireSupportCode(db, step, supportCode)\n',
    replace: '',
    tests: recovering,
  },
  {
    control: 'The code of a recovery opens its own link only',
    asvs: '6.4.4',
    file: 'domain/sign-in/link.ts',
    find: "areDigitsFor('support-code', approvalId ?? id, code)",
    replace: '(approvalId ?? id) !== code && /^\\d{6}$/.test(code)',
    tests: recovering,
  },
  {
    control: 'The link of an admin accepts no password that was set from a mailed link',
    asvs: '6.4.3',
    file: 'domain/sign-in/recovery.ts',
    find: '  return !(await isPasswordFromMail(db, userId, since))',
    replace: '  return (await isPasswordFromMail(db, userId, since)) || true',
    tests: recovering,
  },
  {
    control: 'A user’s activity shows admins’ actions only to admins who may see them in the log',
    asvs: '8.2.2',
    file: 'features/admin/users/list-activity.ts',
    find: 'seesAdmins: seesAdmins(caller) }',
    replace: 'seesAdmins: true }',
    tests: ['features/admin/users/activity.test.ts'],
  },
  {
    control: 'The cursor of a user’s activity works only for that user',
    asvs: '8.2.2',
    file: 'features/admin/users/list-activity.ts',
    find: '`activity of ${id} for',
    replace: '`activity for',
    tests: ['features/admin/users/activity.test.ts'],
  },
]

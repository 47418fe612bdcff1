import type { Mutant } from './mutant.ts'

const ofAdmins = ['features/account/passkeys/admin-passkeys.test.ts']
const managed = ['features/account/passkeys/passkeys.test.ts']
const setUp = ['features/account/two-factor/passkey-set-up.test.ts']
const byLink = ['features/account/recovery/passkey-by-link.test.ts']
const replaceFactor = 'features/account/recovery/replace-factor.ts'
const stepUp = ['features/account/sign-in/step-up.test.ts']

export const passkeyChanges: Mutant[] = [
  {
    control: 'A passkey is added only in the session that requested it',
    file: 'domain/passkeys/passkey-registration.ts',
    find: '  if (!isChallengeFor(binding, challenge)) throw new Refusal(ceremonyExpired)\n',
    replace: '',
    tests: managed,
  },
  {
    control: 'A response of an authenticator adds only one passkey',
    file: 'domain/passkeys/passkey-registration.ts',
    find: '  if (!(await consumePasskeyChallenge(db, challenge))) throw new Refusal(ceremonyExpired)\n',
    replace: '',
    tests: managed,
  },
  {
    control: 'The last working second factor cannot be removed',
    file: 'features/account/passkeys/change.ts',
    find: "proofs.some((proof) => proof !== 'password')",
    replace: 'proofs',
    tests: managed,
  },
  {
    control: 'If two passkeys are removed concurrently, one remains',
    file: 'domain/passkeys/passkey.ts',
    find: `  await run(tx)\`select from accounts where id = \${userId} for no key update\`
  return row`,
    replace: '  return row',
    tests: managed,
  },
  {
    control: 'The link in the mail about a new passkey disables it',
    file: 'domain/credentials/added-factor.ts',
    find: 'passkeyId !== null && (await disablePasskey(tx, passkeyId))',
    replace: 'passkeyId !== null',
    tests: managed,
  },
  {
    control: 'The link in the mail about a new authenticator disables it',
    file: 'domain/credentials/added-factor.ts',
    find: 'authenticatorId !== null && (await disableAuthenticator(tx, authenticatorId))',
    replace: 'authenticatorId !== null',
    tests: ['features/account/two-factor/add-authenticator.test.ts'],
  },
  {
    control: 'A user with any second factor cannot set one up with the password alone',
    asvs: '6.4.4',
    file: 'features/account/two-factor/set-up.ts',
    find: 'if (hasFactor || decoy) throw',
    replace: 'if (decoy) throw',
    tests: setUp,
  },
  {
    control: 'If a passkey is set up in two logins concurrently, one succeeds',
    asvs: '6.4.4',
    file: 'features/account/two-factor/set-up-passkey.ts',
    find: '    if (await hasSecondFactor(tx, accountId)) throw new Refusal(secondFactorAlreadySet)\n',
    replace: '',
    tests: setUp,
  },
  {
    control: 'The setup of a passkey requires the password step',
    asvs: '6.3.3',
    file: 'features/account/two-factor/contract.ts',
    find: "'POST /users/configure-mfa/passkey/initiate', {\n  access: 'login-attempt',",
    replace: "'POST /users/configure-mfa/passkey/initiate', {\n  access: 'anyone',",
    tests: setUp,
  },
  {
    control: 'A new passkey completes only a login with a correct password',
    asvs: '6.3.3',
    file: 'features/account/two-factor/contract.ts',
    find: "'POST /users/configure-mfa/passkey/confirm', {\n  access: 'login-attempt',",
    replace: "'POST /users/configure-mfa/passkey/confirm', {\n  access: 'anyone',",
    tests: setUp,
  },
  {
    control: 'A mailed link alone cannot replace an authenticator by a passkey',
    asvs: '6.4.4',
    file: replaceFactor,
    find: 'const factor = await consumeReplacement(db, account.id, verifiedBy)',
    replace:
      "const factor = (await consumeReplacement(db, account.id, verifiedBy)) ?? ({ id: account.id, userId: account.id, verifiedBy, method: 'pwd' } as Replacement)",
    tests: byLink,
  },
  {
    control: 'After a passkey replaces an authenticator, the authenticator no longer works',
    asvs: '6.5.6',
    file: 'domain/credentials/second-factor.ts',
    find: '  await removeSecondFactor(tx, userId)\n  return isPending',
    replace: '  return isPending',
    tests: byLink,
  },
  {
    control: 'The link in the mail about a reset disables the passkey that it added',
    asvs: '6.3.7',
    file: replaceFactor,
    find: '{ authenticatorId: factor.id } : { passkeyId }',
    replace: '{ authenticatorId: factor.id } : {}',
    tests: byLink,
  },
  {
    control: 'The link in the mail about a reset disables the authenticator that it set',
    asvs: '6.3.7',
    file: replaceFactor,
    find: '? { authenticatorId: factor.id } :',
    replace: '? {} :',
    tests: ['features/account/two-factor/add-authenticator.test.ts'],
  },
  {
    control: 'If passkeys are off, none can be created',
    file: 'domain/passkeys/passkey-registration.ts',
    find: "  if (passkeys.mode === 'off') throw new Refusal(commonErrors.notFound)\n",
    replace: '',
    tests: setUp,
  },
  {
    control: 'A passkey that no longer works is still a second factor',
    asvs: '6.4.4',
    file: 'domain/credentials/second-factor.ts',
    find: 'sql`(${hasPasskey(userId)} or exists (',
    replace: 'sql`(false or exists (',
    tests: setUp,
  },
  {
    control: 'A step-up by passkey works only in the session that requested it',
    asvs: '7.5.1',
    file: 'features/account/sign-in/step-up.ts',
    find: "ceremony: 'step-up', rpId: passkeys.rpId, owner: caller.sessionId }",
    replace: "ceremony: 'step-up', rpId: passkeys.rpId, owner: 'any' }",
    tests: stepUp,
  },
  {
    control: 'An admin’s ended session cannot add a passkey',
    file: 'features/account/passkeys/add.ts',
    find: 'if (!methods || !account)',
    replace: 'if (!account)',
    tests: ofAdmins,
  },
  {
    control: 'The last second factor of an admin cannot be removed, regardless of MFA_REQUIRED',
    file: 'features/account/passkeys/change.ts',
    find: "kind === 'admin' || config.mfaRequired",
    replace: "kind !== 'admin' && config.mfaRequired",
    tests: ofAdmins,
  },
  {
    control: 'Adding a passkey needs an admin’s step-up authentication',
    asvs: '7.5.1',
    file: 'features/account/passkeys/contract.ts',
    find: `'POST /admin/passkeys/confirm', {
  access: 'admin',
  stepUp: 5,`,
    replace: `'POST /admin/passkeys/confirm', {
  access: 'admin',
  stepUp: { none: 'none' },`,
    tests: ['app/step-up.test.ts'],
  },
  {
    control: 'Removing a passkey needs an admin’s step-up authentication',
    asvs: '7.5.1',
    file: 'features/account/passkeys/contract.ts',
    find: `'POST /admin/passkeys/{id}/remove', {
  access: 'admin',
  stepUp: 5,`,
    replace: `'POST /admin/passkeys/{id}/remove', {
  access: 'admin',
  stepUp: { none: 'none' },`,
    tests: ofAdmins,
  },
  {
    control: 'Only a complete login of an admin ends the session in its browser',
    asvs: '7.2.4',
    file: 'server/http.ts',
    find: 'readCookie(request, cookiesFor(routeOf(request)).session)',
    replace: 'readCookie(request, cookies.session)',
    tests: ['features/account/sign-in/admin-session.test.ts'],
  },
  {
    control: 'A login of an admin at the identity provider ends the session in its browser',
    asvs: '7.2.4',
    file: 'features/account/sign-in/auth-proxy.ts',
    find: 'await logOut(tx, adminLogins, origin, origin.sessionToken)',
    replace: '',
    tests: ['features/account/sign-in/provider-session.test.ts'],
  },
  {
    control: 'The reset of an admin removes the passkeys, too',
    asvs: '6.5.6',
    file: 'features/admin/admins/invite-admin.ts',
    find: 'await removePasskeysOf(tx, admin.id)',
    replace: '',
    tests: ['features/admin/admins/command.test.ts'],
  },
  {
    control: 'A reset of the password lists the passkeys that were added recently',
    asvs: '6.3.7',
    file: 'features/account/password/reset-password.ts',
    find: '!isDisabled && createdAt.getTime() > since',
    replace: 'isDisabled',
    tests: ['features/account/password/reset-password.test.ts'],
  },
  {
    control: 'A refused passkey is shown to its owner among the logins',
    file: 'features/account/sessions/list-logins.ts',
    find: "action = 'passkey_refused' and data->>'ceremony'",
    replace: "action = 'login_refused' and data->>'ceremony'",
    tests: ['features/account/sessions/login-history.test.ts'],
  },
]

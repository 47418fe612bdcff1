/** The worst that a changing call could do, and why its protection suffices: rows of docs/dangers.md. */
export type Danger = { worst: string; reason: string }

const links = 'mails a link'
const ends = 'ends or prevents access; the user can log in again'

function row(worst: string, reason: string): Danger {
  return { worst, reason }
}

/** Changing calls of admins, service accounts and administrators of companies, by method and path. */
export const dangersOfCalls: Readonly<Record<string, Danger>> = {
  'POST /admin/admin-users': row('an admin account for an accomplice', 'two super admins decide'),
  'PUT /admin/admin-users/{adminUserId}/activate': row(
    'a second account of the requester decides in their favor',
    'two super admins decide; the right counts from the activation',
  ),
  'PUT /admin/admin-users/{adminUserId}/deactivate': row(
    'the admins who would notice are removed',
    'two super admins decide',
  ),
  'POST /admin/admin-users/{adminUserId}/invitation/revoke': row(
    'a new admin cannot set up the account',
    'it only prevents access; the invitation can be repeated',
  ),
  'POST /admin/admin-users/{adminUserId}/reset': row(
    'the account of an admin is taken over by the mailbox',
    'two super admins decide, and an hour passes',
  ),
  'PUT /admin/admin-users/{adminUserId}/roles': row(
    'an accomplice gets every permission',
    'another admin with the same permissions decides',
  ),
  'POST /admin/admin-users/{adminUserId}/sessions/logout': row('an admin is logged out', ends),
  'POST /admin/admin-users/{adminUserId}/suspend': row(
    'an admin who would notice is locked out for a day',
    'one a day, and two active super admins remain; needed in an emergency',
  ),
  'POST /admin/apis': row(
    'an API that reads tokens of platforms',
    'a platform uses an API only after a change of the platform',
  ),
  'PUT /admin/apis/{clientId}': row('another scope or audience', 'as adding an API'),
  'POST /admin/apis/{clientId}/replace-secret': row(
    'a secret that introspects tokens',
    'two people decide',
  ),
  'POST /admin/approvals/{id}/approve': row(
    'the second half of any action',
    'the approver is independent of the requester; each decision is recorded',
  ),
  'POST /admin/approvals/{id}/cancel': row('a needed action is delayed', 'it only prevents'),
  'POST /admin/approvals/{id}/refuse': row('a needed action is delayed', 'it only prevents'),
  'PUT /admin/brand': row('a misleading name or logo', 'earlier versions can be restored'),
  'POST /admin/brand/{version}/restore': row('as publishing', 'as publishing'),
  'POST /admin/brand/images': row('a large or odd image', 'checked and limited in size'),
  'POST /admin/bulk': row(
    'every user of a company is locked out, or granted a platform',
    'deactivating more than ten a day takes two people; granting is limited to the company’s platforms',
  ),
  'POST /admin/configuration': row(
    'the thief of a program’s key changes every setting',
    'all that a code of five minutes or two people protect becomes a request; admins who have ever added or changed the service account do not decide it; only the approved plan is applied',
  ),
  'POST /admin/configuration/plan': row(
    'the whole configuration is read, without secrets',
    'it changes nothing, and each call is recorded',
  ),
  'POST /admin/invitations': row(
    'an account in a company for an accomplice',
    'an account without rights; it decides nothing for the person who invited it',
  ),
  'POST /admin/invitations/{id}/resend': row(links, 'to the same address'),
  'POST /admin/invitations/{id}/revoke': row('an invitation is lost', 'it can be repeated'),
  'POST /admin/invitations/bulk': row('1,000 mails to strangers', 'limited by day and address'),
  'POST /admin/invitations/bulk/resend': row(links, 'to the same addresses, with limits'),
  'POST /admin/invitations/bulk/revoke': row('invitations are lost', 'they can be repeated'),
  'POST /admin/mails/{id}/resend': row(links, 'to the same address'),
  'PUT /admin/me/password': row('the own password', 'own account'),
  'POST /admin/partners': row(
    'a company of own accounts',
    'its owners do not decide for the person who made it',
  ),
  'PUT /admin/partners/{id}': row(
    'a company is locked out, or opened to the world',
    'deactivating a company with sessions takes two people; networks are previewed',
  ),
  'PUT /admin/partners/{id}/delegation': row(
    'administrators of a company gain power',
    'they do not decide for the person who delegated',
  ),
  'PUT /admin/partners/{id}/owners': row(
    'own accounts own a company',
    'they do not decide for the person who named them',
  ),
  'POST /admin/partners/{id}/platforms/{subsystem}/give': row(
    'users of a company reach a platform',
    'only a platform that two people have registered',
  ),
  'POST /admin/partners/{id}/platforms/{subsystem}/take': row(
    'users of a company lose a platform',
    'it only ends access',
  ),
  'POST /admin/passkeys/{id}/remove': row('the own passkey', 'own account'),
  'POST /admin/passkeys/confirm': row('a passkey for a thief of the session', 'own account, mail'),
  'POST /admin/passkeys/initiate': row('none', 'it begins the set-up'),
  'POST /admin/platforms': row(
    'a platform that looks like another and receives codes',
    'two people decide on its addresses; its name must differ',
  ),
  'PUT /admin/platforms/{id}': row(
    'codes of users go to a foreign address',
    'two people decide on addresses, keys and weaker settings',
  ),
  'PUT /admin/platforms/{id}/logo': row('a misleading logo', 'it can be replaced'),
  'POST /admin/platforms/{id}/logo/remove': row('a missing logo', 'it can be replaced'),
  'POST /admin/platforms/{id}/replace-secret': row(
    'a working secret of a platform',
    'two people decide, also with a grace period',
  ),
  'POST /admin/platforms/{id}/resend-notifications': row(
    'logout tokens again',
    'only to registered addresses',
  ),
  'POST /admin/platforms/{id}/test-login': row('a login of the admin', 'for the admin alone'),
  'POST /admin/recovery-codes': row('new codes of the own account', 'own account'),
  'POST /admin/reset-mfa/confirm': row(
    'another authenticator of the own account',
    'own account, mail',
  ),
  'POST /admin/reset-mfa/initiate': row('none', 'it begins the set-up'),
  'POST /admin/service-accounts': row('a program with rights of admins', 'two super admins decide'),
  'PUT /admin/service-accounts/{id}': row(
    'more rights, or the key of an attacker',
    'two super admins decide on more rights and other keys',
  ),
  'POST /admin/service-accounts/{id}/revoke': row('a program fails', 'it only ends access'),
  'PUT /admin/users/{id}/activate': row(
    'a former user gets in',
    'the password and second factor are still needed; an account that its user locked takes two people',
  ),
  'POST /admin/users/{id}/company': row(
    'a user is moved to a company of accomplices',
    'their administrators do not decide for the person who moved the user',
  ),
  'PUT /admin/users/{id}/deactivate': row(
    'a user is locked out',
    'ten a day; more takes two people',
  ),
  'POST /admin/users/{id}/disable-mfa': row(
    'a user needs a recovery code or support',
    'no login becomes easier: the factor counts as set up',
  ),
  'POST /admin/users/{id}/passkeys/{passkeyId}/disable': row(
    'a user loses a passkey',
    'no login becomes easier',
  ),
  'PUT /admin/users/{id}/platforms': row(
    'a user reaches a platform',
    'only platforms of the user’s company',
  ),
  'POST /admin/users/{id}/recover': row(
    'the account is taken over by the mailbox',
    'two people decide',
  ),
  'POST /admin/users/{id}/reset-mfa': row('a lost factor is replaced', 'two people decide'),
  'POST /admin/users/{id}/reset-password': row(links, 'the second factor is still needed'),
  'POST /admin/users/{id}/sessions/{sessionId}/logout': row('a user is logged out', ends),
  'POST /admin/users/{id}/sessions/logout': row('a user is logged out', ends),
  'POST /admin/users/{id}/tokens/{tokenId}/revoke': row('a link stops working', 'it only prevents'),
  'POST /admin/webhooks': row(
    'events about users go to a foreign address',
    'ids without personal data; public addresses only',
  ),
  'PUT /admin/webhooks/{id}': row('as adding a webhook', 'as adding a webhook'),
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/resend': row('an event twice', 'it has an id'),
  'POST /admin/webhooks/{id}/remove': row('events are lost', 'the audit log keeps them'),
  'POST /admin/webhooks/{id}/replace-secret': row(
    'events with a forged signature',
    'only with the address of the receiver',
  ),
  'POST /admin/webhooks/{id}/resend-since': row('events twice', 'they have ids'),
  'POST /admin/webhooks/{id}/test': row('a test event', 'only to the registered address'),
  'POST /users/company/approvals/{id}/approve': row(
    'the second half of a recovery',
    'independent of the requester; a waiting time, in which the user can stop it',
  ),
  'POST /users/company/approvals/{id}/refuse': row('a recovery is delayed', 'it only prevents'),
  'POST /users/company/invitations': row(
    'an account in the own company for an accomplice',
    'within the seats; it decides nothing for the person who invited it',
  ),
  'POST /users/company/invitations/{id}/resend': row(links, 'to the same address'),
  'POST /users/company/invitations/{id}/revoke': row('an invitation is lost', 'it can be repeated'),
  'PUT /users/company/network-rules': row(
    'colleagues are locked out',
    'not the own address; only networks within those of the provider',
  ),
  'POST /users/company/requests/{id}/give': row('a colleague reaches a platform', 'as delegated'),
  'POST /users/company/requests/{id}/refuse': row('a colleague waits', 'it can be repeated'),
  'PUT /users/company/reviews/{id}/items': row('colleagues lose access', 'it only ends access'),
  'PUT /users/company/users/{id}/activate': row(
    'a former colleague gets in',
    'password and second factor are still needed; the right to decide counts from then on',
  ),
  'PUT /users/company/users/{id}/deactivate': row('a colleague is locked out', 'ten a day'),
  'PUT /users/company/users/{id}/platforms': row('a colleague reaches a platform', 'as delegated'),
  'POST /users/company/users/{id}/recovery': row('the colleague’s account', 'two people decide'),
  'PUT /users/company/users/{id}/roles': row(
    'an accomplice administers the company',
    'an owner decides; the accomplice does not decide for that owner',
  ),
  'POST /users/company/users/{id}/sessions/logout': row('a colleague is logged out', ends),
}

const onServer = 'an operator on the server can read its secrets, so that one person suffices'

/** Commands of the terminal, by name. */
export const dangersOfCommands: Readonly<Record<string, Danger>> = {
  admin: row('an admin with every permission', onServer),
  invite: row('an account in any company', onServer),
  platform: row('another address or secret of a platform', onServer),
  api: row('another secret of an API', onServer),
  approve: row('any request without a second person', `${onServer}; every super admin is mailed`),
  apply: row(
    'platforms, companies, admins and service accounts in one run',
    `${onServer}; with --url as POST /admin/configuration`,
  ),
  config: row('none', 'it only reads'),
  'erase-user': row('the data of a user is deleted', onServer),
  'audit:verify': row('none', 'it only reads'),
  'audit:check-model': row('none', 'it only reads'),
  'audit:export': row('the audit log in a file', onServer),
  'audit:retire': row('months of the log in a file', `${onServer}; the chain continues`),
  'keys:rotate': row('platforms that cache keys reject tokens', onServer),
  'keys:reencrypt': row('none', 'nothing changes but the key of the encryption'),
  migrate: row('the tables of another version', onServer),
  backup: row('a copy of all data', `${onServer}; it is encrypted by the operator`),
  restore: row('all data of another day', onServer),
  support: row('none', 'it only reads, and leaves secrets out'),
}

/** A row of the lists of the product, such as `approval:admin-add`. */
export type Row = `${'approval' | 'queue' | 'job' | 'apply' | 'command' | 'mail'}:${string}`

type Capability = {
  /** What a stranger can do. */
  name: string
  /** The program in this folder that does it. */
  program: string
  /** The use cases of `features/` that it walks. */
  useCases: readonly string[]
  /** Rows without which the program fails. */
  rows: readonly Row[]
}

/** Rows that no program proves, each with the reason. */
export const unproven: Readonly<Partial<Record<Row, string>>> = {
  'job:seal-audit-log': 'no program reads the heads of the audit log yet',
  'job:keep-audit-months': 'no program looks at the months of the audit log yet',
}

/** Use cases that no program walks, each with the reason. */
export const unwalked: Readonly<Record<string, string>> = {
  'platforms/sandbox': 'needs a portal in the role of a sandbox',
}

/** Each capability, the program that walks it, and the rows of the product's lists that it proves. */
export const capabilities: readonly Capability[] = [
  {
    name: 'join by invitation',
    program: 'joining',
    useCases: ['admin/invitations', 'account/sign-up', 'account/two-factor'],
    rows: ['queue:mail', 'mail:invitation', 'mail:welcome', 'mail:two-factor-set'],
  },
  {
    name: 'log in by password and code, or recovery code',
    program: 'login-by-app',
    useCases: ['account/sign-in'],
    rows: [],
  },
  {
    name: 'log in by passkey',
    program: 'login-by-passkey',
    useCases: ['account/passkeys', 'account/sign-in', 'account/sign-up', 'account/two-factor'],
    rows: ['mail:passkey-added', 'mail:passkey-removed'],
  },
  {
    name: 'set a new password',
    program: 'lost-password',
    useCases: ['account/password', 'admin/users'],
    rows: ['mail:reset-password', 'mail:password-changed'],
  },
  {
    name: 'replace a lost device, asked for by the user',
    program: 'lost-device-by-user',
    useCases: ['account/lost-device', 'account/recovery', 'admin/approvals'],
    rows: [
      'approval:replace-factors',
      'job:carry-out-approvals',
      'mail:recovery-asked',
      'mail:recovery-approved',
      'mail:reset-mfa',
      'mail:recovery-stopped',
      'mail:recovery-done',
      'mail:user-locked',
    ],
  },
  {
    name: 'replace a lost device, asked for by support',
    program: 'lost-device-by-support',
    useCases: ['account/recovery', 'admin/users'],
    rows: ['approval:replace-factors', 'job:carry-out-approvals'],
  },
  {
    name: 'replace a lost device, asked for by the company',
    program: 'lost-device-by-company',
    useCases: ['account/recovery', 'company/approvals', 'company/users'],
    rows: ['approval:replace-factors', 'job:carry-out-approvals', 'mail:approval-asked'],
  },
  {
    name: 'save the profile',
    program: 'profile',
    useCases: ['account/profile', 'account/home', 'account/sign-in'],
    rows: ['mail:phone-changed'],
  },
  {
    name: 'add a second address',
    program: 'contact-points',
    useCases: ['account/contact-points', 'account/lost-device'],
    rows: ['mail:contact-point', 'mail:contact-point-added', 'mail:contact-point-removed'],
  },
  {
    name: 'end sessions',
    program: 'sessions',
    useCases: ['account/sessions', 'account/sign-in'],
    rows: ['mail:new-sign-in'],
  },
  {
    name: 'replace an authenticator, recovery codes, lock the account',
    program: 'two-factor',
    useCases: ['account/recovery', 'account/two-factor', 'account/lost-device'],
    rows: [
      'mail:two-factor-changed',
      'mail:recovery-codes-created',
      'mail:codes-running-low',
      'mail:account-locked',
      'mail:user-locked',
    ],
  },
  {
    name: 'invite colleagues, grant platforms, deactivate, give roles',
    program: 'company-users',
    useCases: ['company/users', 'company/invitations', 'company/activity', 'company/overview'],
    rows: [
      'queue:company-invitation',
      'mail:platforms-changed',
      'mail:deactivated',
      'mail:activated',
      'mail:company-role-given',
      'mail:company-role-taken',
    ],
  },
  {
    name: 'request access to a platform',
    program: 'company-requests',
    useCases: ['company/requests'],
    rows: [
      'job:mail-new-requests',
      'mail:access-requested',
      'mail:access-given',
      'mail:access-refused',
    ],
  },
  {
    name: 'review who has access',
    program: 'company-review',
    useCases: ['company/review'],
    rows: ['job:keep-reviews', 'mail:review-due', 'mail:review-closed'],
  },
  {
    name: 'leave and join a company, limit its networks',
    program: 'company-membership',
    useCases: ['company/membership', 'company/networks', 'company/invitations'],
    rows: ['queue:company-invitation', 'mail:company-invitation'],
  },
  {
    name: 'approve requests of others',
    program: 'approvals',
    useCases: ['admin/approvals', 'admin/bulk', 'admin/companies', 'admin/platforms'],
    rows: [
      'approval:user-unlock',
      'approval:users-deactivate',
      'approval:company-deactivate',
      'approval:platform-addresses',
      'approval:service-account-add',
      'queue:bulk',
      'queue:end-company-sessions',
      'mail:approval-asked',
      'mail:approval-decided',
    ],
  },
  {
    name: 'invite admins, change roles, reset and deactivate them',
    program: 'admins',
    useCases: ['admin/admins', 'account/sign-in', 'account/sign-up', 'account/two-factor'],
    rows: [
      'approval:admin-add',
      'approval:admin-roles',
      'approval:admin-reset',
      'approval:admin-deactivate',
      'job:carry-out-approvals',
      'mail:admin-set-up',
      'mail:admin-password-set',
      'mail:admin-new-sign-in',
      'mail:admin-roles-changed',
      'mail:admin-deactivated',
      'mail:admin-activated',
      'mail:admin-suspended',
    ],
  },
  {
    name: 'look after one’s own account as an admin',
    program: 'admin-account',
    useCases: ['account/admin-account', 'account/passkeys', 'admin/preferences'],
    rows: [],
  },
  {
    name: 'administer users',
    program: 'admin-users',
    useCases: ['admin/users'],
    rows: [
      'mail:deactivated',
      'mail:activated',
      'mail:platforms-changed',
      'mail:two-factor-disabled',
      'mail:passkey-disabled-by-admin',
    ],
  },
  {
    name: 'administer companies and invite lists of users',
    program: 'admin-companies',
    useCases: ['admin/companies', 'admin/invitations'],
    rows: ['queue:company-platform', 'queue:end-company-sessions', 'mail:company-without-owner'],
  },
  {
    name: 'read help, terms, overview and requirements',
    program: 'pages',
    useCases: ['pages/help', 'pages/terms', 'admin/overview', 'admin/compliance', 'admin/search'],
    rows: [],
  },
  {
    name: 'open a platform, refresh its tokens, log out both ways',
    program: 'platform-login',
    useCases: ['platforms/single-sign-on', 'platforms/assurance', 'account/sign-in'],
    rows: ['queue:logout-notification'],
  },
  {
    name: 'invite users as a platform',
    program: 'platform-invitations',
    useCases: ['platforms/api'],
    rows: ['queue:platform-invitation', 'mail:platform-invitation'],
  },
  {
    name: 'keep a platform up',
    program: 'platform-upkeep',
    useCases: ['admin/platforms'],
    rows: ['queue:end-platform-access', 'queue:logout-notification'],
  },
  {
    name: 'open a platform behind a proxy',
    program: 'forward-auth',
    useCases: ['platforms/forward-auth'],
    rows: [],
  },
  {
    name: 'receive webhooks',
    program: 'webhooks',
    useCases: ['admin/webhooks'],
    rows: ['mail:webhook-switched-off'],
  },
  {
    name: 'call the admin API as a service account',
    program: 'service-account',
    useCases: ['admin/service-accounts'],
    rows: ['approval:service-account-add'],
  },
  {
    name: 'apply a configuration file',
    program: 'apply',
    useCases: [
      'admin/apply',
      'admin/apis',
      'admin/service-accounts',
      'admin/webhooks',
      'admin/companies',
      'admin/admins',
    ],
    rows: [
      'command:apply',
      'command:config',
      'apply:apis',
      'apply:platforms',
      'apply:companies',
      'apply:admins',
      'apply:serviceAccounts',
      'apply:webhooks',
      'mail:configuration-applied',
    ],
  },
  {
    name: 'publish a brand',
    program: 'brand',
    useCases: ['admin/brand'],
    rows: ['apply:brand'],
  },
  {
    name: 'change many users',
    program: 'bulk',
    useCases: ['admin/bulk'],
    rows: ['queue:bulk', 'mail:sign-up-reminder'],
  },
  {
    name: 'export lists and the audit log',
    program: 'exports',
    useCases: ['admin/audit-log', 'admin/companies', 'admin/users', 'admin/compliance'],
    rows: [],
  },
  {
    name: 'search, and read the audit log',
    program: 'search-and-log',
    useCases: ['admin/search', 'admin/audit-log'],
    rows: [],
  },
  {
    name: 'manage accounts on the server',
    program: 'operator-accounts',
    useCases: ['admin/admins', 'admin/invitations', 'admin/approvals', 'admin/users'],
    rows: [
      'command:admin',
      'command:invite',
      'command:erase-user',
      'command:approve',
      'mail:break-glass-used',
    ],
  },
  {
    name: 'manage platforms and APIs on the server',
    program: 'operator-platforms',
    useCases: ['admin/platforms', 'admin/apis'],
    rows: ['command:platform', 'command:api'],
  },
  {
    name: 'have the worker do what is due for accounts',
    program: 'jobs-of-accounts',
    useCases: ['admin/users', 'admin/admins', 'admin/service-accounts'],
    rows: [
      'job:warn-of-expiring-access',
      'job:end-expired-access',
      'job:warn-of-ending-keys',
      'job:end-expired-approvals',
      'job:purge-expired',
      'job:process-dormant-accounts',
      'job:process-dormant-admins',
      'mail:access-expiring',
      'mail:service-account-ending',
      'mail:dormant',
      'mail:dormant-deactivated',
      'mail:admin-dormant',
      'mail:admin-dormant-deactivated',
    ],
  },
  {
    name: 'have the worker do what is due for data',
    program: 'jobs-of-data',
    useCases: ['admin/overview', 'admin/keys', 'admin/platforms'],
    rows: [
      'job:fill-user-search-text',
      'job:fill-partner-search-text',
      'job:fill-invitation-search-text',
      'job:take-snapshot',
      'job:note-two-person-kinds',
      'job:hash-encrypted-secrets',
      'job:rotate-aged-key',
      'queue:given-up-mail',
      'job:purge-expired',
      'job:purge-retained',
    ],
  },
]

import type { Capability } from './capability.ts'

/** Capabilities of users and of companies' administrators. */
export const capabilitiesOfUsers: readonly Capability[] = [
  {
    name: 'join by invitation',
    program: 'joining',
    useCases: ['admin/invitations', 'account/sign-up', 'account/two-factor'],
    rows: ['queue:mail', 'mail:invitation', 'mail:welcome'],
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
    name: 'replace a lost device, requested by the user',
    program: 'lost-device-by-user',
    useCases: ['account/lost-device', 'account/recovery', 'admin/approvals'],
    rows: [
      'approval:replace-factors',
      'job:carry-out-approvals',
      'mail:recovery-asked',
      'mail:recovery-approved',
      'mail:recovery-open',
      'mail:recovery-stopped',
      'mail:recovery-done',
      'mail:user-locked',
    ],
  },
  {
    name: 'replace a lost device, requested by support',
    program: 'lost-device-by-support',
    useCases: ['account/recovery', 'admin/users'],
    rows: ['approval:replace-factors', 'job:carry-out-approvals'],
  },
  {
    name: 'replace a lost device, requested by the company',
    program: 'lost-device-by-company',
    useCases: ['account/recovery', 'company/approvals', 'company/users'],
    rows: ['approval:replace-factors', 'job:carry-out-approvals', 'mail:approval-asked'],
  },
  {
    name: 'save the profile',
    program: 'profile',
    useCases: ['account/profile', 'account/home', 'account/passkeys'],
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
    name: 'invite users, grant platforms, deactivate, grant roles',
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
]

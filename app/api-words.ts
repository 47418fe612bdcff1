import { errorCodes } from '#contract/refusal.ts'
import { titleOf } from '#server/error-response.ts'

/** Texts of the OpenAPI document that are not in the contracts: tags, parameters and errors. */

type Tag = { name: string; description: string; paths: readonly string[] }

/** Tags in the order of a user's journey. A path belongs to the first tag that lists a prefix of it. */
const groups: readonly Tag[] = [
  {
    name: 'Log in',
    description: 'Users log in by password and one-time code or passkey, and confirm who they are',
    paths: [
      '/csrf',
      '/human-check',
      '/users/login',
      '/users/destination',
      '/users/platform-name',
      '/users/passkey-offer',
      '/users/step-up',
      '/users/logout',
    ],
  },
  {
    name: 'Sign up',
    description: 'Invited users choose a password and a second factor, or join a company',
    paths: ['/users/signup', '/users/configure-mfa', '/users/links', '/users/company-invitations'],
  },
  {
    name: 'Recover',
    description: 'Mailed links, lost devices, and locking an account that was taken over',
    paths: [
      '/users/reset-password',
      '/users/reset-mfa',
      '/users/recover',
      '/users/recovery/',
      '/users/recovery',
      '/users/lock',
    ],
  },
  {
    name: 'Company',
    description: 'A company’s own administrators; the company is always that of the caller',
    paths: ['/users/company'],
  },
  {
    name: 'Own account',
    description: 'Details, password, second factors, sessions and requests of the user who calls',
    paths: ['/users'],
  },
  {
    name: 'Admin login',
    description: 'Admins set up their account, log in and confirm who they are',
    paths: [
      '/admin/csrf',
      '/admin/login',
      '/admin/step-up',
      '/admin/logout',
      '/admin/set-up',
      '/admin/configure-mfa',
    ],
  },
  {
    name: 'Own admin account',
    description: 'Details, password, second factors and sessions of the admin who calls',
    paths: [
      '/admin/me',
      '/admin/account',
      '/admin/sessions',
      '/admin/passkeys',
      '/admin/recovery-codes',
      '/admin/reset-mfa',
    ],
  },
  { name: 'Users', description: 'Users of companies', paths: ['/admin/users', '/admin/mails'] },
  { name: 'Invitations', description: 'Invitations of users', paths: ['/admin/invitations'] },
  {
    name: 'Companies',
    description: 'Business customers, their platforms, networks and owners',
    paths: ['/admin/partners'],
  },
  {
    name: 'Platforms',
    description: 'Applications that users open with their account',
    paths: ['/admin/platforms'],
  },
  {
    name: 'APIs',
    description: 'APIs that platforms call with access tokens of users',
    paths: ['/admin/apis'],
  },
  {
    name: 'Webhooks',
    description: 'Other systems that are notified of events',
    paths: ['/admin/webhooks'],
  },
  {
    name: 'Service accounts',
    description: 'Programs that call this API with their own key',
    paths: ['/admin/service-accounts'],
  },
  { name: 'Admins', description: 'Admins and their roles', paths: ['/admin/admin-users'] },
  {
    name: 'Approvals',
    description: 'Requests that need a second approver',
    paths: ['/admin/approvals'],
  },
  {
    name: 'Audit log',
    description: 'The tamper-evident log of every action',
    paths: ['/admin/auditlogs'],
  },
  {
    name: 'Operations',
    description: 'Overview, search, jobs for many users, compliance',
    paths: ['/admin/overview', '/admin/search', '/admin/bulk', '/admin/compliance'],
  },
  { name: 'Brand', description: 'Name, colors and logo of the portal', paths: ['/admin/brand'] },
  {
    name: 'Platform API',
    description: 'Calls of a platform’s server, with a token for its client credentials',
    paths: ['/platform'],
  },
]

export const tags = groups.map(({ name, description }) => ({ name, description }))

/** Returns the name of a path's tag. Throws for a path without one: add it to `groups`. */
export function tagOf(path: string): string {
  const tag = groups.find(({ paths }) => paths.some((each) => path.startsWith(each)))
  if (!tag) throw new Error(`${path} has no tag: add it to app/api-words.ts`)
  return tag.name
}

/** Descriptions of parameters, by name. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  limit: 'Maximum number of rows per page',
  cursor: 'Cursor of the page, from the header X-Next-Cursor of the previous page',
  q: 'Search text',
  sort: 'Column to sort by; a leading - means descending',
  id: 'Id of the record',
  adminUserId: 'Id of the admin',
  sessionId: 'Id of the session',
  passkeyId: 'Id of the passkey',
  tokenId: 'Id of the token',
  clientId: 'Client id of the API',
  deliveryId: 'Id of the delivery',
  version: 'Number of the version',
  subsystem: 'Id of the platform',
  subSystem: 'Id of the platform or area of the event',
  platform: 'Id of a platform',
  partner: 'Id of a company',
  company: 'Id of a company',
  companyId: 'Id of a company',
  user: 'Id or email address of a user or admin',
  url: 'The address that the user wants to open',
  uid: 'Id of the pending login',
  state: 'Only records in one of these states',
  status: 'Only records in one of these states',
  kind: 'Only records of these kinds',
  decider: 'Only requests that this admin can decide: me',
  target: 'Only entries about this record',
  includeInactive: 'Includes deactivated records',
  secondFactor: 'Only users with these second factors',
  lastLoginBefore: 'Only users whose last login was before this day',
  noLoginFor: 'Only records without a login for this many days',
  delegated: 'Only companies that administer themselves, or only the others',
  language: 'Only users with this preferred language',
  startDate: 'First day of the period, or its start time',
  endDate: 'Last day of the period (inclusive), or its end time',
  from: 'Start of the period',
  to: 'End of the period',
  after: 'Only entries after this time',
  zone: 'Time zone of the days, as in the IANA database',
  action: 'Only these actions',
  ipAddress: 'Only entries from this IP address',
  requestId: 'Only entries of this request',
  ownSearches: 'Includes the caller’s own searches',
  review: 'Id of the review',
  olderThan: 'Only invitations sent more than this many days ago',
  expiresWithin: 'Only invitations that expire within this many hours',
  notices: 'Only platforms whose logout notices are late',
  'if-match': 'ETag of the version that the change is based on',
  role: 'Only admins with this role',
  missing: 'Only companies that have this gap',
  'idempotency-key': 'Value chosen by the caller: a repeated call with it gets the first response',
}

/** JSON schema of an error. */
export const problem = {
  type: 'object',
  description: 'RFC 9457, with an error code; errors[0].code is errorCode.',
  required: ['type', 'title', 'status', 'source', 'errorCode', 'requestId', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    source: { type: 'string' },
    errorCode: { type: 'integer', enum: Object.values(errorCodes).sort() },
    requestId: { type: 'string', format: 'uuid' },
    retryAfter: { type: 'integer', description: 'Seconds' },
    redirectTo: { type: 'string', description: 'Address at which an admin logs in (401001)' },
    proofs: {
      type: 'array',
      description: 'Proofs that the caller can give for step-up authentication (403003)',
      items: { type: 'string', enum: ['passkey', 'otp', 'password-otp', 'password'] },
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code'],
        properties: {
          code: { type: 'integer' },
          field: { type: 'string' },
          rule: { type: 'string' },
          by: {
            type: 'string',
            description: 'For 409001: the admin who changed the record in the meantime',
          },
          company: { type: 'string', description: 'For 409010: the company of the user' },
          attemptsLeft: {
            type: 'integer',
            description:
              'For 401201 and 401203 at a login: the attempts that this browser or address has left before it is blocked, if three or fewer',
          },
        },
      },
    },
  },
}

/** Returns an example of an error with this code. */
export function problemExample(status: number, code: number): object {
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    source: 'portico',
    errorCode: code,
    requestId: '0b6f2c1e-5a3d-4f0a-9c57-0d2b7a9e4c11',
    errors: [{ code }],
  }
}

import type { Endpoint } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/refusal.ts'
import { titleOf } from '#server/error-response.ts'

/** Texts of the OpenAPI document that are not in the contracts: tags, parameters and errors. */

type Tag = { name: string; description: string; paths: readonly string[] }

/** Tags in the order of a user's journey. A path belongs to the first tag that lists a prefix of it. */
const groups: readonly Tag[] = [
  {
    name: 'Log in',
    description:
      'Logs users in with a password and code or a passkey, and confirms their identity (step-up)',
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
    description: 'Creates accounts from invitations: password, second factor, joining a company',
    paths: ['/users/signup', '/users/configure-mfa', '/users/links', '/users/company-invitations'],
  },
  {
    name: 'Recover',
    description: 'Password and two-factor resets, lost devices, and locking a compromised account',
    paths: [
      '/users/reset-password',
      '/users/reset-mfa',
      '/users/recover',
      '/users/recovery',
      '/users/lock',
    ],
  },
  {
    name: 'Company',
    description:
      'Self-service administration of the caller’s own company: users, access, requests, networks',
    paths: ['/users/company'],
  },
  {
    name: 'Own account',
    description:
      'Personal details, password, second factors, sessions and requests of the current user',
    paths: ['/users'],
  },
  {
    name: 'Admin login',
    description: 'Sets up admin accounts, logs admins in and confirms their identity (step-up)',
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
    description: 'Password, second factors, sessions and preferences of the current admin',
    paths: [
      '/admin/me',
      '/admin/account',
      '/admin/sessions',
      '/admin/passkeys',
      '/admin/recovery-codes',
      '/admin/reset-mfa',
    ],
  },
  {
    name: 'Users',
    description: 'Users of all companies, their access and their accounts',
    paths: ['/admin/users', '/admin/mails'],
  },
  {
    name: 'Invitations',
    description: 'Invitations to companies and their platforms',
    paths: ['/admin/invitations'],
  },
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
    description: 'APIs that platforms call on behalf of users',
    paths: ['/admin/apis'],
  },
  {
    name: 'Webhooks',
    description: 'Endpoints that receive events about users, sessions and access',
    paths: ['/admin/webhooks'],
  },
  {
    name: 'Service accounts',
    description: 'Programs that call the admin API with their own keys',
    paths: ['/admin/service-accounts'],
  },
  {
    name: 'Configuration',
    description: 'Configuration files that service accounts compare and apply',
    paths: ['/admin/configuration'],
  },
  { name: 'Admins', description: 'Admins and their roles', paths: ['/admin/admin-users'] },
  {
    name: 'Approvals',
    description: 'Requests for two-person approval',
    paths: ['/admin/approvals'],
  },
  {
    name: 'Audit log',
    description: 'The tamper-evident log of all actions',
    paths: ['/admin/auditlogs'],
  },
  {
    name: 'Operations',
    description: 'Overview, search, bulk jobs and compliance',
    paths: [
      '/admin/overview',
      '/admin/failed-logins',
      '/admin/blocked-networks',
      '/admin/refused-requests',
      '/admin/search',
      '/admin/bulk',
      '/admin/compliance',
    ],
  },
  { name: 'Brand', description: 'Name, colors and logo of the portal', paths: ['/admin/brand'] },
  {
    name: 'Platform API',
    description: 'Invitations sent by a platform’s server with its own access token',
    paths: ['/platform'],
  },
]

/** Returns the name of a path's tag: that of its group, or else one made from the path (`/admin/x-y` gives `X y`). */
export function tagOf(path: string): string {
  const group = groups.find(({ paths }) => paths.some((each) => `${path}/`.startsWith(`${each}/`)))
  const resource = path
    .replace(/^\/admin/, '')
    .split('/', 2)[1]!
    .replaceAll('-', ' ')
  return group?.name ?? resource.charAt(0).toUpperCase() + resource.slice(1)
}

/** Returns the tags of endpoints: first the groups, then the others with the summary of their first endpoint. */
export function tagsOf(endpoints: readonly Endpoint[]): { name: string; description: string }[] {
  const used = new Map(endpoints.toReversed().map(({ path, summary }) => [tagOf(path), summary]))
  const inGroups = groups.filter(({ name }) => used.delete(name))
  const others = [...used].map(([name, description]) => ({ name, description }))
  return [
    ...inGroups.map(({ name, description }) => ({ name, description })),
    ...others.toReversed(),
  ]
}

/** Descriptions of parameters, by name. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  limit: 'Maximum number of rows per page',
  cursor: 'Cursor of the page: the X-Next-Cursor header of the previous page',
  q: 'Search text',
  sort: 'Column to sort by. Prefix it with - to sort in descending order',
  id: 'ID of the record',
  adminUserId: 'ID of the admin',
  sessionId: 'ID of the session',
  passkeyId: 'ID of the passkey',
  tokenId: 'ID of the token',
  clientId: 'Client ID of the API',
  deliveryId: 'ID of the delivery',
  version: 'Version number',
  subsystem: 'ID of the platform',
  subSystem: 'ID of the platform or area in which the event occurred',
  platform: 'ID of a platform',
  partner: 'ID of a company',
  company: 'ID of a company',
  companyId: 'ID of a company',
  platforms: 'IDs of platforms, separated by commas',
  user: 'ID or email address of a user or admin',
  url: 'URL that the user wants to open',
  uid: 'ID of the pending login',
  state: 'Only records with one of these statuses',
  status: 'Only records with one of these statuses',
  kind: 'Only records of these kinds',
  decider: 'Only requests that the current admin can approve: me',
  target: 'Only entries about this record',
  includeInactive: 'Includes deactivated records',
  secondFactor: 'Only users with these second factors',
  lastLoginBefore: 'Only users whose last login was before this day',
  noLoginFor: 'Only records without a login for this many days',
  delegated:
    'Only companies with self-service administration (true), or only those without (false)',
  language: 'Only users with this preferred language',
  startDate: 'First day or start time of the period',
  endDate: 'Last day (inclusive) or end time of the period',
  from: 'Start of the period',
  to: 'End of the period',
  after: 'Only entries after this time',
  zone: 'Time zone of the days: an IANA name, such as Europe/Berlin',
  action: 'Only these actions',
  ipAddress: 'Only entries from this IP address',
  requestId: 'Only entries with this request ID',
  ownSearches: 'Includes the caller’s own searches',
  review: 'ID of the access review',
  olderThan: 'Only invitations sent more than this many days ago',
  expiresWithin: 'Only invitations that expire within this many hours',
  notices: 'Only platforms whose logout notices are late',
  'if-match': 'ETag of the version that the change is based on',
  role: 'Only admins with this role',
  missing: 'Only companies that have this gap',
  'idempotency-key':
    'A unique value that you generate, such as a UUID. A repeated request with the same value returns the first response',
}

/** JSON schema of an error. */
export const problem = {
  type: 'object',
  description:
    'Error in the format of RFC 9457, with an error code. errors[0].code equals errorCode.',
  required: ['type', 'title', 'status', 'source', 'errorCode', 'requestId', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    source: { type: 'string' },
    errorCode: { type: 'integer', enum: Object.values(errorCodes).sort() },
    requestId: { type: 'string', format: 'uuid' },
    retryAfter: { type: 'integer', description: 'Seconds to wait before the next attempt' },
    redirectTo: { type: 'string', description: 'URL where the admin logs in (401001)' },
    proofs: {
      type: 'array',
      description: 'Step-up methods that the caller can use (403003)',
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
          detail: {
            type: 'string',
            description:
              'For configuration files: what to write instead; `field` is then a JSON Pointer into the file',
          },
          by: {
            type: 'string',
            description: 'For 409001: the admin who changed the record',
          },
          company: { type: 'string', description: 'For 409010: the user’s company' },
          attemptsLeft: {
            type: 'integer',
            description:
              'For 401201 and 401203 during a login: the number of attempts left before this browser or IP address is blocked, if three or fewer',
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

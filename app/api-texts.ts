import {
  callerKindOf,
  stepUpMinutes,
  type Endpoint,
  type EndpointAccess,
} from '#contract/endpoint.ts'
import type { MachineScope } from '#contract/machine.ts'
import { eventTypes } from '#contract/webhook.ts'

type Json = Record<string, unknown>

const callers = {
  anyone: 'Open to everyone.',
  'login-attempt': 'For a browser that has started a login and still needs the second factor.',
  user: 'For a user who is logged in.',
  'admin-login-attempt':
    'For a browser that has started an admin login and still needs the second factor.',
  admin: 'For an admin who is logged in.',
  platform: 'For a platform’s server, with its own access token.',
}

/** Descriptions of the scopes of service accounts. */
export const machineScopeTexts: Readonly<Record<MachineScope, string>> = {
  'admin:users.read': 'Reads users and their platforms',
  'admin:users': 'Reads users, sets their platforms, deactivates them and ends their sessions',
  'admin:invitations.read': 'Reads invitations',
  'admin:invitations': 'Reads, sends and revokes invitations',
  'admin:companies.read': 'Reads companies',
  'admin:companies': 'Reads and adds companies',
  'admin:platforms.read': 'Reads platforms, without secrets',
  'admin:audit.read': 'Reads the audit log, including actions of admins',
}

/** Returns the description of an operation: its callers, permissions, step-up, service-account scope and approval. */
export function conditionsOf(endpoint: Endpoint): string {
  const { access, approval, machine } = endpoint
  const permissions = permissionsOf(access)
  const minutes = stepUpMinutes(endpoint)
  return [
    callers[callerKindOf(access)],
    permissions.length > 0 && `One of these permissions is enough: ${permissions.join(', ')}.`,
    minutes !== undefined &&
      `The caller must have confirmed their identity in the last ${minutes} minutes (otherwise 403003).`,
    machine &&
      `Also for a service account with the scope ${machine}, by its token alone: without cookies and browser headers.`,
    approval &&
      'If the action needs two people, the call answers 202 with the request for a second approver.',
  ]
    .filter(Boolean)
    .join(' ')
}

function permissionsOf(access: EndpointAccess): readonly string[] {
  if (typeof access === 'string') return []
  if ('adminWithAnyOf' in access) return access.adminWithAnyOf
  return 'userWithAnyOf' in access ? access.userWithAnyOf : []
}

/** Returns the requests that webhook receivers get (Standard Webhooks 1.0.0). */
export function webhooks(): Json {
  const headers = {
    'webhook-id': 'Identical for each attempt',
    'webhook-timestamp': 'Time of this attempt, in seconds since 1970',
    'webhook-signature': 'v1,… for each secret: HMAC-SHA256 over id.timestamp.body',
  }
  const parameters = Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: type,
          tags: ['Webhooks'],
          summary: `Event: ${type}`,
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  allOf: [{ $ref: '#/components/schemas/Event' }],
                  properties: { type: { const: type } },
                },
              },
            },
          },
          responses: { '2XX': { description: 'The event is not sent again' } },
          security: [],
        },
      },
    ]),
  )
}

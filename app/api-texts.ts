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
  anyone: 'No authentication required.',
  'login-attempt': 'Requires a pending login that still needs its second factor.',
  user: 'Requires a logged-in user.',
  'admin-login-attempt': 'Requires a pending admin login that still needs its second factor.',
  admin: 'Requires a logged-in admin.',
  platform: 'Requires an access token of the platform (client credentials).',
  service: 'Requires an access token of a service account.',
}

/** Descriptions of the scopes of service accounts. */
export const machineScopeTexts: Readonly<Record<MachineScope, string>> = {
  'admin:users.read': 'Read users and their platforms',
  'admin:users': 'Read users, set their platforms, deactivate them and end their sessions',
  'admin:invitations.read': 'Read invitations',
  'admin:invitations': 'Read, send and revoke invitations',
  'admin:companies.read': 'Read companies',
  'admin:companies': 'Read and add companies',
  'admin:platforms.read': 'Read platforms, without secrets',
  'admin:audit.read': 'Read the audit log, including admin actions',
  'admin:configuration':
    'Plan and apply configuration files; risky changes need approval by an admin',
}

/** Returns the description of an operation: its callers, permissions, step-up, service-account scope and approval. */
export function conditionsOf(endpoint: Endpoint): string {
  const { access, approval, machine } = endpoint
  const permissions = permissionsOf(access)
  const minutes = stepUpMinutes(endpoint)
  return [
    callers[callerKindOf(access)],
    permissions.length > 0 &&
      `${permissions.length > 1 ? 'Requires one of the permissions' : 'Requires the permission'} ${permissions.join(', ')}.`,
    minutes !== undefined &&
      `Requires a step-up in the last ${minutes} minutes; otherwise returns 403003.`,
    access === 'service' && `Requires the scope ${machine}.`,
    access !== 'service' &&
      machine &&
      `Service accounts with the scope ${machine} can call it too, with only their access token (no cookies or browser headers).`,
    approval &&
      'If the action requires two-person approval, returns 202 with the approval request.',
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
    'webhook-id': 'ID of the message, identical for all attempts',
    'webhook-timestamp': 'Time of this attempt, in seconds since 1970',
    'webhook-signature': 'v1,… for each active secret: HMAC-SHA256 of id.timestamp.body',
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
          responses: { '2XX': { description: 'Acknowledges the event, which is not sent again' } },
          security: [],
        },
      },
    ]),
  )
}

import type { EventType, WebhookEvent } from '#contract/webhook.ts'

const user = '01900000-0000-7000-8000-000000000001'
const company = '01900000-0000-7000-8000-000000000003'
const invitation = '01900000-0000-7000-8000-000000000004'

/** Returns a sample event for the documentation. */
export function exampleOf(type: EventType): WebhookEvent {
  const isAccess = type.startsWith('access.')
  return {
    type,
    timestamp: '2026-03-02T09:12:00.000Z',
    data: {
      id: idOf(type),
      company: type === 'security.address_blocked' ? null : company,
      ...(isAccess && { platform: 'business-hub' }),
      ...(type === 'credential.changed' && { credential: 'password' as const }),
      by: byOf(type),
      requestId: 'd0f7a1e2-3b4c-4d5e-8f60-718293a4b5c6',
    },
  }
}

function idOf(type: EventType): string | null {
  if (type === 'security.address_blocked') return null
  if (type === 'user.invited') return invitation
  return type === 'company.changed' ? company : user
}

function byOf(type: EventType): WebhookEvent['data']['by'] {
  if (/^(session|credential|recovery|access\.refused|user\.(signed_up|changed))/.test(type))
    return 'user'
  return type.startsWith('security.') ? 'system' : 'admin'
}

/** Returns the JSON of a sample event, formatted for reading. */
export function samplePayload(type: EventType): string {
  return JSON.stringify(exampleOf(type), null, 2)
}

/** Returns a sample delivery: the request line, the headers of Standard Webhooks, and the body. */
export function sampleDelivery(): string {
  return `POST /webhooks HTTP/1.1
content-type: application/json
webhook-id: 01900000-0000-7000-8000-000000000009
webhook-timestamp: 1772442720
webhook-signature: v1,…

${samplePayload('user.deactivated')}`
}

import type { EventType, WebhookEvent } from '#contract/webhook.ts'
import { webhookEvent } from '#contract/webhook.ts'

type Credential = WebhookEvent['data']['credential']
/** Event for an action; with `reason`, only for audit rows with that reason in their data. */
type Rule = { type: EventType; credential?: Credential; reason?: string }

/** Events for the actions of the audit log, by the first rule that matches. Other actions have no event. */
export const eventRules: Readonly<Partial<Record<string, Rule | readonly Rule[]>>> = {
  invitation_created: { type: 'user.invited' },
  signed_up: { type: 'user.signed_up' },
  profile_changed: { type: 'user.changed' },
  company_joined: { type: 'user.changed' },
  company_left: { type: 'user.changed' },
  user_moved: { type: 'user.changed' },
  user_activated: { type: 'user.activated' },
  user_deactivated: { type: 'user.deactivated' },
  user_erased: { type: 'user.erased' },
  login_succeeded: { type: 'session.started' },
  logged_out: { type: 'session.ended' },
  session_ended: { type: 'session.ended' },
  other_sessions_ended: { type: 'session.ended' },
  all_sessions_ended: { type: 'session.ended' },
  session_reported: { type: 'session.ended' },
  password_changed: { type: 'credential.changed', credential: 'password' },
  password_reset: { type: 'credential.changed', credential: 'password' },
  second_factor_set: { type: 'credential.changed', credential: 'authenticator' },
  second_factor_reset: { type: 'credential.changed', credential: 'authenticator' },
  second_factor_disabled: { type: 'credential.changed', credential: 'authenticator' },
  passkey_added: { type: 'credential.changed', credential: 'passkey' },
  passkey_removed: { type: 'credential.changed', credential: 'passkey' },
  passkey_disabled: [
    { type: 'security.passkey_cloned', reason: 'copied' },
    { type: 'credential.changed', credential: 'passkey' },
  ],
  recovery_codes_created: { type: 'credential.changed', credential: 'recovery-codes' },
  platform_access_given: { type: 'access.given' },
  platform_access_activated: { type: 'access.given' },
  platform_access_changed: { type: 'access.changed' },
  platform_access_taken: { type: 'access.taken' },
  platform_access_deactivated: { type: 'access.taken' },
  platform_access_expired: { type: 'access.taken' },
  platform_access_refused: { type: 'access.refused' },
  partner_added: { type: 'company.changed' },
  partner_changed: { type: 'company.changed' },
  recovery_asked: { type: 'recovery.asked' },
  recovery_stopped: { type: 'recovery.stopped' },
  recovery_opened: { type: 'recovery.opened' },
  account_locked: { type: 'security.account_locked' },
  user_locked_by_owner: { type: 'security.account_locked' },
  address_blocked: { type: 'security.address_blocked' },
}

/** Returns the types of events that an action may have. */
export function eventTypesOf(action: string): EventType[] {
  return rulesOf(action).map(({ type }) => type)
}

function rulesOf(action: string): readonly Rule[] {
  return [eventRules[action] ?? []].flat()
}

/** Columns of an audit row that its event needs. */
export type EventSource = {
  id: string
  timestamp: Date
  action: string
  actorKind: string
  actorId: string | null
  targetId: string | null
  subSystem: string
  requestId: string
  companyId: string | null
  data: Record<string, unknown>
}

/**
 * Returns the event of an audit row; `isUser` returns true for ids of users. Returns undefined for rows without an
 * event, such as an action of an admin on their own account.
 */
export function eventOf(
  source: EventSource,
  isUser: (id: string) => boolean,
): WebhookEvent | undefined {
  const rule = rulesOf(source.action).find(
    ({ reason }) => reason === undefined || reason === source.data['reason'],
  )
  if (!rule) return undefined
  const id = subjectOf(source, rule.type, isUser)
  if (id === undefined) return undefined
  const { timestamp, requestId, companyId, data, subSystem } = source
  const isAccess = rule.type.startsWith('access.')
  const platform = isAccess ? String(data['subsystem'] ?? subSystem) : undefined
  return webhookEvent.parse({
    type: rule.type,
    timestamp: timestamp.toISOString(),
    data: {
      id,
      company: companyId,
      ...(platform !== undefined && { platform }),
      ...(rule.credential !== undefined && { credential: rule.credential }),
      by: byOf(source),
      requestId,
    },
  })
}

/**
 * Returns the id of the user, invitation or company that an event is about. Null for a blocked address; undefined if
 * there is no event.
 */
function subjectOf(
  { actorId, targetId }: EventSource,
  type: EventType,
  isUser: (id: string) => boolean,
): string | null | undefined {
  if (type === 'security.address_blocked') return null
  if (type === 'user.invited' || type === 'company.changed' || type === 'user.erased')
    return targetId ?? undefined
  return [targetId, actorId].find((id) => id !== null && isUser(id)) ?? undefined
}

function byOf({ actorKind, subSystem }: EventSource): WebhookEvent['data']['by'] {
  if (actorKind === 'user') return subSystem === 'company' ? 'company' : 'user'
  if (actorKind === 'admin' || actorKind === 'platform' || actorKind === 'service') return actorKind
  return 'system'
}

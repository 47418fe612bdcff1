import type { AuditEntry } from '#contract/audit-entry.ts'
import { email } from '#contract/fields.ts'
import { foldText } from '#contract/fold-text.ts'
import { useMessages } from '#web/locale.ts'
import { momentsOfDays } from '#web/parts/activity-periods.ts'
import type { ListFilter, ListView } from '#web/ui/list-filters.tsx'
import { messages } from './texts/messages.ts'

/** Actions of the log by the kind that the filter offers. */
const actionKinds = {
  logins: [
    'login_succeeded',
    'login_failed',
    'logged_out',
    'session_ended',
    'other_sessions_ended',
    'all_sessions_ended',
    'session_reported',
  ],
  access: [
    'platform_accessed',
    'platform_access_refused',
    'platform_access_given',
    'platform_access_taken',
    'platform_access_activated',
    'platform_access_deactivated',
    'platform_access_changed',
    'platform_access_expired',
    'access_requested',
    'access_request_given',
    'access_request_refused',
  ],
  invitations: [
    'invitation_created',
    'invitation_resent',
    'invitation_changed',
    'invitation_revoked',
    'signed_up',
    'company_joined',
    'company_left',
    'user_moved',
  ],
  security: [
    'password_reset_requested',
    'password_reset',
    'password_changed',
    'passkey_added',
    'passkey_removed',
    'second_factor_set',
    'second_factor_reset',
    'second_factor_disabled',
    'account_locked',
    'account_restricted',
    'user_locked_by_owner',
    'recovery_asked',
    'recovery_stopped',
    'recovery_opened',
  ],
  company: [
    'company_role_changed',
    'company_delegation_changed',
    'partner_changed',
    'user_activated',
    'user_deactivated',
    'audit_log_searched',
    'audit_log_exported',
  ],
} as const

type ActionKind = keyof typeof actionKinds

/** Returns the endpoint's query for the parameters in the address bar, whose days are those of the time zone. */
export function queryOf(search: ListView['search'], timeZone: string) {
  const { q, startDate, endDate, kind, user, own } = search
  const isKnown = kind !== undefined && Object.hasOwn(actionKinds, kind)
  return {
    ...momentsOfDays(
      { startDate: startDate || undefined, endDate: endDate || undefined },
      timeZone,
    ),
    ...(q && { q }),
    ...(user && { user }),
    ...(own !== 'shown' && { ownSearches: 'hidden' as const }),
    ...(isKnown && { action: [...actionKinds[kind as ActionKind]] }),
  }
}

/**
 * Returns the filters of the log: kind, user and dates. The filter by user offers the users in the loaded `entries`,
 * and any email address that is typed.
 */
export function useFilters(
  entries: readonly AuditEntry[],
  { user }: ListView['search'],
): ListFilter[] {
  const t = useMessages(messages)
  const users = new Map(entries.flatMap(namesIn))
  return [
    {
      kind: 'one',
      name: 'kind',
      title: t.kind,
      options: (Object.keys(actionKinds) as ActionKind[]).map((value) => ({
        value,
        text: t[`kind_${value}`],
      })),
    },
    {
      kind: 'search',
      name: 'user',
      title: t.user,
      chosen: user && (users.get(user) ?? user),
      find: async (typed) => {
        const text = foldText(typed)
        const matches = [...users].filter(([, name]) => foldText(name).includes(text))
        const address = email.safeParse(typed.trim().toLowerCase()).data
        return [
          ...matches.map(([value, name]) => ({ value, text: name })),
          ...(address === undefined ? [] : [{ value: address, text: address }]),
        ]
      },
    },
    { kind: 'day', name: 'startDate', title: t.from, text: t.fromDay },
    { kind: 'day', name: 'endDate', title: t.until, text: t.untilDay },
  ]
}

/** Returns the ids and names of the users in an entry. */
function namesIn({ userId, user, actorKind, targetId, target, targetKind }: AuditEntry) {
  const users: [string, string][] = []
  if (actorKind === 'user' && userId !== null && user !== '') users.push([userId, user])
  if (targetKind === 'user' && targetId !== null && target !== '') users.push([targetId, target])
  return users
}

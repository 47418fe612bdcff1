import type { AuditEntry } from '#contract/audit-entry.ts'
import type { Action, AuditTargetKind } from '#contract/audit-action.ts'
import type { MessagesOf } from '#contract/locale.ts'
import type { Values } from '#contract/text.ts'
import type { auditSentenceMessages } from './texts/messages.ts'

type Sentences = MessagesOf<typeof auditSentenceMessages>
type Terms = 'visitor' | 'system' | 'support' | 'nobody' | 'portal' | 'admin'
type NoSentence = Exclude<Action | Terms, keyof Sentences>
type NoAction = Exclude<
  keyof Sentences,
  Action | Terms | `${Action}__${string}` | `${'deleted' | 'kind' | 'reason'}_${string}`
>
/** The messages; `never`, which does not compile, if an action has no sentence or a sentence has no action. */
type Messages = [NoSentence | NoAction] extends [never] ? Sentences : never

export type AuditKind = 'failure' | 'security' | 'login' | 'system' | 'change'

/** Returns the kind of an entry. Its icon and color help readers scan the log. */
export function auditKindOf({ action, actorKind, data }: AuditEntry): AuditKind {
  const hasFailed = isRefusal(action) || action.endsWith('_failed')
  if (hasFailed || isFaulty(data)) return 'failure'
  if (/_(locked|restricted|blocked|reported|forgotten)$|_disabled$|^break_glass/.test(action))
    return 'security'
  if (/^(login_|logged_|signed_up|session_|platform_accessed|sandbox_|step_up_)/.test(action))
    return 'login'
  if (action.endsWith('_sessions_ended')) return 'login'
  if (/^(second_factor|passkey|password|recovery_|contact_point|user_locked)/.test(action))
    return 'security'
  if (actorKind === 'system' || /^(audit_|compliance_|secrets_|signing_)/.test(action))
    return 'system'
  return 'change'
}

/** Returns true if the server rejected an action; declining a request for access is a decision of a user. */
function isRefusal(action: string): boolean {
  return action.endsWith('_refused') && action !== 'access_request_refused'
}

export type AuditIconName = AuditKind | 'logout' | 'open'

/** Returns the icon of an entry. Logins, logouts and opened platforms share a kind but have different icons. */
export function auditIconOf(entry: AuditEntry): AuditIconName {
  const kind = auditKindOf(entry)
  if (kind !== 'login') return kind
  if (/^(platform_accessed|sandbox_)/.test(entry.action)) return 'open'
  return /^logged_out$|sessions?_ended$/.test(entry.action) ? 'logout' : 'login'
}

/** Reasons that the server sets, which are translated even for an admin's action. */
const serverReasons = ['invitation', 'access request']

/** Reasons that the sentence about an unknown account already implies: it has no password that could be wrong. */
const impliedReasons: Readonly<Record<string, string>> = {
  login_failed: 'password',
  passkey_refused: 'unknown',
}

/** Returns the translated reason for a failure, or the reason that an admin typed; undefined if there is none. */
export function auditReasonOf(
  t: Messages,
  { action, actorKind, userId, subSystem, targetId, data }: AuditEntry,
): string | undefined {
  const reason = data['reason'] ?? (action === 'access_refused' ? data['kind'] : undefined)
  if (typeof reason !== 'string' || reason === '') return undefined
  const isOfNobody = userId === null && targetId === null
  if (isOfNobody && impliedReasons[action] === reason) return undefined
  // A reason that an admin typed has no translation.
  const isOfAdministrator = /^(admin|service)$/.test(actorKind) || subSystem === 'company'
  const isTyped = isOfAdministrator && !isRefusal(action) && !serverReasons.includes(reason)
  const texts: Readonly<Record<string, unknown>> = t
  const translation = isTyped ? undefined : texts[`reason_${reason.replaceAll(' ', '_')}`]
  return typeof translation === 'string' ? translation : reason
}

/** Returns the values of the sentence's placeholders by name. */
export function auditValuesOf(entry: AuditEntry): Record<string, AuditValue> {
  return { ...factsOf(entry), actor: actorOf(entry), target: targetOf(entry) }
}

/** The value of a placeholder in a sentence: a translated term, a number, or a name. */
export type AuditValue =
  | { term: keyof Messages }
  | { number: number }
  | { name: string; kind?: AuditTargetKind | undefined; id?: string | undefined }

/** A function that formats a sentence; a placeholder without a value stays visible in its braces. */
export type AuditText = (values: Values) => string

/** Returns the sentence of an entry; for an unknown action, the actor and the name of the action. */
export function auditTextOf(t: Messages, entry: AuditEntry): AuditText {
  const { action } = entry
  const text = firstTextOf(t, [
    ...variantsOf(entry).map((variant) => `${action}__${variant}`),
    action,
  ])
  if (typeof text === 'function') return text as AuditText
  // Another version of the server may have written an action that this page does not know.
  const unknown = action.replaceAll('_', ' ')
  return typeof text === 'string'
    ? () => text
    : ({ actor }) => `${String(actor ?? '{actor}')}: ${unknown}`
}

/**
 * Returns the sentence of entries that differ only in their targets, with the argument `count`. Undefined for an action
 * without such a sentence.
 */
export function auditTextOfMany(t: Messages, { action, data }: AuditEntry): AuditText | undefined {
  const hasCompany = typeof data['partnerId'] === 'string'
  const keys = [...(hasCompany ? [] : [`${action}__many_platform`]), `${action}__many`]
  return firstTextOf(t, keys) as AuditText | undefined
}

function firstTextOf(t: Messages, keys: readonly string[]): unknown {
  const texts: Readonly<Record<string, unknown>> = t
  return keys.map((key) => texts[key]).find((text) => text !== undefined)
}

/** Returns the variants of the sentence that apply to an entry, most specific first. */
function variantsOf(entry: AuditEntry): string[] {
  const { actorKind, userId, targetId, targetKind, subSystem, data } = entry
  const { decision, subsystem } = data
  // The sentence needs no target if the actor is unknown or acted on their own account.
  const isAlone = actorKind === 'visitor' || userId === targetId
  return [
    ...(data['ceremony'] === 'step-up' ? ['step_up'] : []),
    ...(data['kind'] === 'passkey' ? ['passkey'] : []),
    ...(isFaulty(data) ? ['faulty'] : []),
    ...(data['change'] === 'invite' ? ['invite'] : []),
    ...(actorKind === 'system' ? ['system'] : []),
    ...(typeof decision === 'string' ? [`${decision}${subsystem ? '' : '_account'}`] : []),
    // Without a company in the entry, the sentence of an invitation names none.
    ...(typeof data['partnerId'] === 'string' ? [] : ['platform']),
    ...(targetId === null && userId === null ? ['nobody'] : []),
    ...(targetKind === 'user' && !isAlone ? ['other'] : []),
    ...(isAlone ? ['alone'] : []),
    ...(subSystem === 'admin' ? ['admin'] : []),
  ]
}

function isFaulty({ faults }: AuditEntry['data']): boolean {
  return Array.isArray(faults) && faults.length > 0
}

function actorOf({ actorKind, userId, user }: AuditEntry): AuditValue {
  if (userId === null) {
    // The log of a company does not name the provider's admins and service accounts.
    if (actorKind === 'admin' || actorKind === 'service') return { term: 'support' }
    return { term: actorKind === 'system' ? 'system' : 'visitor' }
  }
  const kind = actorKind === 'system' || actorKind === 'visitor' ? 'user' : actorKind
  return user === '' ? { term: `deleted_${kind}` } : { name: user, kind, id: userId }
}

/** Returns the target of an entry; without one, returns the actor, who acted on their own account. */
function targetOf(entry: AuditEntry): AuditValue {
  const { targetId: id, targetKind: kind, target, userId } = entry
  if (id === null) return userId === null ? { term: 'nobody' } : actorOf(entry)
  if (target !== '') return { name: target, kind: kind ?? undefined, id }
  // The target of a request for many users is a random id, so the sentence contains their number instead.
  const { total, kind: requested } = entry.data
  if (requested === 'users-deactivate' && typeof total === 'number') return { name: String(total) }
  if (kind === 'session' || kind === 'month' || kind === null) return { name: id }
  // The record was deleted, but the entry may contain its name.
  const name = nameIn(entry.data['after']) || nameIn(entry.data['before'])
  return name === '' ? { term: `deleted_${kind}` } : { name }
}

function factsOf({ data, names, subSystem, ipAddress }: AuditEntry): Record<string, AuditValue> {
  const { partnerId, subsystem = subSystem, before, after, minutes, total } = data
  const recordOf = (id: unknown, kind: 'company' | 'platform'): AuditValue => {
    if (id === 'portal' || id === 'admin') return { term: id }
    const name = typeof id === 'string' ? names[id] : undefined
    return name === undefined ? { term: `deleted_${kind}` } : { name, kind, id: String(id) }
  }
  return {
    company: recordOf(partnerId, 'company'),
    platform: recordOf(subsystem, 'platform'),
    from: { name: nameIn(before) },
    to: { name: nameIn(after) },
    kind: { term: `kind_${String(data['kind']).replaceAll('-', '_')}` as keyof Messages },
    minutes: { number: Number(minutes ?? 0) },
    total: { name: String(total ?? '') },
    ip: { name: ipAddress },
  }
}

function nameIn(value: unknown): string {
  const { name } = (typeof value === 'object' && value !== null ? value : {}) as { name?: unknown }
  return typeof name === 'string' ? name : ''
}

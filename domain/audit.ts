import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { RecordedAction } from '#contract/audit-action.ts'
import { isId } from '#contract/fields.ts'
import { onceCommitted, run, scalar, sql, type Db } from '#server/db.ts'
import { counter } from '#server/metrics.ts'
import { isSubscribed } from './webhook.ts'
import { eventTypesOf } from './webhook-event.ts'

/** Who acted: a logged-in user or admin, a platform, a service account, an unknown visitor, or the system. */
export type Actor = {
  kind?: string
  userId?: string
  adminId?: string
  platformId?: string
  serviceId?: string
  ipAddress?: string
  requestId?: string
  /** The bulk job that the action is part of; stands in the row's data. */
  jobId?: string
  /** The approval that the action was done by; stands in the row's data, too. */
  approvalId?: string
  /** Where it was done, if not in the caller's usual area: value of `sub_system`. */
  area?: string
}

type Details = { targetId?: string | undefined; data?: Record<string, unknown>; subSystem?: string }

/** Value of `sub_system` for the admin area, also for a visitor there. */
export const adminArea = 'admin'

/** Value of `sub_system` for the portal itself; any other is a platform. */
export const portalArea = 'portal'

/** Value of `sub_system` for what a company's own administrators do. */
export const companyArea = 'company'

/** Who acted, as columns such as `given_by` have it. */
export function actorText({ kind, userId, adminId, platformId, serviceId }: Actor): string {
  if (adminId !== undefined) return `admin:${adminId}`
  if (userId !== undefined) return `user:${userId}`
  if (serviceId !== undefined) return `service:${serviceId}`
  return platformId === undefined ? (kind ?? 'system') : `platform:${platformId}`
}

const recorded = counter('portico_audit_rows_total', 'Rows written to the audit log', ['action'])
const logins = counter('portico_logins_total', 'Logins, and why they failed', ['area', 'outcome'])

/** Adds a row in the caller's transaction. `data` holds ids and changed values, never a secret. */
export async function recordAudit(
  db: Db,
  actor: Actor,
  action: RecordedAction,
  details: Details = {},
): Promise<void> {
  await recordAuditIf(db, true, { actor, action, details })
}

/** The same, or nothing by the same statement. */
export async function recordAuditIf(
  db: Db,
  isWanted: boolean,
  { actor, action, details }: { actor: Actor; action: RecordedAction; details: Details },
): Promise<void> {
  const row = auditRow(actor, action, details, sql`where ${isWanted}::boolean`)
  const isTold = await isSubscribed(db, eventTypesOf(action))
  await run(db)`${isTold ? withOutbox(row.insert, actor, details.targetId) : row.insert}`
  const isUndone = 'isUndone' in db && db.isUndone === true
  if (isWanted && !isUndone) onceCommitted(db, row.count)
}

/** An event is told if and only if the action is committed: a worker finds the row there. */
function withOutbox(insert: Sql, { userId }: Actor, targetId = ''): Sql {
  const target = isId(targetId) ? targetId : null
  return sql`
    with written as (${insert} returning timestamp, id)
    insert into webhook_outbox (audit_at, audit_id, platforms)
    select timestamp, id, array(
      select a.subsystem_id from subsystem_accounts a
      where a.active and coalesce(a.expires_at > now(), true)
        and a.user_id = coalesce((select u.id from users u where u.id = ${target}::uuid), ${userId ?? null}::uuid))
    from written`
}

/** A row as a part of another statement: `insert`, for each row of `from`. Once it is committed, `count` counts it. */
export function auditRow(
  actor: Actor,
  action: RecordedAction,
  details: Details,
  from: Sql = sql``,
) {
  const { platformId, serviceId, area } = actor
  const isOfAdmins = actor.adminId !== undefined || serviceId !== undefined
  const subSystem =
    details.subSystem ?? area ?? (isOfAdmins ? adminArea : (platformId ?? portalArea))
  const actorId = actor.userId ?? actor.adminId ?? platformId ?? serviceId ?? null
  // A backup is recorded before a migration, too: its row does without the newest column.
  const hasCompany = actor.kind !== 'system' || details.targetId !== undefined
  const company =
    actor.userId === undefined ? companyOf(details.targetId ?? '') : companyOfUser(actor.userId)
  const { jobId, approvalId } = actor
  const data = {
    ...details.data,
    ...(jobId !== undefined && { jobId }),
    ...(approvalId !== undefined && { approvalId }),
  }
  const insert = sql`
    insert into audit_log
      (id, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id
       ${hasCompany ? sql`, company_id` : sql``})
    select ${randomUUIDv7()}::uuid, ${kindOf(actor)}, ${actorId}, ${details.targetId ?? null},
           ${action}, ${JSON.stringify(data)}::jsonb, ${actor.ipAddress ?? ''},
           ${subSystem}, ${actor.requestId ?? ''} ${hasCompany ? sql`, ${company}` : sql``} ${from}`
  const count = () => {
    recorded.inc({ action })
    if (action === 'login_succeeded') logins.inc({ area: subSystem, outcome: 'succeeded' })
    if (action === 'login_failed')
      logins.inc({ area: subSystem, outcome: String(details.data?.['reason']) })
    if (action === 'passkey_refused' && details.data?.['ceremony'] !== 'step-up')
      logins.inc({ area: subSystem, outcome: 'passkey' })
  }
  return { insert, count }
}

function companyOfUser(id: string): Sql {
  return sql`(select partner_id from users where id = ${id}::uuid)`
}

/** The company of a user or invitation, or that company itself. One text of the statement, whatever the id is. */
function companyOf(text: string): Sql {
  const id = sql`${isId(text) ? text : null}::uuid`
  return sql`coalesce((select partner_id from users where id = ${id}), (select id from partners where id = ${id}),
                      (select partner_id from invitations where id = ${id}))`
}

function kindOf({ kind, userId, adminId, platformId, serviceId }: Actor): string {
  if (adminId !== undefined) return 'admin'
  if (platformId !== undefined) return 'platform'
  if (serviceId !== undefined) return 'service'
  if (kind === 'system' || kind === 'admin' || kind === 'platform') return kind
  return userId ? 'user' : 'visitor'
}

/** Name of the admin who last did one of these actions. */
export function findLastAdmin(
  db: Db,
  ofActions: readonly RecordedAction[],
  targetId: string,
): Promise<string | undefined> {
  return scalar<string>(db)`
    select a.firstname || ' ' || a.lastname
    from audit_log l join admins a on a.id::text = l.actor_id
    where l.target_id = ${targetId} and l.action = any(${ofActions}::text[])
    order by l.timestamp desc, l.id desc limit 1`
}

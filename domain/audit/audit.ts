import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { RecordedAction } from '#contract/audit-action.ts'
import { isId } from '#contract/fields.ts'
import type { EventType } from '#contract/webhook.ts'
import { onceCommitted, run, sql, type Db } from '#server/db.ts'
import { counter } from '#server/metrics.ts'
import { eventTypesOf } from '../webhooks/webhook-event.ts'

/**
 * The actor of an action: a logged-in user or admin, a platform, a service account, a visitor without login, or the
 * system.
 */
export type Actor = {
  /** Needed only for actors without an id, such as `system`. */
  kind?: string
  userId?: string
  adminId?: string
  platformId?: string
  serviceId?: string
  ipAddress?: string
  requestId?: string
  /** Bulk job that the action is part of; stored in the row's data. */
  jobId?: string
  /** Approval that permitted the action; stored in the row's data. */
  approvalId?: string
  /** Value of `sub_system`, if the action was not done in the actor's usual area. */
  area?: string
}

type Details = {
  targetId?: string | undefined
  data?: Record<string, unknown>
  /** Overrides the area of the actor. */
  subSystem?: string
}

/** Value of `sub_system` for the admin area, including visitors there. */
export const adminArea = 'admin'

/**
 * Value of `sub_system` for the portal itself. Values other than `admin`, `portal` and `company` are ids of platforms.
 */
export const portalArea = 'portal'

/** Value of `sub_system` for actions of a company's own administrators. */
export const companyArea = 'company'

/** Returns the actor as text, such as `admin:` and an id, for columns such as `given_by`. */
export function actorText({ kind, userId, adminId, platformId, serviceId }: Actor): string {
  if (adminId !== undefined) return `admin:${adminId}`
  if (userId !== undefined) return `user:${userId}`
  if (serviceId !== undefined) return `service:${serviceId}`
  return platformId === undefined ? (kind ?? 'system') : `platform:${platformId}`
}

const rowCounter = counter('portico_audit_rows_total', 'Rows written to the audit log', ['action'])
const loginCounter = counter('portico_logins_total', 'Logins, and why they failed', [
  'area',
  'outcome',
])

/** Adds an audit row in the caller's transaction. `data` contains ids and changed values, never a secret. */
export async function recordAudit(
  db: Db,
  actor: Actor,
  action: RecordedAction,
  details: Details = {},
): Promise<void> {
  await recordAuditIf(db, true, { actor, action, details })
}

/** Runs the statement of `recordAudit`, but inserts no row if `isWanted` is false, so that timing is constant. */
export async function recordAuditIf(
  db: Db,
  isWanted: boolean,
  { actor, action, details }: { actor: Actor; action: RecordedAction; details: Details },
): Promise<void> {
  const row = auditRow(actor, action, details, sql`where ${isWanted}::boolean`)
  const types = eventTypesOf(action)
  const insert = types.length > 0 ? withOutbox(row.insert, types, { actor, details }) : row.insert
  await run(db)`${insert}`
  // A row that `keepIf` rolls back is not counted.
  const isUndone = 'isUndone' in db && db.isUndone === true
  if (isWanted && !isUndone) onceCommitted(db, row.count)
}

/**
 * Extends the insert of an audit row by a row in the webhook outbox, which a worker reads, so that the event is sent if
 * and only if the action is committed. Inserts no row there unless an active webhook receives one of the types. The
 * statement itself reads the webhooks, because a process would learn of a new one too late.
 */
function withOutbox(
  insert: Sql,
  types: readonly EventType[],
  { actor: { userId }, details: { targetId = '' } }: { actor: Actor; details: Details },
): Sql {
  const target = isId(targetId) ? targetId : null
  return sql`
    with written as (${insert} returning timestamp, id)
    insert into webhook_outbox (audit_at, audit_id, platforms)
    select timestamp, id, array(
      select a.subsystem_id from subsystem_accounts a
      where a.active and coalesce(a.expires_at > now(), true)
        and a.user_id = coalesce((select u.id from users u where u.id = ${target}::uuid), ${userId ?? null}::uuid))
    from written
    where exists (select from webhooks w where w.active and w.types && ${[...types]}::text[])`
}

/**
 * Returns an audit row for use in another statement: `insert` inserts the row unless the clause `from` (a `from` or
 * `where`) yields no row; it must not yield several. Call `count` after the commit to update the metrics.
 */
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
  // A backup may be recorded before the migration that adds `company_id`, so its insert must not name the column.
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
    rowCounter.inc({ action })
    if (action === 'login_succeeded') loginCounter.inc({ area: subSystem, outcome: 'succeeded' })
    if (action === 'login_failed')
      loginCounter.inc({ area: subSystem, outcome: String(details.data?.['reason']) })
    if (action === 'passkey_refused' && details.data?.['ceremony'] !== 'step-up')
      loginCounter.inc({ area: subSystem, outcome: 'passkey' })
  }
  return { insert, count }
}

function companyOfUser(id: string): Sql {
  return sql`(select partner_id from users where id = ${id}::uuid)`
}

/**
 * Returns the SQL expression for the company of a user or invitation, or for the company itself. The statement's text
 * is the same for every id, so that its plan can be reused.
 */
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

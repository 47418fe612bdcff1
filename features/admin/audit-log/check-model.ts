import type { ApprovalKind } from '#contract/approval.ts'
import { isId } from '#contract/fields.ts'
import { listTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import { mailboxOf } from '#domain/approvals/independence.ts'
import { TwoPersonModel, type ModelRule, type Step } from '#domain/approvals/two-person-model.ts'
import { rows, sql, type Db } from '#server/db.ts'

/** Kind of approval that a rule requires, for the rules that the model can judge from the log. */
const approvalKindByRule: Partial<Record<ModelRule, ApprovalKind>> = {
  admin_added: 'admin-add',
  admin_roles_changed: 'admin-roles',
  admin_reset: 'admin-reset',
  admin_activated: 'admin-activate',
  admin_deactivated: 'admin-deactivate',
  platform_secret_replaced: 'platform-addresses',
  service_account_added: 'service-account-add',
  tooManyUsers: 'users-deactivate',
}

/** Rules about actions that the model cannot judge from the log alone. */
const unjudged: readonly ModelRule[] = ['platform_added', 'api_added', 'api_secret_replaced']

/** A step of the audit log that the model forbids. */
export type ForbiddenStep = {
  time: Date
  action: string
  actorId: string
  targetId: string
  rule: ModelRule
}

/**
 * Applies the model of two-person approval to the audit log. Returns the number of steps of the last `days`, and those
 * that the model forbids. Reads seven days more, because for a week, two people count as one if one of them has changed
 * the account of the other. Needs memory for all steps that it reads.
 */
export async function checkModel(
  db: Db,
  days: number,
): Promise<{ steps: number; forbidden: ForbiddenStep[] }> {
  const steps = await readSteps(db, days)
  const mailboxes = await readMailboxes(db, steps)
  const model = new TwoPersonModel({
    mailboxOf: (id) => mailboxes.get(id) ?? id,
    without: await findRulesWithout(db),
  })
  const forbidden: ForbiddenStep[] = []
  let judged = 0
  for (const { time, isJudged, ...step } of steps) {
    const rule = isJudged ? model.ruleAgainst(step) : undefined
    if (isJudged) judged += 1
    if (rule)
      forbidden.push({ time, action: step.action, actorId: step.by, targetId: step.target, rule })
    model.add(step)
  }
  return { steps: judged, forbidden }
}

/** Returns the rules that the model ignores: rules about actions that need no approval now, and `unjudged`. */
async function findRulesWithout(db: Db): Promise<Set<ModelRule>> {
  const kinds = await listTwoPersonKinds(db)
  const rules = Object.entries(approvalKindByRule) as [ModelRule, ApprovalKind][]
  const rulesWithoutApproval = rules.flatMap(([rule, kind]) => (kinds.includes(kind) ? [] : [rule]))
  return new Set([...rulesWithoutApproval, ...unjudged])
}

/** SQL expression on `audit_log l`: the id of the approval of the row or of its bulk job; null without an approval. */
const approvalIdOf = sql`coalesce(l.data ->> 'approvalId', (
  select s.data ->> 'approvalId' from audit_log s
  where s.target_id = l.data ->> 'jobId' and s.action = 'bulk_job_started' limit 1))`

type LogStep = Step & { time: Date; isJudged: boolean }

/** Reads the steps in the order of time. A sign-up becomes a step `invited` of the person who invited the user. */
function readSteps(db: Db, days: number): Promise<LogStep[]> {
  return rows<LogStep>(db)`
    select extract(epoch from l.timestamp) * 1000 as at, l.timestamp as time,
           case when l.action = 'signed_up' then 'invited' else l.action end as action,
           coalesce(i.actor_id, l.actor_id) as by, coalesce(i.actor_kind, l.actor_kind) as by_kind,
           coalesce(l.target_id, '') as target, ${approvalIdOf} as approval_id, l.data ->> 'kind' as kind,
           l.timestamp > now() - make_interval(days => ${days}) as is_judged
    from audit_log l
    left join audit_log i on l.action = 'signed_up' and i.action = 'invitation_created'
      and i.target_id = l.data ->> 'invitationId'
    where l.timestamp > now() - make_interval(days => ${days + 7}) and l.actor_id is not null
      and l.action = any(${[...actionsToRead]}::text[])
      -- A change that only removes roles starts no right.
      and not coalesce(l.data -> 'before' -> 'roles' @> (l.data -> 'after' -> 'roles'), false)
    order by l.timestamp, l.id`
}

const actionsToRead = [
  'admin_added',
  'admin_roles_changed',
  'admin_reset',
  'admin_activated',
  'admin_deactivated',
  'admin_suspended',
  'approval_asked',
  'approval_approved',
  'company_role_changed',
  'platform_secret_replaced',
  'profile_changed',
  'service_account_added',
  'service_account_changed',
  'signed_up',
  'user_activated',
  'user_deactivated',
  'user_moved',
] as const

/** Returns the mailboxes of the people in the steps, by id. */
async function readMailboxes(db: Db, steps: readonly Step[]): Promise<Map<string, string>> {
  const ids = [...new Set(steps.flatMap(({ by, target }) => [by, target]))].filter(isId)
  const mailbox = mailboxOf(sql`email`)
  const people = await rows<{ id: string; mailbox: string }>(db)`
    select id::text, ${mailbox} as mailbox from admins where id = any(${ids}::uuid[])
    union all select id::text, ${mailbox} from users where id = any(${ids}::uuid[])`
  return new Map(people.map((each) => [each.id, each.mailbox]))
}

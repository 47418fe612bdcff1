import type { Sql } from 'sql-template-tag'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { Actor } from '#domain/audit/audit.ts'
import { remindOfSignUp } from '#domain/accounts/sign-up-reminder.ts'
import { isOfCompany } from '#domain/platforms/offered-platform.ts'
import {
  changePlatformAccount,
  lockPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { endUserSessions, setUserActive } from '#domain/accounts/user-activation.ts'
import { inactivityOf, type User } from '#domain/accounts/user.ts'
import { affects, sql, type Transaction } from '#server/db.ts'
import type { BulkAction } from './contract.ts'

/** Parameters of a bulk action, apart from its users. */
export type Order = { reason: string; subsystemId: string | null }

type Definition = {
  /** True if the action emails the user. */
  mails: boolean
  /** SQL condition that is true if the action would not change user `u` of company `p`. Either row may be missing. */
  isUnchanged: (order: Order) => Sql
  /** SQL for the error code with which the action would fail, or null. By default, it never fails. */
  refusalOf?: (order: Order) => Sql
  /** Runs the action for one user. Returns false if nothing changed. Throws the errors of the action's own endpoint. */
  run: (tx: Transaction, actor: Actor, user: User, order: Order) => Promise<boolean>
}

const hasPlatform = ({ subsystemId }: Order) => sql`exists (
  select from subsystem_accounts a where a.user_id = u.id and a.subsystem_id = ${subsystemId})`

/** All bulk actions. The worker and the dry run both use this table. */
export const definitions: Record<BulkAction, Definition> = {
  deactivate: {
    mails: true,
    isUnchanged: () => sql`not u.active`,
    run: (tx, actor, user, { reason }) => setUserActive(tx, actor, user, { active: false, reason }),
  },
  activate: {
    mails: true,
    isUnchanged: () => sql`u.active`,
    // An account that its own user has locked can only be activated individually.
    refusalOf: () => sql`
      case when u.locked_by_owner_at is not null then ${commonErrors.forbidden}::integer end`,
    run: (tx, actor, user, { reason }) => setUserActive(tx, actor, user, { active: true, reason }),
  },
  'end-sessions': {
    mails: false,
    isUnchanged: () => sql`not exists (select from sessions s where s.user_id = u.id)`,
    run: async (tx, actor, user, { reason }) => {
      if (!(await affects(tx)`select from sessions where user_id = ${user.id} limit 1`))
        return false
      await endUserSessions(tx, actor, user, reason)
      return true
    },
  },
  'resend-invitation': {
    mails: true,
    isUnchanged: () => sql`(u.onboarded_at is not null and u.active and coalesce(p.active, true))`,
    refusalOf: () => sql`
      case when not u.active then ${errorCodes.userInactive}::integer
           when not coalesce(p.active, true) then ${errorCodes.partnerInactive}::integer end`,
    run: async (tx, actor, user, { reason }) => {
      const inactivity = inactivityOf(user)
      if (inactivity) throw new Refusal(inactivity.code)
      return remindOfSignUp(tx, actor, user, reason)
    },
  },
  'give-platform': {
    mails: true,
    isUnchanged: hasPlatform,
    refusalOf: ({ subsystemId }) => sql`
      case when not exists (select from subsystems s where s.id = ${subsystemId} and ${isOfCompany})
           then ${commonErrors.invalidInput}::integer end`,
    run: (tx, actor, user, order) => changePlatform(tx, actor, user, { ...order, gives: true }),
  },
  'take-platform': {
    mails: true,
    isUnchanged: (order) => sql`not ${hasPlatform(order)}`,
    run: (tx, actor, user, order) => changePlatform(tx, actor, user, { ...order, gives: false }),
  },
}

async function changePlatform(
  tx: Transaction,
  actor: Actor,
  user: User,
  { subsystemId, reason, gives }: Order & { gives: boolean },
): Promise<boolean> {
  const accounts = await lockPlatformAccounts(tx, user.id)
  if (!accounts || subsystemId === null) throw new Refusal(commonErrors.notFound)
  const change = { id: subsystemId, gives, reason }
  return (await changePlatformAccount(tx, actor, accounts, change)).length > 0
}

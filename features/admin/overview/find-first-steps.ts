import { fewCodes } from '#contract/account-limits.ts'
import { row, sql, type Db } from '#server/db.ts'
import { firstSteps, type OverviewReply } from './contract.ts'

/** Number of the latest mails among which one that was sent proves that the mail server accepts them. */
const latestMails = 50

/**
 * Returns which first steps are done. An invitation counts as a user, and the recovery codes are those of the admin. The
 * search for a login sorts by all columns of an index, so that the planner uses this index.
 */
export async function findFirstSteps(
  db: Db,
  adminId: string,
): Promise<OverviewReply['firstSteps']> {
  const done = await row<OverviewReply['firstSteps']>(db)`
    select exists (select from subsystems) as platform,
           exists (select from subsystems where tested_at is not null) as test,
           exists (select from partners) as company,
           exists (select from users) or exists (select from invitations) as user,
           (select count(*) > 1 from (select from admins where active limit 2) active) as admin,
           (select count(*) > ${fewCodes} from recovery_codes
            where user_id = ${adminId} and used_at is null) as codes,
           exists (select from brands) as brand,
           exists (select from (select state from mails order by created_at desc limit ${latestMails}) latest
                   where state = 'sent') as mail,
           ${hasLogin} as login`
  const none = Object.fromEntries(firstSteps.map((step) => [step, false]))
  return done ?? (none as OverviewReply['firstSteps'])
}

/** SQL condition: a user has opened a platform, test logins aside. */
const hasLogin = sql`
  exists (select from (
    select a.data from audit_log a where a.action = 'platform_accessed'
    order by a.action desc, a.timestamp desc, a.id desc limit 1000) latest
  where latest.data->>'test' is null)`

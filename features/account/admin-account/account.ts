import { getAdminAccount } from '#contract/admin.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Locale } from '#contract/locale.ts'
import { changeAdminLanguage } from '#domain/accounts/admin.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { mfaOf } from '#domain/accounts/me.ts'
import type { AdminCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { row, sql, transaction, type Db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'

/** Returns the admin’s account with the state of the password, the second factors and the language of mails. */
export async function describeAccount(
  db: Db,
  { adminId }: AdminCaller,
): Promise<Reply<typeof getAdminAccount>> {
  // The authenticator is joined as `f`, which `mfaOf` reads.
  const account = await row<Record<string, unknown>>(db)`
    select a.email, a.firstname, a.lastname, a.preferred_language, ${config.adminSignIn === 'local'}::boolean as has_password,
           (select max(p.created_at) from passwords p where p.user_id = a.id) as password_changed_at,
           ${mfaOf(sql`a.id`, config.passkeys.admins)} as mfa
    from admins a left join second_factors f on f.user_id = a.id and f.confirmed_at is not null
    where a.id = ${adminId}`
  return replyOf(getAdminAccount, account)
}

/** Changes the language of the admin’s mails. Writes no audit row if the language is unchanged. */
export async function changeLanguage(
  db: Db,
  caller: AdminCaller,
  preferredLanguage: Locale,
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = await changeAdminLanguage(tx, caller.adminId, preferredLanguage)
    if (before === undefined) return
    const data = { before: { preferredLanguage: before }, after: { preferredLanguage } }
    await recordAudit(tx, caller, 'profile_changed', { data })
  })
}

import { createRecoveryCodes, setRecoveryCodes } from '#domain/recovery-code.ts'
import { db, row, sql } from '#server/db.ts'
import { mailedToken, createLink } from '#domain/link.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import { visitor, type Somebody, type Visitor } from './people.ts'

/** Ten fresh codes, as the set-up of her authenticator gave them to her. */
export async function giveRecoveryCodes({ id }: Somebody): Promise<string[]> {
  const codes = await createRecoveryCodes()
  await setRecoveryCodes(db, id, codes)
  return codes.map(({ code }) => code)
}

/** A browser in which somebody has given her password and owes the code. */
export async function atCode(
  { email, password }: Somebody,
  about: Parameters<typeof visitor>[0] = {},
): Promise<Visitor> {
  const browser = await visitor(about)
  await browser.call(login, { body: { email, password } })
  return browser
}

/** The token of a link by which she can reset her authenticator. */
export async function resetLinkFor({ id, email }: Somebody, createdBy?: string): Promise<string> {
  const linkId = await createLink(db, {
    kind: 'reset-mfa',
    email,
    userId: id,
    createdBy: createdBy ?? `user:${id}`,
  })
  return (await mailedToken(db, linkId)) ?? ''
}

/** The newest link of a kind that was made for her, while it works. */
export async function newestLink({ id }: Somebody, kind: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`
    select id from one_time_links where user_id = ${id} and kind = ${kind} order by id desc limit 1`,
  )
  return found && mailedToken(db, found.id)
}

/** As if somebody had typed so many wrong codes in a row. */
export async function failCodes({ id }: Somebody, times: number): Promise<void> {
  await db.query(
    `update second_factors set failures = $2, disabled_at = case when $2 >= 100 then now() end where user_id = $1`,
    [id, times],
  )
}

/** As if her last code had been long ago: the one that her authenticator shows now works. */
export async function forgetLastCode({ id }: Somebody): Promise<void> {
  await db.query('update second_factors set last_step = 0 where user_id = $1', [id])
}

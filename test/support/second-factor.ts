import { mailedToken } from '#domain/sign-in/link.ts'
import { db, row } from '#server/db.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import {
  createMailedToken,
  visitor,
  type BrowserOptions,
  type TestUser,
  type Visitor,
} from './people.ts'

/** Returns a browser that has entered the password but not the one-time code. */
export async function atCode(
  { email, password }: TestUser,
  options: BrowserOptions = {},
): Promise<Visitor> {
  const browser = await visitor(options)
  await browser.call(login, { body: { email, password } })
  return browser
}

/** Creates a link to reset two-factor authentication. Returns its token. */
export function resetLinkFor(user: TestUser, createdBy?: string): Promise<string> {
  return createMailedToken(user, 'reset-mfa', createdBy)
}

/** Returns the token of the newest link of a kind; undefined once it is no longer valid. */
export async function newestLink({ id }: TestUser, kind: string): Promise<string | undefined> {
  const link = await row<{ id: string }>(db)`
    select id from one_time_links where user_id = ${id} and kind = ${kind} order by id desc limit 1`
  return link && mailedToken(db, link.id)
}

/** Sets the number of consecutive wrong codes. */
export async function failCodes({ id }: TestUser, times: number): Promise<void> {
  await db.query(
    `update second_factors set failures = $2, disabled_at = case when $2 >= 100 then now() end where user_id = $1`,
    [id, times],
  )
}

/** Makes the authenticator's current code usable once more. */
export async function forgetLastCode({ id }: TestUser): Promise<void> {
  await db.query('update second_factors set last_step = 0 where user_id = $1', [id])
}

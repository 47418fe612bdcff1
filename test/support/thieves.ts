import type { AuthenticatorKey } from '#contract/fields.ts'
import type { Call } from '#contract/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PasskeyRegistration, RegistrationOptions } from '#contract/passkey.ts'
import { Refusal } from '#contract/refusal.ts'
import { db, row, run } from '#server/db.ts'
import type { CookieJar } from './cookie-jar.ts'
import { mailbox } from './mailbox.ts'
import { codeOf, type TestUser } from './people.ts'
import type { RealServer } from './servers.ts'
import type { SoftwareAuthenticator } from './software-authenticator.ts'
import { until } from './until.ts'

/** Walks of somebody who holds a part of what a login takes, at a server in a process of its own. */

export type Victim = TestUser & { passkey: SoftwareAuthenticator }

/** What a thief holds; a session is a copy of its cookie, six minutes after the login. */
export type Holds = { session?: true; password?: true; inbox?: true }

export type Thief = {
  victim: Victim
  password: string
  /** Of the authenticator whose codes the thief has: the own one, but for the owner. */
  secret: string
  /** The own one, and a copy of the victim's where there is one. */
  passkeys: readonly SoftwareAuthenticator[]
  hasInbox: boolean
  /** A browser of the thief, with the session where there is one. */
  browser: () => Promise<Call>
}

/** What makes the passkey of a victim useless; the thief may have a copy of it. */
export type Spoilt = { update?: string; isOff?: true; isCopied?: true }

export const unusable: Record<string, Spoilt> = {
  'a changed host of passkeys': { update: `rp_id = 'old.example'` },
  'PASSKEYS=off': { isOff: true },
  'a disabled clone': { update: 'disabled_at = now(), sign_count = 9', isCopied: true },
}

export async function spoil({ id }: TestUser, { update }: Spoilt): Promise<void> {
  if (update) await db.query(`update passkeys set ${update} where user_id = $1`, [id])
}

/** Every authenticator, set up or begun, passkey and recovery code of an account. */
export async function factorsOf({ id }: TestUser): Promise<string> {
  const found = await row(db)`
    select (select json_agg(json_build_array(f.id, f.secret, f.confirmed_at, f.disabled_at) order by f.id)
            from second_factors f where f.user_id = ${id}) as authenticators,
           (select json_agg(json_build_array(k.id, k.rp_id, k.public_key, k.disabled_at) order by k.id)
            from passkeys k where k.user_id = ${id}) as passkeys,
           (select json_agg(json_build_array(c.id, c.hash, c.used_at) order by c.id)
            from recovery_codes c where c.user_id = ${id}) as codes`
  return JSON.stringify(found)
}

/** The oldest one. */
export async function passkeyIdOf({ id }: TestUser): Promise<string> {
  const found = await row<{ id: string }>(
    db,
  )`select id from passkeys where user_id = ${id} order by id limit 1`
  return found?.id ?? id
}

/** Goes on after a refusal. */
export function tried<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}

let addresses = 0
const called = new Set<string>()

/** A browser that comes from an address of its own. */
export function stranger(server: RealServer, jar: CookieJar = new Map()): Call {
  addresses += 1
  const call = server.visitor(`203.0.${addresses >> 8}.${addresses & 255}`, jar)
  return (endpoint, ...rest) => {
    called.add(nameOf(endpoint))
    return call(endpoint, ...rest)
  }
}

/** The changing calls about factors and passwords that nobody has made. */
export function notCalled(served: readonly Endpoint[], isMeant: RegExp): string[] {
  return served
    .filter(({ method }) => method !== 'GET')
    .map(nameOf)
    .filter((name) => isMeant.test(name) && !called.has(name))
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** The token of the mail with a link to such a page. */
export async function tokenInMail({ email }: TestUser, page: string): Promise<string> {
  const link = new RegExp(`/${page}/([\\w-]{43})`)
  let token = ''
  await until(async () => {
    const own = (await mailbox.messages()).filter(({ to }) => to[0]?.address === email)
    token = own.map(({ text }) => link.exec(text)?.[1]).find(Boolean) ?? ''
    return token !== ''
  })
  return token
}

/** A code of the key that was shown, or else of another one. */
export function firstCodeOf(key: AuthenticatorKey | undefined, { secret }: TestUser): string {
  return codeOf(key?.secret ?? secret)
}

/** An answer to what was asked, or else to what the thief was asked in a session of their own. */
export async function answerOf(
  authenticator: SoftwareAuthenticator,
  asked: RegistrationOptions | undefined,
  elsewhere: () => Promise<RegistrationOptions>,
): Promise<PasskeyRegistration> {
  return authenticator.register(asked ?? (await elsewhere()))
}

/** Lets the codes of now be shown again. */
export async function forgetCodes(): Promise<void> {
  await run(db)`update second_factors set last_step = 0`
}

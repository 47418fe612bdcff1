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

/** Attackers with some of the credentials of a login, against a server in a separate process. */

export type Victim = TestUser & { passkey: SoftwareAuthenticator }

/** The credentials of an attacker. A session is a copy of the victim's cookie, six minutes after the login. */
export type Holds = { session?: true; password?: true; inbox?: true }

export type Thief = {
  victim: Victim
  password: string
  /** The secret of the attacker's authenticator; the victim's if the attacker is the owner. */
  secret: string
  /** The attacker's own passkey, and a copy of the victim's if there is one. */
  passkeys: readonly SoftwareAuthenticator[]
  hasInbox: boolean
  /** Returns a browser of the attacker, with the victim's session if stolen. */
  browser: () => Promise<Call>
}

/** A change that makes a victim's passkey unusable; the attacker may have a copy of it. */
export type Spoilt = { update?: string; isOff?: true; isCopied?: true }

export const unusable: Record<string, Spoilt> = {
  'a changed host of passkeys': { update: `rp_id = 'old.example'` },
  'PASSKEYS=off': { isOff: true },
  'a disabled clone': { update: 'disabled_at = now(), sign_count = 9', isCopied: true },
}

export async function spoil({ id }: TestUser, { update }: Spoilt): Promise<void> {
  if (update) await db.query(`update passkeys set ${update} where user_id = $1`, [id])
}

/** Returns every authenticator, pending authenticator, passkey and recovery code of an account. */
export async function factorsOf({ id }: TestUser): Promise<string> {
  const factors = await row(db)`
    select (select json_agg(json_build_array(f.id, f.secret, f.confirmed_at, f.disabled_at) order by f.id)
            from second_factors f where f.user_id = ${id}) as authenticators,
           (select json_agg(json_build_array(k.id, k.rp_id, k.public_key, k.disabled_at) order by k.id)
            from passkeys k where k.user_id = ${id}) as passkeys,
           (select json_agg(json_build_array(c.id, c.hash, c.used_at) order by c.id)
            from recovery_codes c where c.user_id = ${id}) as codes`
  return JSON.stringify(factors)
}

/** Returns the id of the oldest passkey. */
export async function passkeyIdOf({ id }: TestUser): Promise<string> {
  const passkey = await row<{ id: string }>(
    db,
  )`select id from passkeys where user_id = ${id} order by id limit 1`
  return passkey?.id ?? id
}

/** Returns undefined instead of throwing if the call is refused. */
export function tried<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}

let addresses = 0
const called = new Set<string>()

/** Returns a browser with its own IP address. */
export function stranger(server: RealServer, jar: CookieJar = new Map()): Call {
  addresses += 1
  const call = server.visitor(`203.0.${addresses >> 8}.${addresses & 255}`, jar)
  return (endpoint, ...rest) => {
    called.add(nameOf(endpoint))
    return call(endpoint, ...rest)
  }
}

/** Returns the changing calls for factors and passwords that no attack has made. */
export function notCalled(served: readonly Endpoint[], isMeant: RegExp): string[] {
  return served
    .filter(({ method }) => method !== 'GET')
    .map(nameOf)
    .filter((name) => isMeant.test(name) && !called.has(name))
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Returns the token of the mail with a link to this page. */
export async function tokenInMail({ email }: TestUser, page: string): Promise<string> {
  const link = new RegExp(`/${page}/([\\w-]{43})`)
  let token = ''
  await until(async () => {
    const mails = (await mailbox.messages()).filter(({ to }) => to[0]?.address === email)
    token = mails.map(({ text }) => link.exec(text)?.[1]).find(Boolean) ?? ''
    return token !== ''
  })
  return token
}

/** Returns a code of the shown key, or of the attacker's own if none was shown. */
export function firstCodeOf(key: AuthenticatorKey | undefined, { secret }: TestUser): string {
  return codeOf(key?.secret ?? secret)
}

/** Answers the given options, or those of a request in the attacker's own session. */
export async function answerOf(
  authenticator: SoftwareAuthenticator,
  options: RegistrationOptions | undefined,
  elsewhere: () => Promise<RegistrationOptions>,
): Promise<PasskeyRegistration> {
  return authenticator.register(options ?? (await elsewhere()))
}

/** Makes all current codes usable once more. */
export async function forgetCodes(): Promise<void> {
  await run(db)`update second_factors set last_step = 0`
}

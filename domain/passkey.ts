import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { BadConfiguration, config } from '#server/config.ts'
import { affects, row, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'

/** Passkeys of one account. */
export const maxPasskeys = 10

export type Passkey = {
  id: string
  userId: string
  rpId: string
  credentialId: Buffer
  /** COSE. */
  publicKey: Buffer
  signCount: number
  transports: string[]
  backupEligible: boolean
  name: string
  isDisabled: boolean
}

const columns = sql`
  id, user_id, rp_id, credential_id, public_key, sign_count, transports, backup_eligible, name,
  disabled_at is not null as is_disabled`

/** Disabled or not; undefined for an unknown one. */
export function findPasskey(
  db: Db,
  rpId: string,
  credentialId: Buffer,
): Promise<Passkey | undefined> {
  return row<Passkey>(db)`
    select ${columns} from passkeys where rp_id = ${rpId} and credential_id = ${credentialId}`
}

export type ListedPasskey = Passkey & {
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** The oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<ListedPasskey[]> {
  return rows<ListedPasskey>(db)`
    select ${columns}, backed_up, created_at, last_used_at
    from passkeys where user_id = ${userId} order by created_at, id`
}

/** Whether an account has a passkey, usable or not: it is never offered a fresh set-up. For statements. */
export function hasPasskey(userId: Sql | string): Sql {
  return sql`exists (select from passkeys k where k.user_id = ${userId})`
}

/** Whether an account has a passkey that works for a host, synced or not. For statements. */
export function hasUsablePasskey(
  userId: Sql | string,
  rpId: string,
  { ofDevice = false } = {},
): Sql {
  return sql`exists (
    select from passkeys k
    where k.user_id = ${userId} and k.rp_id = ${rpId} and k.disabled_at is null
      ${ofDevice ? sql`and not k.backup_eligible` : sql``})`
}

/** Whether a passkey stands for two factors: a synced one may be on a device that nobody knows of. */
export function isTwoFactors(
  { backupEligible }: Pick<Passkey, 'backupEligible'>,
  browserId: string | undefined,
): boolean {
  const { passkeySynced } = config
  if (!backupEligible || passkeySynced === 'allow') return true
  return passkeySynced === 'known-browser' && browserId !== undefined
}

/** RFC 8176: software holds a key that may be synced; the authenticator has verified the person. */
export function methodsOf(isSynced: boolean): string[] {
  return [isSynced ? 'swk' : 'hwk', 'user']
}

export type NewPasskey = Omit<Passkey, 'id' | 'isDisabled'> & {
  backedUp: boolean
  aaguid: string
  addedWith: readonly string[]
}

/**
 * Adds a passkey; returns its id. Undefined when it is registered already, or the account has ten. Locks the account,
 * so that parallel calls cannot exceed them.
 */
export async function addPasskey(
  tx: Transaction,
  passkey: NewPasskey,
): Promise<string | undefined> {
  const { userId, rpId, credentialId, publicKey, signCount, transports } = passkey
  await run(tx)`select from accounts where id = ${userId} for no key update`
  return scalar<string>(tx)`
    insert into passkeys (id, user_id, rp_id, credential_id, public_key, sign_count, transports,
                          backup_eligible, backed_up, aaguid, name, added_with)
    select ${randomUUIDv7()}, ${userId}, ${rpId}, ${credentialId}, ${publicKey}, ${signCount},
           ${transports}, ${passkey.backupEligible}, ${passkey.backedUp}, ${passkey.aaguid},
           ${passkey.name}, ${passkey.addedWith}
    where (select count(*) from passkeys where user_id = ${userId}) < ${maxPasskeys}
    on conflict (rp_id, credential_id) do nothing
    returning id`
}

/** The former name; undefined for another account's. */
export function renamePasskey(
  tx: Transaction,
  userId: string,
  id: string,
  name: string,
): Promise<string | undefined> {
  return scalar<string>(tx)`
    with former as (select id, name from passkeys where id = ${id} and user_id = ${userId} for update)
    update passkeys k set name = ${name} from former where k.id = former.id returning former.name`
}

/**
 * The removed passkey; undefined for another account's. Locks the account, so that of two parallel calls the second
 * sees what the first has left.
 */
export async function removePasskey(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<Passkey | undefined> {
  await run(tx)`select from accounts where id = ${userId} for no key update`
  return row<Passkey>(tx)`
    delete from passkeys where id = ${id} and user_id = ${userId} returning ${columns}`
}

/** After a reset by an operator: none of them counts any more. */
export async function removePasskeysOf(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`delete from passkeys where user_id = ${userId}`
}

/**
 * Records a use. False when the passkey was disabled meanwhile, or its counter does not rise: a copy of it was used
 * (WebAuthn, "Signature Counter Considerations"). Authenticators without a counter send 0.
 */
export function recordPasskeyUse(
  db: Db,
  id: string,
  { signCount, backedUp }: { signCount: number; backedUp: boolean },
): Promise<boolean> {
  return affects(db)`
    update passkeys set sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = now()
    where id = ${id} and disabled_at is null
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`
}

/** It stays registered, so that the password alone does not lead to a new set-up. False when it was disabled already. */
export function disablePasskey(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update passkeys set disabled_at = now() where id = ${id} and disabled_at is null`
}

/** `disablePasskey` for one of an account; returns its name. Undefined for another account's, and one that was disabled already. */
export function disablePasskeyOf(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<string | undefined> {
  return scalar<string>(tx)`
    update passkeys set disabled_at = now()
    where id = ${id} and user_id = ${userId} and disabled_at is null
    returning name`
}

/**
 * They stay registered. Locks the account, so that a passkey that is added at this moment is disabled, too. False for
 * an account without any.
 */
export async function disablePasskeysOf(tx: Transaction, userId: string): Promise<boolean> {
  await run(tx)`select from accounts where id = ${userId} for no key update`
  return affects(tx)`
    update passkeys set disabled_at = coalesce(disabled_at, now()) where user_id = ${userId}`
}

/**
 * Refuses a start after the host of passkeys was changed: those of the old one would silently stop working. Throws a
 * BadConfiguration unless `PASSKEY_RP_ID_OLD` names the old one.
 */
export async function requireKnownHosts(db: Db): Promise<void> {
  const { users, admins } = config.passkeys
  const known = { user: users.rpId, admin: admins.rpId }
  const stored = await rows<{ kind: 'user' | 'admin'; rpId: string }>(db)`
    select distinct a.kind, k.rp_id from passkeys k join accounts a on a.id = k.user_id`
  const lost = stored.find(
    ({ kind, rpId }) => rpId !== known[kind] && rpId !== config.passkeyRpIdOld,
  )
  if (!lost) return
  const name = lost.kind === 'user' ? 'PASSKEY_RP_ID' : 'ADMIN_PASSKEY_RP_ID'
  throw new BadConfiguration([
    `${name} is ${known[lost.kind]}, but passkeys of ${lost.rpId} are stored, which would stop working. Set it back, or accept that by PASSKEY_RP_ID_OLD=${lost.rpId}`,
  ])
}

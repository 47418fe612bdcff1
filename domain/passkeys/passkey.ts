import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { maxPasskeys } from '#contract/account-limits.ts'
import { BadConfiguration, config } from '#server/config.ts'
import { affects, row, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'

export type Passkey = {
  id: string
  userId: string
  rpId: string
  credentialId: Buffer
  /** Public key in COSE format. */
  publicKey: Buffer
  signCount: number
  transports: string[]
  /** True for a passkey that may be synced to other devices. */
  backupEligible: boolean
  name: string
  isDisabled: boolean
}

const columns = sql`
  id, user_id, rp_id, credential_id, public_key, sign_count, transports, backup_eligible, name,
  disabled_at is not null as is_disabled`

/** Returns a passkey, disabled or not; undefined for an unknown one. */
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

/** Returns all passkeys of an account, oldest first, including disabled ones and those of other hosts. */
export function listPasskeys(db: Db, userId: string): Promise<ListedPasskey[]> {
  return rows<ListedPasskey>(db)`
    select ${columns}, backed_up, created_at, last_used_at
    from passkeys where user_id = ${userId} order by created_at, id`
}

/**
 * Returns an SQL condition: the account has a passkey, usable or not. For such an account, the password alone cannot
 * start the setup of a new factor.
 */
export function hasPasskey(userId: Sql | string): Sql {
  return sql`exists (select from passkeys k where k.user_id = ${userId})`
}

/** Returns an SQL condition: the account has a usable passkey for the host; with `ofDevice`, one that is not synced. */
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

/**
 * Returns true if the passkey counts as two factors. A synced passkey may be on an unknown device, so `PASSKEY_SYNCED`
 * decides: always, never, or only in a known browser (`browserId`).
 */
export function isTwoFactors(
  { backupEligible }: Pick<Passkey, 'backupEligible'>,
  browserId: string | undefined,
): boolean {
  const { passkeySynced } = config
  if (!backupEligible || passkeySynced === 'allow') return true
  return passkeySynced === 'known-browser' && browserId !== undefined
}

/** Returns the values for `amr` (RFC 8176): software key if synced, else hardware key, and user verification. */
export function methodsOf(isSynced: boolean): string[] {
  return [isSynced ? 'swk' : 'hwk', 'user']
}

export type NewPasskey = Omit<Passkey, 'id' | 'isDisabled'> & {
  backedUp: boolean
  /** Model of the authenticator (WebAuthn). */
  aaguid: string
  /** Authentication methods of the session, login or reset that adds the passkey, for the page *Compliance*. */
  addedWith: readonly string[]
}

/**
 * Adds a passkey and returns its id; undefined if it is registered already or the account has ten. Locks the account,
 * so that concurrent calls cannot exceed the maximum.
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

/** Renames a passkey and returns its former name; undefined for another account's passkey. */
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
 * Removes a passkey and returns it; undefined for another account's passkey. Locks the account, so that the second of
 * two concurrent calls sees the result of the first.
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

/** Deletes all passkeys of an account, for a reset by an operator. */
export async function removePasskeysOf(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`delete from passkeys where user_id = ${userId}`
}

/**
 * Records a use. Returns false if the passkey was disabled in the meantime, or if its counter does not increase, which
 * means that a copy was used (WebAuthn, "Signature Counter Considerations"). Authenticators without a counter send 0.
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

/**
 * Disables a passkey. It stays registered, so that the password alone cannot start a new setup. Returns false if it was
 * disabled already.
 */
export function disablePasskey(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update passkeys set disabled_at = now() where id = ${id} and disabled_at is null`
}

/** Disables a passkey of the account and returns its name; undefined if it is another account's or already disabled. */
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
 * Disables all passkeys of an account; they stay registered. Locks the account, so that a passkey that is being added
 * is disabled, too. Returns false if the account has none.
 */
export async function disablePasskeysOf(tx: Transaction, userId: string): Promise<boolean> {
  await run(tx)`select from accounts where id = ${userId} for no key update`
  return affects(tx)`
    update passkeys set disabled_at = coalesce(disabled_at, now()) where user_id = ${userId}`
}

/**
 * Throws `BadConfiguration` if passkeys of another host are stored, because they would silently stop working.
 * `PASSKEY_RP_ID_OLD` names a former host to accept.
 */
export async function requireKnownHosts(db: Db): Promise<void> {
  const { users, admins } = config.passkeys
  const configured = { user: users.rpId, admin: admins.rpId }
  // Steps from one host to the next in the index, because a million passkeys may be of one host. Of the passkeys of a
  // foreign host, those of admins are searched by admin, because they may be few among many.
  const lost = await row<{ kind: 'user' | 'admin'; rpId: string }>(db)`
    with recursive hosts (rp_id) as (
      (select rp_id from passkeys order by rp_id limit 1)
      union all
      select (select k.rp_id from passkeys k where k.rp_id > h.rp_id order by k.rp_id limit 1)
      from hosts h where h.rp_id is not null)
    select c.kind, h.rp_id
    from hosts h cross join (values ('user', ${configured.user}), ('admin', ${configured.admin})) c (kind, host)
    where h.rp_id <> c.host and h.rp_id is distinct from ${config.passkeyRpIdOld ?? null} and case c.kind
      when 'admin' then exists (
        select from admins a join passkeys k on k.user_id = a.id where k.rp_id = h.rp_id)
      else exists (
        select from passkeys k join accounts a on a.id = k.user_id where k.rp_id = h.rp_id and a.kind = 'user') end
    limit 1`
  if (!lost) return
  const name = lost.kind === 'user' ? 'PASSKEY_RP_ID' : 'ADMIN_PASSKEY_RP_ID'
  throw new BadConfiguration([
    `${name} is ${configured[lost.kind]}, but passkeys of ${lost.rpId} are stored, which would stop working. Set it back, or accept that by PASSKEY_RP_ID_OLD=${lost.rpId}`,
  ])
}

import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { checkLink } from '#contract/link.ts'
import {
  countUnderOtherKeys,
  keysInUse,
  reencryptInBatches,
  requireConfiguredKeys,
} from '#domain/keys/encrypted-columns.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { upsertSubsystem, findSubsystem } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import { db, pool, row, rows, scalar, transaction, type Transaction } from '#server/db.ts'
import { encrypt, firstKeyId, tokenHash } from '#server/secret.ts'
import { addManyUsers, addUser, codeOf, logIn, visitor, type TestUser } from '#test/people.ts'
import { startPortico, type } from '#test/programs.ts'
import { addRows, ago, deleteRows, updateRows } from '#test/rows.ts'
import { newestLink, resetLinkFor } from '#test/second-factor.ts'
import { statementsOf } from '#test/statements.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { reencryptCommand, reencryptAll } from '../../features/admin/keys/command.ts'

const [old = Buffer.alloc(0)] = config.secretKeys
const oldId = firstKeyId()

test('after a change of SECRET_KEYS sessions, codes, platforms, signing keys and links keep working', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  const laptop = await logIn(ada)
  await addHub()
  const kids = [(await getCurrentKey(db, 'oidc')).kid, (await getCurrentKey(db, 'audit')).kid]
  const token = await resetLinkFor(grace)

  config.secretKeys.unshift(randomBytes(32))
  await logInWithCode(ada)
  equal(await newestLink(grace, 'reset-mfa'), token)
  const before = await countUnder(oldId)
  equal(before >= 5, true, `${before} lie under the old key`)
  const output = await reencryptCommand([])
  match(output[0] ?? '', new RegExp(`Everything is encrypted with the key ${firstKeyId()}`))
  match(
    output[1] ?? '',
    new RegExp(`older key ${oldId} can be removed from SECRET_KEYS from 20.*last link`),
  )
  equal(await countUnder(oldId), 0)

  config.secretKeys.pop()
  equal(await laptop.isLoggedIn(), true)
  await logInWithCode(grace)
  deepEqual((await findSubsystem(db, 'hub'))?.clientSecretHash, tokenHash('a secret of the hub'))
  deepEqual([(await getCurrentKey(db, 'oidc')).kid, (await getCurrentKey(db, 'audit')).kid], kids)
  const link = await (await visitor()).call(checkLink, { body: { token } })
  equal(link.kind, 'reset-mfa')
  const entry = await row<{ data: { count: number } }>(db)`
    select data from audit_log where action = 'secrets_reencrypted'`
  equal(entry?.data.count, before)
  await deleteRows('one_time_links', {})
})

test('a stopped re-encryption continues, even in two concurrent processes', async () => {
  for (let count = 0; count < 30; count += 1) await addUser()
  config.secretKeys.unshift(randomBytes(32))
  const all = await countOldFactors(firstKeyId())
  for await (const count of reencryptInBatches(db, firstKeyId(), 10)) {
    equal(count, 10)
    break
  }
  equal(await countOldFactors(firstKeyId()), all - 10)
  const progress: string[] = []
  await Promise.all([
    reencryptAll(db, (done, of) => progress.push(`${done}/${of}`)),
    reencryptAll(db, () => undefined),
  ])
  equal(await countOldFactors(firstKeyId()), 0)
  match(progress.join(), /^\d+\/\d+/)
  config.secretKeys.splice(1)
  await requireConfiguredKeys(db)
})

test('a batch is one update, skips rows that another process has locked, and they follow once the lock ends', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => addUser()))
  config.secretKeys.unshift(randomBytes(32))
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from second_factors where user_id = $1 for update', [users[2]?.id])
  const before = await countOldFactors(firstKeyId())
  const batches = reencryptInBatches(db, firstKeyId(), 1_000)
  const statements = await statementsOf(async () => {
    equal((await batches.next()).value, before - 1)
  })
  equal(statements.filter((text) => text.startsWith('update second_factors')).length, 1)
  equal(await countOldFactors(firstKeyId()), 1)
  setTimeout(() => void holder.query('commit').then(() => holder.release()), 500)
  const counts = await Array.fromAsync(batches)
  equal(counts.at(-1), 1)
  equal(await countOldFactors(firstKeyId()), 0)
  config.secretKeys.splice(1)
  await requireConfiguredKeys(db)
})

test('the count before a re-encryption reads no more values than its limit', async () => {
  for (let count = 0; count < 5; count += 1) await addUser()
  config.secretKeys.unshift(randomBytes(32))
  equal(await countUnderOtherKeys(db, firstKeyId(), 3), 3)
  config.secretKeys.shift()
})

test('a batch reads only the values that it replaces, regardless of how many follow', async () => {
  const ids = Array.from({ length: 3_000 }, () => randomUUID())
  await addManyUsers(ids.map((id) => ({ id, email: `${id}@quay.example` })))
  await addRows(
    'second_factors',
    ids.map((userId) => {
      const secret = encrypt('second-factor', userId, 'AAAA')
      return { userId, secret, confirmedAt: ago('1 minute') }
    }),
  )
  const owner = new pg.Client(process.env['DATABASE_OWNER_URL'])
  await owner.connect()
  await owner.query('vacuum analyze second_factors').finally(() => owner.end())
  config.secretKeys.unshift(randomBytes(32))
  await transaction(db, async (tx) => {
    const before = await countRead(tx)
    const batches = reencryptInBatches(tx, firstKeyId(), 10)
    for (let count = 0; count < 3; count += 1) await batches.next()
    equal((await countRead(tx)) - before, 30)
  })
  await reencryptAll(db, () => undefined)
  config.secretKeys.splice(1)
})

test('a server with a wrong key does not start and reports the missing key', async (t) => {
  await addUser()
  const right = firstKeyId()
  const result = await type(['keys:reencrypt'], { SECRET_KEYS: old.toString('base64') })
  equal(result.code, 1)
  await rejects(
    startPortico(t, { SECRET_KEYS: old.toString('base64') }),
    new RegExp(`^Error: SECRET_KEYS does not hold the key ${right}, with which .* are encrypted`),
  )
  config.secretKeys.unshift(randomBytes(32))
  const wrong = config.secretKeys.splice(1)
  await rejects(
    requireConfiguredKeys(db),
    new RegExp(`SECRET_KEYS does not hold the key ${right}, with which second factors`),
  )
  config.secretKeys.splice(0, 1, ...wrong)
  await requireConfiguredKeys(db)
})

test('the command takes no arguments', async () => {
  await rejects(reencryptCommand(['--fast']), /It takes no arguments/)
})

async function logInWithCode(user: TestUser): Promise<void> {
  const browser = await visitor()
  await updateRows('second_factors', { userId: user.id }, { lastStep: 0 })
  const { email, password, secret } = user
  await browser.call(login, { body: { email, password } })
  await browser.call(verifyCode, { body: { otp: codeOf(secret) } })
  equal(await browser.isLoggedIn(), true)
}

/** Adds a platform whose secret was encrypted by an earlier version. */
async function addHub(): Promise<void> {
  await upsertSubsystem(db, {
    id: 'hub',
    name: 'Hub',
    url: 'https://hub.example',
    clientSecret: 'a secret of the hub',
    redirectUris: ['https://hub.example/callback'],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
  const encrypted = encrypt('client-secret', 'hub', 'a secret of the hub')
  await updateRows('subsystems', { id: 'hub' }, { clientSecretHash: null, clientSecret: encrypted })
}

/** Counts the second factors that this connection has read lately. */
async function countRead(tx: Transaction): Promise<number> {
  const count = await scalar<number>(tx)`
    select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'second_factors'`
  return count ?? 0
}

async function countOldFactors(keyId: string): Promise<number> {
  const result = await row<{ count: number }>(db)`
    select count(*) as count from second_factors where split_part(secret, '.', 1) <> ${keyId}`
  await keysInUse(db)
  return result?.count ?? 0
}

/** Counts the values encrypted with a key in every text column of the database, to find forgotten columns. */
async function countUnder(keyId: string): Promise<number> {
  const columns = await rows<{ table: string; column: string }>(db)`
    select quote_ident(table_name) as table, quote_ident(column_name) as column
    from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb')
      and table_name not like 'audit\\_%'`
  let count = 0
  for (const { table, column } of columns) {
    const result = await db.query<{ count: number }>(
      `select count(*) as count from ${table} where ${column}::text ~ $1`,
      [`(^|")${keyId}\\.[\\w-]{16}\\.`],
    )
    count += result.rows[0]?.count ?? 0
  }
  return count
}

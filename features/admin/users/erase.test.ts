import { randomUUIDv7 } from 'node:crypto'
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createInvitation } from '#domain/invitations/invitation.ts'
import { markDelivered } from '#domain/platforms/platform-session.ts'
import { saveProfile } from '#domain/accounts/user.ts'
import { db, row, rows, scalar, scalars, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, giveRecoveryCodes, logInAdmin } from '#test/people.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { logIn } from '#test/people.ts'
import { newPlatform, receiveLogoutTokens, tokensOf } from '#test/platform.ts'
import { addRow, backdate, fromNow } from '#test/rows.ts'
import { deactivateUser } from './contract.ts'
import { eraseUserCommand } from './command.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const marker = 'zyzzogeton'
const email = `${marker}@quay.example`
const erase = (...options: string[]) =>
  eraseUserCommand(['--email', email, '--reason', 'Asked', ...options])

test('S17: erasing a user leaves only an id, and no personal data in any table except the audit log', async () => {
  const hub = await newPlatform({ backchannelLogoutUri: (await receiveLogoutTokens()).url })
  const user = await addUser({ email, firstname: marker, lastname: marker })
  const facts = { jobTitle: marker, phone: '+44 20 7946 0999', referralCode: marker }
  const rest = { timezone: 'UTC', preferredLanguage: 'en' } as const
  await saveProfile(db, user, { firstname: marker, lastname: marker, ...facts, ...rest })
  await giveRecoveryCodes(user)
  await grantAccess(db, user.id, [hub.id])
  await tokensOf(await logIn(user), hub)
  const partnerId =
    (await scalar<string>(db)`select partner_id from users where id = ${user.id}`) ?? ''
  const guest = { email, firstname: marker, lastname: marker, partnerId, subsystems: [] }
  await transaction(db, (tx) =>
    createInvitation(tx, { kind: 'system' }, { ...guest, preferredLanguage: 'en' }),
  )
  for (const key of [email, user.id]) {
    await addRow('failure_streaks', { key, failures: 3, staleAt: fromNow('1 year') })
  }
  const attempt = {
    id: randomUUIDv7(),
    userId: user.id,
    tokenHash: Buffer.from(marker),
    expiresAt: fromNow('1 hour'),
  }
  await addRow('login_attempts', attempt)
  ok((await tablesWith(marker)).length > 4)

  await rejects(erase(), /is active/)
  await support.call(deactivateUser, { params: { id: user.id }, body: {} })
  await rejects(erase(), /1 logout notifications .* not delivered/)
  for (const id of await scalars<string>(db)`select id from platform_sessions`) {
    await markDelivered(db, id)
  }
  match((await erase())[0] ?? '', new RegExp(`erased.*${user.id}`))

  deepEqual(await tablesWith(marker), [])
  deepEqual(await tablesWith('7946 0999'), [])
  deepEqual(await tablesWith(user.id), ['accounts', 'audit_log'])
  const { action, data } = (await auditOf(user.id)).at(-1) ?? {}
  deepEqual([action, data], ['user_erased', { reason: 'Asked' }])
  await rejects(erase(), /no user/)
  await rejects(eraseUserCommand([]), /--email is missing\n--reason is missing/)

  // The address can be used for another account.
  const again = await addUser({ email })
  ok(again.id !== user.id)
})

test('S17: a platform that does not accept logout notifications blocks an erasure only for a day', async () => {
  const hub = await newPlatform()
  const user = await addUser({ email: 'quidnunc@quay.example' })
  await grantAccess(db, user.id, [hub.id])
  await tokensOf(await logIn(user), hub)
  await support.call(deactivateUser, { params: { id: user.id }, body: {} })
  await backdate('platform_sessions', {}, { endedAt: '25 hours' })
  await eraseUserCommand(['--email', 'quidnunc@quay.example', '--reason', 'Asked'])
  equal(await row(db)`select id from users where id = ${user.id}`, undefined)
})

/** Returns the names of the tables that have a row with the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(db)`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`
  const names: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await db.query(
      `select from ${name} t where lower(t::text) like '%${text}%' limit 1`,
    )
    if (rowCount) names.push(name)
  }
  return names
}

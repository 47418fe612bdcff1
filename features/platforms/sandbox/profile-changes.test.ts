import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { addUser, refusedWith } from '#test/people.ts'
import { addRow } from '#test/rows.ts'
import { forge, guest, sandboxDb } from '#test/sandbox.ts'
import { logInToSandbox } from './contract.ts'

test('AP-06 a changed address or company is updated in the sandbox', async () => {
  const ada = await addUser()
  const { id } = await logInWith(await forge(ada, { claims: { partner: 'Old Quay' } }))
  const link = { kind: 'reset-password', tokenHash: Buffer.from(id), userId: id, email: ada.email }
  await addRow('one_time_links', link, sandboxDb)
  const claims = { email: `new-${ada.email}`, partner: 'New Quay' }
  const me = await logInWith(await forge(ada, { claims }))
  deepEqual([me.id, me.email, me.partner?.name], [id, claims.email, 'New Quay'])

  const open = await sandboxDb.query(
    `select id from one_time_links
     where user_id = $1 and kind = 'reset-password' and voided_at is null`,
    [id],
  )
  equal(open.rowCount, 0)
  const changed = await sandboxDb.query(
    `select data->'before'->>'email' as before, data->'after'->>'email' as after
     from audit_log where action = 'profile_changed' and actor_id = $1`,
    [id],
  )
  deepEqual(changed.rows, [{ before: ada.email, after: claims.email }])

  const alone = await logInWith(await forge(ada, { claims: { email: claims.email } }))
  deepEqual([alone.id, alone.partner], [id, null])
})

test('AP-06 concurrent logins after a change get the same account and record the change once', async () => {
  const ada = await addUser()
  const { id } = await logInWith(await forge(ada))
  const claims = { email: `many-${ada.email}` }
  const people = await Promise.all(
    Array.from({ length: 10 }, async () => logInWith(await forge(ada, { claims }))),
  )
  deepEqual([...new Set(people.map((me) => `${me.id} ${me.email}`))], [`${id} ${claims.email}`])
  const changed = await sandboxDb.query(
    `select id from audit_log where action = 'profile_changed' and actor_id = $1`,
    [id],
  )
  equal(changed.rowCount, 1)
})

test('AP-06 a changed address never takes over another account of the sandbox', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const before = await logInWith(await forge(ada))
  await logInWith(await forge(eve))
  const token = await forge(ada, { claims: { email: eve.email, partner: 'Elsewhere' } })
  await refusedWith(errorCodes.unableToProcess, guest()(logInToSandbox, { body: { token } }))
  deepEqual(await logInWith(await forge(ada)), before)
})

test('AP-06 a user who logged in at the portal by passkey opens the sandbox', async () => {
  for (const amr of [
    ['hwk', 'user'],
    ['swk', 'user'],
    ['pwd', 'swk'],
  ])
    ok((await logInWith(await forge(await addUser(), { claims: { amr } }))).id)
})

/** Logs in to the sandbox and returns the user. */
async function logInWith(token: string) {
  const browser = guest()
  await browser(logInToSandbox, { body: { token } })
  const { id, email, partner } = await browser(getMe, {})
  return { id, email, partner }
}

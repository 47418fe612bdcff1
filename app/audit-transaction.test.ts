import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { getMe } from '#contract/me.ts'
import { config } from '#server/config.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logIn, logInAdmin } from '#test/people.ts'
import { changesOf, register } from '#test/registered-platforms.ts'
import { saveProfile } from '../features/account/profile/contract.ts'
import { addPartner } from '../features/admin/companies/contract.ts'
import { changePlatform } from '../features/admin/platforms/contract.ts'
import { deactivateUser } from '../features/admin/users/contract.ts'

/** Runs `work` while every transaction that writes to the table fails at its commit. */
async function withFailingCommits(table: string, work: () => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: config.databaseOwnerUrl })
  await owner.connect()
  await owner.query(`
    create function refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'no commit in this test'; end $$;
    create constraint trigger refuse_commit after insert or update on ${table}
      deferrable initially deferred for each row execute function refuse_commit()`)
  try {
    await work()
  } finally {
    await owner.query(`drop function refuse_commit cascade`)
    await owner.end()
  }
}

const actionsOf = async (id: string) => (await auditOf(id)).map(({ action }) => action)

test('S1: an uncommitted change by a user leaves no row in the audit log', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const { firstname, lastname, jobTitle, timezone, preferredLanguage, phone, referralCode } =
    await laptop.call(getMe, {})
  const profile = { lastname, jobTitle, timezone, preferredLanguage, phone, referralCode }
  const before = await actionsOf(ada.id)
  await withFailingCommits('users', () =>
    rejects(laptop.call(saveProfile, { body: { ...profile, firstname: `${firstname}x` } })),
  )
  deepEqual(await actionsOf(ada.id), before)
})

test('S1: an uncommitted change by an admin leaves no row in the audit log', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const ada = await addUser()
  const platform = await register(browser)
  const before = await actionsOf(grace.id)
  const body = { name: 'Quay Ltd', active: true, subsystems: null, ipAllowRules: [] }
  await withFailingCommits('partners', () => rejects(browser.call(addPartner, { body })))
  await withFailingCommits('subsystems', () =>
    rejects(
      browser.call(changePlatform, {
        params: { id: platform.id },
        headers: { 'if-match': '"1"' },
        body: { ...changesOf(platform), name: 'Another name' },
      }),
    ),
  )
  const params = { id: ada.id }
  await withFailingCommits('users', () =>
    rejects(browser.call(deactivateUser, { params, body: { reason: 'a test' } })),
  )
  deepEqual(await actionsOf(grace.id), before)
  deepEqual(await actionsOf(ada.id), [])
})

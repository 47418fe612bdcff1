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

/** While `work` runs, no transaction that writes to the table can be committed: each fails at its end. */
async function whileNothingCommits(table: string, work: () => Promise<unknown>): Promise<void> {
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

test('S1: a change that is not committed leaves no row in the audit log: of a user', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const { firstname, lastname, jobTitle, timezone, preferredLanguage, phone, referralCode } =
    await laptop.call(getMe, {})
  const kept = { lastname, jobTitle, timezone, preferredLanguage, phone, referralCode }
  const before = await actionsOf(ada.id)
  await whileNothingCommits('users', () =>
    rejects(laptop.call(saveProfile, { body: { ...kept, firstname: `${firstname}x` } })),
  )
  deepEqual(await actionsOf(ada.id), before)
})

test('S1: a change that is not committed leaves no row in the audit log: of an admin', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const ada = await addUser()
  const platform = await register(browser)
  const before = await actionsOf(grace.id)
  const body = { name: 'Quay Ltd', active: true, subsystems: null, ipAllowRules: [] }
  await whileNothingCommits('partners', () => rejects(browser.call(addPartner, { body })))
  await whileNothingCommits('subsystems', () =>
    rejects(
      browser.call(changePlatform, {
        params: { id: platform.id },
        headers: { 'if-match': '"1"' },
        body: { ...changesOf(platform), name: 'Another name' },
      }),
    ),
  )
  const params = { id: ada.id }
  await whileNothingCommits('users', () =>
    rejects(browser.call(deactivateUser, { params, body: { reason: 'a test' } })),
  )
  deepEqual(await actionsOf(grace.id), before)
  deepEqual(await actionsOf(ada.id), [])
})

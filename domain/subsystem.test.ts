import { equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { db, row, run } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import { findPlatformAccessRefusal } from './platform-access.ts'
import { upsertSubsystem, findSubsystem, grantAccess, type Registration } from './subsystem.ts'

const hub: Registration = {
  id: 'hub',
  name: 'Hub',
  url: 'http://hub.example',
  clientSecret: 'a secret that stays one',
  redirectUris: ['http://hub.example/callback'],
  postLogoutUris: [],
  backchannelLogoutUri: null,
}

test('a platform that is registered again is changed', async () => {
  await upsertSubsystem(db, hub)
  await upsertSubsystem(db, { ...hub, name: 'Business hub' })

  equal((await findSubsystem(db, 'hub'))?.name, 'Business hub')
})

test('the secret of a platform is not to be read out of the database', async () => {
  await upsertSubsystem(db, hub)

  const stored = await row<{ text: string }>(db)`select s::text as text from subsystems s`

  ok(!stored?.text.includes('a secret that stays one'))
  equal((await findSubsystem(db, 'hub'))?.clientSecret, 'a secret that stays one')
})

test('PE-06: access is given once and for platforms that exist', async () => {
  await upsertSubsystem(db, hub)
  const ada = await addUser()
  equal(await findPlatformAccessRefusal(db, ada.id, 'hub', '192.0.2.1'), 'no_access')

  await grantAccess(db, ada.id, ['hub'])
  await grantAccess(db, ada.id, ['hub'])

  equal(await findPlatformAccessRefusal(db, ada.id, 'hub', '192.0.2.1'), undefined)
  await rejects(grantAccess(db, ada.id, ['nowhere']))
  equal(await findPlatformAccessRefusal(db, ada.id, 'nowhere', '192.0.2.1'), 'no_access')
})

test('PE-06: nobody enters a platform that is switched off', async () => {
  await upsertSubsystem(db, { ...hub, id: 'closed' })
  const ada = await addUser()
  await grantAccess(db, ada.id, ['closed'])

  await run(db)`update subsystems set active = false where id = 'closed'`

  equal(await findPlatformAccessRefusal(db, ada.id, 'closed', '192.0.2.1'), 'deactivated')
})

test('PE-06: nobody of a switched-off company enters a platform', async () => {
  await upsertSubsystem(db, hub)
  const ada = await addUser({ company: 'Sunken Ltd' })
  await grantAccess(db, ada.id, ['hub'])

  await run(db)`update partners set active = false where name = 'Sunken Ltd'`

  equal(await findPlatformAccessRefusal(db, ada.id, 'hub', '192.0.2.1'), 'no_partner')
})

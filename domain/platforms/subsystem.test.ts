import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { config } from '#server/config.ts'
import { db, row } from '#server/db.ts'
import { encrypt, tokenHash } from '#server/secret.ts'
import { addUser } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { findPlatformAccessRefusal } from '../platform-access/platform-access.ts'
import { grantAccess } from '../platform-access/platform-account.ts'
import {
  findSubsystem,
  hashClientSecrets,
  replaceClientSecret,
  upsertSubsystem,
  type Registration,
} from './subsystem.ts'

const hub: Registration = {
  id: 'hub',
  name: 'Hub',
  url: 'http://hub.example',
  clientSecret: 'a secret that stays one',
  redirectUris: ['http://hub.example/callback'],
  postLogoutUris: [],
  backchannelLogoutUri: null,
}

test('registering a platform again updates it', async () => {
  await upsertSubsystem(db, hub)
  await upsertSubsystem(db, { ...hub, name: 'Business hub' })

  equal((await findSubsystem(db, 'hub'))?.name, 'Business hub')
})

test('C9: only the hash of a client secret is stored', async () => {
  await upsertSubsystem(db, hub)

  const stored = await row<{ text: string; clientSecret: string | null }>(db)`
    select s::text as text, client_secret from subsystems s`

  ok(!stored?.text.includes('a secret that stays one'))
  equal(stored?.clientSecret, null)
  deepEqual(await secretsOf('hub'), [tokenHash('a secret that stays one'), null])
})

test('C9: encrypted secrets of an earlier version are read as hashes, and a job replaces them an hour after the upgrade', async () => {
  const until = new Date(Date.now() + 3_600_000)
  await upsertSubsystem(db, { ...hub, id: 'older' })
  await updateRows(
    'subsystems',
    { id: 'older' },
    {
      clientSecretHash: null,
      clientSecret: encrypt('client-secret', 'older', 'present'),
      oldClientSecret: encrypt('client-secret', 'older', 'former'),
      oldClientSecretUntil: until,
    },
  )
  const hashes = [tokenHash('present'), tokenHash('former')]
  deepEqual(await secretsOf('older'), hashes)

  equal(await hashClientSecrets(db), 0)
  await migratedBefore('2 hours')
  equal(await hashClientSecrets(db), 1)
  equal(await hashClientSecrets(db), 0)

  deepEqual(await secretsOf('older'), hashes)
  const left = await row(db)`
    select from subsystems where num_nonnulls(client_secret, old_client_secret) > 0`
  equal(left, undefined)
})

test('C9: a secret that is replaced before the job runs keeps its encrypted predecessor for the grace period', async () => {
  await upsertSubsystem(db, { ...hub, id: 'replaced' })
  await updateRows(
    'subsystems',
    { id: 'replaced' },
    { clientSecretHash: null, clientSecret: encrypt('client-secret', 'replaced', 'former') },
  )
  const change = { id: 'replaced', version: 1, clientSecret: 'present', graceHours: 24 }
  equal(await replaceClientSecret(db, change), true)
  deepEqual(await secretsOf('replaced'), [tokenHash('present'), tokenHash('former')])

  await migratedBefore('2 hours')
  equal(await hashClientSecrets(db), 1)

  deepEqual(await secretsOf('replaced'), [tokenHash('present'), tokenHash('former')])
})

async function secretsOf(id: string): Promise<unknown[]> {
  const platform = await findSubsystem(db, id)
  return [platform?.clientSecretHash, platform?.oldClientSecretHash]
}

async function migratedBefore(age: string): Promise<void> {
  const owner = new pg.Client({ connectionString: config.databaseOwnerUrl })
  await owner.connect()
  await owner.query('update migrations set applied_at = now() - $1::interval', [age])
  await owner.end()
}

test('PE-06: access is granted once, and only to platforms that exist', async () => {
  await upsertSubsystem(db, hub)
  const ada = await addUser()
  equal(await findPlatformAccessRefusal(db, ada.id, 'hub', '192.0.2.1'), 'no_access')

  await grantAccess(db, ada.id, ['hub'])
  await grantAccess(db, ada.id, ['hub'])

  equal(await findPlatformAccessRefusal(db, ada.id, 'hub', '192.0.2.1'), undefined)
  await rejects(grantAccess(db, ada.id, ['nowhere']))
  equal(await findPlatformAccessRefusal(db, ada.id, 'nowhere', '192.0.2.1'), 'no_access')
})

test('PE-06: a user cannot open a deactivated platform', async () => {
  await upsertSubsystem(db, { ...hub, id: 'closed' })
  const ada = await addUser()
  await grantAccess(db, ada.id, ['closed'])

  await updateRows('subsystems', { id: 'closed' }, { active: false })

  equal(await findPlatformAccessRefusal(db, ada.id, 'closed', '192.0.2.1'), 'deactivated')
})

test('PE-06: a user of a deactivated company cannot open a platform', async () => {
  await upsertSubsystem(db, hub)
  const ada = await addUser({ company: 'Sunken Ltd' })
  await grantAccess(db, ada.id, ['hub'])

  await updateRows('partners', { name: 'Sunken Ltd' }, { active: false })

  equal(await findPlatformAccessRefusal(db, ada.id, 'hub', '192.0.2.1'), 'no_partner')
})

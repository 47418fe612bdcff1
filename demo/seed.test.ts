// own process: fills an empty database
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { findImage } from '#domain/settings/image.ts'
import { countRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { db, scalars } from '#server/db.ts'
import { updateRows } from '#test/rows.ts'
import { demoEmail, seed } from './seed.ts'

const secrets = {
  password: 'Harbour-Lights-1834',
  adminPassword: 'Harbour-Lights-1906',
  clientSecrets: { 'business-hub': 'a'.repeat(32), onboarding: 'b'.repeat(32) },
  sampleSecret: 'secret-of-samples',
}

test('U15 the user of the demo has recovery codes', async () => {
  await seed(secrets)
  const ada = await findUserByEmail(db, demoEmail)
  equal(await countRecoveryCodes(db, ada?.id ?? ''), 10)
})

const logosNow = () => scalars<string | null>(db)`select logo from subsystems order by id`

test('B12 the demo’s platforms have logos, which a later start does not restore after their removal', async () => {
  await seed(secrets)
  const logos = await logosNow()
  equal(new Set(logos).size, 2)
  for (const logo of logos)
    equal((await findImage(db, logo ?? ''))?.subarray(1, 4).toString(), 'PNG')
  await updateRows('subsystems', {}, { logo: null })
  await seed(secrets)
  deepEqual(await logosNow(), [null, null])
})

test('U5 the demo has Latin names with accents, Arabic and Chinese names, without duplicates after a second start', async () => {
  await seed(secrets)
  await seed(secrets)
  const names = await scalars<string>(db)`select lastname from users`
  for (const name of ['Lefèvre', 'Yıldız', 'الخطيب', '王']) {
    equal(names.filter((each) => each === name).length, 1, name)
  }
})

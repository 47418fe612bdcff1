import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { countRecoveryCodes } from '#domain/recovery-code.ts'
import { findUserByEmail } from '#domain/user.ts'
import { db, scalars } from '#server/db.ts'
import { demoEmail, seed } from './seed.ts'

const secrets = {
  password: 'Harbour-Lights-1834',
  adminPassword: 'Harbour-Lights-1906',
  clientSecrets: { 'business-hub': 'secret-of-the-hub', onboarding: 'secret-of-onboarding' },
  sampleSecret: 'secret-of-samples',
}

test('U15 the user of the demo has recovery codes', async () => {
  await seed(secrets)
  const ada = await findUserByEmail(db, demoEmail)
  equal(await countRecoveryCodes(db, ada?.id ?? ''), 10)
})

test('U5 the demo has names in Latin with accents, Arabic and Chinese, once however often it starts', async () => {
  await seed(secrets)
  await seed(secrets)
  const names = await scalars<string>(db)`select lastname from users`
  for (const name of ['Lefèvre', 'Yıldız', 'الخطيب', '王']) {
    equal(names.filter((each) => each === name).length, 1, name)
  }
})

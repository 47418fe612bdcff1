import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { countRecoveryCodes } from '#domain/recovery-code.ts'
import { findUserByEmail } from '#domain/user.ts'
import { db } from '#server/db.ts'
import { demoEmail, seed } from './seed.ts'

test('U15 the user of the demo has recovery codes', async () => {
  const clientSecrets = { 'business-hub': 'secret-of-the-hub', onboarding: 'secret-of-onboarding' }
  await seed({
    password: 'Harbour-Lights-1834',
    adminPassword: 'Harbour-Lights-1906',
    clientSecrets,
  })
  const ada = await findUserByEmail(db, demoEmail)
  equal(await countRecoveryCodes(db, ada?.id ?? ''), 10)
})

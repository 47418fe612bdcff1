// own process: begins with an empty portal
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { configuredSettings, publishBrand } from '#domain/settings/brand.ts'
import { db } from '#server/db.ts'
import {
  addAdmin,
  addPlatform,
  addUser,
  giveRecoveryCodes,
  inviteUser,
  logInAdmin,
} from '#test/people.ts'
import { now, updateRows } from '#test/rows.ts'
import { firstSteps as steps, getOverview } from './contract.ts'

const admin = await addAdmin()
const browser = await logInAdmin(admin)

async function openSteps(): Promise<string[]> {
  const { firstSteps } = await browser.call(getOverview, { query: {} })
  return steps.filter((step) => firstSteps[step] === false)
}

test('a new installation lists each first step as open until it is completed, the last one a real login to a platform', async () => {
  await updateRows('recovery_codes', { userId: admin.id }, { usedAt: now })
  const all = ['platform', 'test', 'company', 'user', 'admin', 'codes', 'brand', 'mail', 'login']
  deepEqual(await openSteps(), all)
  await addPlatform({ id: 'first' })
  deepEqual(await openSteps(), all.slice(1))
  await updateRows('subsystems', { id: 'first' }, { testedAt: now, testedVersion: 1 })
  deepEqual(await openSteps(), all.slice(2))
  const { email } = await inviteUser()
  deepEqual(await openSteps(), all.slice(4))
  await addAdmin()
  deepEqual(await openSteps(), all.slice(5))
  await giveRecoveryCodes(admin)
  deepEqual(await openSteps(), all.slice(6))
  await publishBrand(db, admin.id, { version: 0, settings: configuredSettings() })
  deepEqual(await openSteps(), all.slice(7))
  await updateRows('mails', { toAddress: email }, { state: 'sent' })
  deepEqual(await openSteps(), ['login'])

  const { id: userId } = await addUser()
  const login = { subSystem: 'first', data: { test: 'yes' } }
  await recordAudit(db, { kind: 'user', userId }, 'platform_accessed', login)
  deepEqual(await openSteps(), ['login'], 'a test login is not a real one')
  await recordAudit(db, { kind: 'user', userId }, 'platform_accessed', { subSystem: 'first' })
  deepEqual(await openSteps(), [])
})

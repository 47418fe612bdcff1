// own process: begins with an empty portal
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { configuredSettings, publishBrand } from '#domain/settings/brand.ts'
import { db } from '#server/db.ts'
import { addAdmin, addPlatform, inviteUser, logInAdmin } from '#test/people.ts'
import { getOverview } from './contract.ts'

const admin = await addAdmin()
const browser = await logInAdmin(admin)

async function completedSteps(): Promise<string[]> {
  const { firstSteps } = await browser.call(getOverview, { query: {} })
  return Object.entries(firstSteps).flatMap(([step, isDone]) => (isDone ? [step] : []))
}

test('a new installation lists each first step as open until it is completed', async () => {
  deepEqual(await completedSteps(), [])
  await inviteUser()
  deepEqual(await completedSteps(), ['user'])
  await publishBrand(db, admin.id, { version: 0, settings: configuredSettings() })
  deepEqual(await completedSteps(), ['brand', 'user'])
  await addPlatform({ id: 'first' })
  deepEqual(await completedSteps(), ['platform', 'brand', 'user'])
})

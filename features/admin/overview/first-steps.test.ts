// own process: begins with an empty portal
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { configuredSettings, publishBrand } from '#domain/brand.ts'
import { db } from '#server/db.ts'
import { addAdmin, addPlatform, inviteUser, logInAdmin } from '#test/people.ts'
import { getOverview } from './contract.ts'

const admin = await addAdmin()
const browser = await logInAdmin(admin)

async function done(): Promise<string[]> {
  const { firstSteps } = await browser.call(getOverview, { query: {} })
  return Object.entries(firstSteps).flatMap(([step, isDone]) => (isDone ? [step] : []))
}

test('a new installation has each first step to do, until it is done', async () => {
  deepEqual(await done(), [])
  await inviteUser()
  deepEqual(await done(), ['user'])
  await publishBrand(db, admin.id, { version: 0, settings: configuredSettings() })
  deepEqual(await done(), ['brand', 'user'])
  await addPlatform({ id: 'first' })
  deepEqual(await done(), ['platform', 'brand', 'user'])
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { addAdmin, logInAdmin, refusedWith } from '#test/people.ts'
import * as contract from './contract.ts'

const [una, eve] = [await logInAdmin(await addAdmin()), await logInAdmin(await addAdmin())]
const body = { list: 'users', name: 'Fleet', query: { status: 'locked', sort: '-lastLogin' } }

test("an admin's preferences are saved and do not affect another admin", async () => {
  deepEqual(await una.call(contract.getPreferences, {}), contract.defaultPreferences)
  const preferences = { density: 'compact', letterKeys: false } as const
  deepEqual(await una.call(contract.savePreferences, { body: preferences }), preferences)
  deepEqual(await una.call(contract.getPreferences, {}), preferences)
  deepEqual(await eve.call(contract.getPreferences, {}), contract.defaultPreferences)
})

test('a view is listed and can be removed only by its own admin', async () => {
  const { id } = await una.call(contract.addView, { body })
  deepEqual(await una.call(contract.listViews, {}), [{ id, ...body }])
  deepEqual(await eve.call(contract.listViews, {}), [])
  await refusedWith(
    errorCodes.notFound,
    eve.call(contract.removeView, { params: { id }, body: {} }),
  )
  await una.call(contract.removeView, { params: { id }, body: {} })
  deepEqual(await una.call(contract.listViews, {}), [])
  await refusedWith(
    errorCodes.notFound,
    una.call(contract.removeView, { params: { id: 'x' }, body: {} }),
  )
})

test('of 30 views saved concurrently 20 are stored, and a name can be used only once', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `View ${at}`)
  const saved = await Promise.allSettled(
    names.map((name) => eve.call(contract.addView, { body: { ...body, name } })),
  )
  equal(saved.filter(({ status }) => status === 'fulfilled').length, contract.maxViews)
  equal((await eve.call(contract.listViews, {})).length, contract.maxViews)
  const twice = [body, body].map((each) => una.call(contract.addView, { body: each }))
  const answers = await Promise.allSettled(twice)
  deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('a view contains only names and values of filters, of limited length', async () => {
  for (const query of [{ 'a b': 'x' }, { status: 'x'.repeat(401) }, { status: '=1' }]) {
    await refusedWith(400001, una.call(contract.addView, { body: { ...body, name: 'Odd', query } }))
  }
})

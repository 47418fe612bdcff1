import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { profileExamples } from '#contract/profile-fields.ts'
import { commonErrors } from '#contract/refusal.ts'
import { saveProfile as saveStored } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { saveProfile, settleTimezone } from './contract.ts'

const details = {
  ...profileExamples,
  firstname: 'منى',
  lastname: '李',
  timezone: 'Africa/Cairo',
  preferredLanguage: 'ar',
} as const

test('AP-08 SC-11 saved details are returned in a later session', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await laptop.call(saveProfile, { body: details })
  const phone = await logIn(ada)
  const me = await phone.call(getMe, {})
  deepEqual(
    { ...details, email: ada.email },
    Object.fromEntries(
      [...Object.keys(details), 'email'].map((name) => [name, me[name as 'email']]),
    ),
  )
})

test('M4: a time zone is suggested until the user accepts it, declines it or chooses another', async () => {
  for (const [timezone, rows] of [
    ['Africa/Cairo', 1],
    ['UTC', 0],
  ] as const) {
    const ada = await addUser()
    const laptop = await logIn(ada)
    equal((await laptop.call(getMe, {})).timezoneSettled, false)
    const me = await laptop.call(settleTimezone, { body: { timezone } })
    deepEqual([me.timezone, me.timezoneSettled], [timezone, true])
    const changes = (await auditOf(ada.id)).filter((row) => row.action === 'profile_changed')
    equal(changes.length, rows, timezone)
  }
  const laptop = await logIn(await addUser())
  const unchanged = await laptop.call(saveProfile, { body: { ...details, timezone: 'UTC' } })
  equal(unchanged.timezoneSettled, false)
  const changed = await laptop.call(saveProfile, { body: details })
  equal(changed.timezoneSettled, true)
})

test('the audit log records each changed field with its old and new value, and no row without a change', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await laptop.call(saveProfile, { body: details })
  await laptop.call(saveProfile, { body: details })
  const rows = (await auditOf(ada.id)).filter((row) => row.action === 'profile_changed')
  equal(rows.length, 1)
  deepEqual((rows[0]?.data['before'] as { firstname: string }).firstname, 'Ada')
  deepEqual(rows[0]?.data['after'], details)
})

test('a profile without a field, as the previous release sends it, keeps the stored value', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await laptop.call(saveProfile, { body: details })
  const { jobTitle, ...others } = details
  await saveStored(db, ada, others as typeof details)
  equal((await laptop.call(getMe, {})).jobTitle, jobTitle)
})

test('VA-08 VA-11 VA-14 a formula, an empty name and an unknown time zone are each reported at their field', async () => {
  const laptop = await logIn(await addUser())
  const body = { ...details, firstname: '', jobTitle: '=1+1', timezone: 'Mars/Olympus' }
  const refusal = await refusedWith(commonErrors.invalidInput, laptop.call(saveProfile, { body }))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [
      ['firstname', 'required'],
      ['jobTitle', 'startsWithEquals'],
      ['timezone', 'invalidTimeZone'],
    ],
  )
})

test('an unknown key in the body is rejected', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  for (const extra of [
    { permissions: ['manage_admin_user'] },
    { email: 'eve@quay.example' },
    { active: true },
  ]) {
    await refusedWith(
      commonErrors.invalidInput,
      laptop.call(saveProfile, { body: { ...details, ...extra } as typeof details }),
    )
  }
})

test('ER-03 reading and saving details require a login', async () => {
  const stranger = await visitor()
  await refusedWith(commonErrors.notLoggedIn, stranger.call(getMe, {}))
  await refusedWith(commonErrors.notLoggedIn, stranger.call(saveProfile, { body: details }))
})

import { deepEqual, equal } from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { addUser, codeOf, visitor } from '#test/people.ts'
import { addRow, updateRows } from '#test/rows.ts'
import { login, verifyCode } from './contract.ts'

test('PE-06 AP-07 the login response contains the IP address and the state of platforms that are not allowed from it', async () => {
  await upsertSubsystem(db, {
    id: 'quay',
    name: 'Quay',
    url: 'https://quay.example',
    clientSecret: 'a secret',
    redirectUris: ['https://quay.example/callback'],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
  const ada = await addUser({ company: 'Allowed Ltd' })
  await grantAccess(db, ada.id, ['quay'])
  const partnerId = await findOrCreatePartner(db, 'Allowed Ltd')
  await addRow('ip_allow_rules', { id: randomUUIDv7(), partnerId, cidr: '10.0.0.0/8' })
  for (const [ipAddress, state] of [
    ['198.51.100.9', 'ip_not_allowed'],
    ['10.1.2.3', 'active'],
  ] as const) {
    const browser = await visitor({ ipAddress })
    await browser.call(login, { body: { email: ada.email, password: ada.password } })
    await updateRows('second_factors', { userId: ada.id }, { lastStep: 0 })
    const { user } = await browser.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
    equal(user.ipAddress, ipAddress)
    deepEqual(
      user.subsystems.map((each) => each.state),
      [state],
    )
    deepEqual(await browser.call(getMe, {}), user)
  }
})

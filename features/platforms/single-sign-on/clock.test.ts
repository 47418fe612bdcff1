import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { recordIdOf } from '#domain/platforms/oidc-record.ts'
import { withClockAhead } from '#test/clock.ts'
import { authorize, exchange, isActive, newPlatform, visitorOf } from '#test/platform.ts'
import { backdate } from '#test/rows.ts'

test('3S13: codes and tokens expire by the clock of the database, also at a server whose clock is ahead', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  const { access_token: access, refresh_token: refresh = '' } = await withClockAhead(2, () =>
    exchange(hub, authorized),
  )
  const { active, exp = 0 } = await withClockAhead(30, () =>
    client.tokenIntrospection(hub.config, access),
  )
  equal(active, true)
  ok(exp <= Date.now() / 1000 + 36 * 60, `${exp}`)
  await withClockAhead(13 * 60, () => client.refreshTokenGrant(hub.config, refresh))

  const record = { model: 'AccessToken', id: recordIdOf(access) }
  await backdate('oidc_records', record, { expiresAt: '6 minutes' })
  equal(await withClockAhead(-180, () => isActive(hub, access)), false)
})

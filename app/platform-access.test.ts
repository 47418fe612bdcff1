import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logIn, logInAdmin } from '#test/people.ts'
import {
  authorize,
  buildAuthorizationRequest,
  follow,
  newPlatform,
  tokensOf,
} from '#test/platform.ts'
import { guestOf, inviteAs, ownToken } from '#test/platform-api.ts'
import { ago, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { givePlatform } from '../features/admin/companies/contract.ts'
import { inviteCommand } from '../features/admin/invitations/command.ts'
import { addInvitation } from '../features/admin/invitations/contract.ts'
import { platformCommand } from '../features/admin/platforms/command.ts'
import { setPlatforms } from '../features/admin/users/contract.ts'
import { startWorker } from './worker.ts'

const admin = await logInAdmin(await addAdmin({ roles: ['support'] }))
const reason = 'Joined the treasury'
const names = { firstname: 'Ada', lastname: 'Byron' }

type Scene = { user: { id: string; email: string }; company: string; partnerId: string; id: string }

/** Every way to grant an existing user access to a platform. */
const ways: Record<string, (scene: Scene & { token: string }) => Promise<unknown>> = {
  'the call of the screen': ({ user, id }) =>
    admin.call(setPlatforms, {
      params: { id: user.id },
      headers: {},
      body: { subsystems: [{ id }], reason },
    }),
  'the call for a company': ({ partnerId, id }) =>
    admin.call(givePlatform, { params: { id: partnerId, subsystem: id }, body: { reason } }),
  'the command': ({ user, id }) =>
    platformCommand(['grant', '--id', id, '--email', user.email, '--reason', reason]),
  'an invitation': ({ user, partnerId, id }) =>
    admin.call(addInvitation, {
      body: { ...names, email: user.email, partnerId, subsystems: [id], preferredLanguage: 'en' },
    }),
  'the command for invitations': ({ user, company, id }) =>
    inviteCommand(
      Object.entries({ ...names, email: user.email, company, subsystems: id }).flatMap(
        ([name, value]) => [`--${name}`, value],
      ),
    ),
  'an invitation by the platform': ({ user, partnerId, token }) =>
    inviteAs({ token }, { ...guestOf({ partnerId } as never), email: user.email }),
}

for (const [name, grant] of Object.entries(ways)) {
  test(`M1 P18: a user who joined a year ago gets access to a new platform by ${name}, and enters it with the next click`, async () => {
    const company = `Company of ${name}`
    const user = await addUser({ company })
    await updateRows('users', { id: user.id }, { createdAt: ago('1 year') })
    const laptop = await logIn(user)
    const hub = await newPlatform({ mayInvite: true })
    await updateRows('partners', { name: company }, { subsystems: [hub.id] })
    const partnerId = await findOrCreatePartner(db, company)
    const { url } = await follow(laptop, (await buildAuthorizationRequest(hub)).url)
    equal(url.searchParams.get('error_type'), 'no_access')

    const worker = await startWorker()
    const token = await ownToken(hub)
    await grant({ user, company, partnerId, id: hub.id, token })
    await until(async () =>
      (await auditOf(user.id)).some(({ action }) => action === 'platform_access_given'),
    )
    await worker.stop()
    const { back } = await authorize(laptop, hub, { prompt: 'none' })
    ok(back.searchParams.has('code'), back.href)
    equal((await tokensOf(laptop, hub)).claims.sub, user.id)
  })
}

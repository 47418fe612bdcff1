// covers queue:platform-invitation, mail:platform-invitation
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { createCall } from '#contract/call.ts'
import { getMe } from '#contract/me.ts'
import {
  getOwnInvitation,
  inviteToPlatform,
  listOwnInvitations,
} from '../../features/platforms/api/contract.ts'
import { unique } from './browser.ts'
import { tokenIn } from './mails.ts'
import { join, mails, newCompany, newUser } from './people.ts'
import { place } from './place.ts'
import { newPlatform } from './platforms.ts'

test('a platform invites a user with its own token, and sees that the user has joined', async () => {
  const platform = await newPlatform({ mayInvite: true })
  const company = await newCompany({ subsystems: [platform.id] })
  const { access_token: token } = await client.clientCredentialsGrant(platform.config, {
    scope: 'invitations',
  })
  const call = createCall({
    base: (path) => `${place.url}${path}`,
    hasCookie: false,
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...(init?.headers as object), authorization: `Bearer ${token}` },
      }),
  })
  const invite = (email: string) =>
    call(inviteToPlatform, {
      headers: { 'idempotency-key': unique() },
      body: {
        email,
        firstname: 'Grace',
        lastname: 'Hopper',
        partnerId: company.id,
        preferredLanguage: 'en',
      },
    })
  const email = `guest-${unique()}@quay.example`
  const { id, state } = await invite(email)
  equal(state, 'open')
  const mail = await mails.next(email)
  const user = await join({ email, token: tokenIn(mail, 'sign-up'), companyId: company.id })
  const { subsystems } = await user.browser.call(getMe, {})
  deepEqual(
    subsystems.map((each) => [each.id, each.state]),
    [[platform.id, 'active']],
  )
  equal((await call(getOwnInvitation, { params: { id } })).state, 'accepted')

  const existingUser = await newUser()
  await invite(existingUser.email)
  await mails.next(existingUser.email, /tried to invite you/)
  const listed = await call(listOwnInvitations, { query: {} })
  deepEqual(listed.map((each) => each.email).toSorted(), [email, existingUser.email].toSorted())
})

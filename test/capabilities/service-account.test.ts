// covers approval:service-account-add
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createCall } from '#contract/call.ts'
import { errorCodes } from '#contract/refusal.ts'
import { addInvitation } from '../../features/admin/invitations/contract.ts'
import { listServiceAccounts } from '../../features/admin/service-accounts/list-contract.ts'
import {
  changeServiceAccount,
  getServiceAccount,
  getServiceAccountTerms,
  revokeServiceAccount,
} from '../../features/admin/service-accounts/contract.ts'
import { getUser, listUsers } from '../../features/admin/users/contract.ts'
import { unique } from './browser.ts'
import { expectErrorCode, mails, newUser } from './people.ts'
import { place } from './place.ts'
import { requestServiceAccount, tokenOf } from './key-accounts.ts'
import { admin, approve } from './staff.ts'

const scopes = ['admin:users.read' as const, 'admin:invitations' as const]

test('an approved service account calls the admin API with a token for its key until it is revoked', async () => {
  const account = await requestServiceAccount(scopes)
  equal((await admin.browser.call(getServiceAccountTerms, {})).takesTwoPeople, true)
  await approve(account.approvalId)
  const token = await tokenOf(account, scopes.join(' '))
  const call = createCall({
    base: (path) => `${place.url}/api${path}`,
    hasCookie: false,
    fetch: (url, init) => {
      const headers = { ...(init?.headers as object), authorization: `Bearer ${token}` }
      return fetch(url, { ...init, headers })
    },
  })
  const user = await newUser()
  const [listed] = await call(listUsers, { query: { q: user.email } })
  deepEqual(
    [listed?.id, (await call(getUser, { params: { id: user.id } })).email],
    [user.id, user.email],
  )
  const email = `by-service-${unique()}@harbour.example`
  await call(addInvitation, {
    body: {
      email,
      firstname: 'Ada',
      lastname: 'Byron',
      partnerId: user.companyId,
      subsystems: [],
      preferredLanguage: 'en',
    },
  })
  match((await mails.next(email)).subject, /invit/)

  const { id } = account
  const registered = await admin.browser.call(getServiceAccount, { params: { id } })
  const { jwks, jwksUri, expiresAt, allowedFrom, etag } = registered
  const body = { name: 'Fewer', scopes: scopes.slice(0, 1), jwks, jwksUri, allowedFrom }
  await admin.browser.call(changeServiceAccount, {
    params: { id },
    headers: { 'if-match': etag },
    body: { ...body, expiresAt: String(expiresAt) },
  })
  const accounts = await admin.browser.call(listServiceAccounts, {})
  equal(accounts.find((each) => each.id === id)?.name, 'Fewer')
  await admin.browser.call(revokeServiceAccount, { params: { id }, body: {} })
  await expectErrorCode(errorCodes.invalidToken, call(listUsers, { query: {} }))
})

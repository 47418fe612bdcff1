import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import * as contract from './contract.ts'
import * as mails from './mails-contract.ts'
import { endSessions } from './sessions-contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const reason = 'Left the company'

const unknownId = '01900000-0000-7000-8000-000000000000'

const passkey = (id: string) => ({ id, passkeyId: unknownId })
const link = (id: string) => ({ id, tokenId: unknownId })

test('SC-13 the details of a user contain the sessions, and the number that a deactivation would end', async () => {
  const ada = await addUser()
  await logIn(ada, { ipAddress: '198.51.100.7' })
  await logIn(ada)
  const details = await support.call(contract.getUser, { params: { id: ada.id } })
  equal(details.effect.openSessions, 2)
  equal(details.secondFactor, 'set')
  ok(details.sessions.some(({ ipAddress }) => ipAddress === '198.51.100.7'))
  equal(JSON.stringify(details).includes('token'), false)
})

test('an admin ends all sessions of a user, and the audit log contains the reason', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const request = { params: { id: ada.id }, body: { reason } }
  deepEqual(await support.call(endSessions, request), { ended: 1 })
  equal(await laptop.isLoggedIn(), false)
  const last = (await auditOf(ada.id)).at(-1)
  deepEqual(
    [last?.action, last?.data, last?.subSystem],
    ['all_sessions_ended', { ended: 1, reason }, 'admin'],
  )
  ok(last?.requestId)
})

test('the id of a company or an admin, an unknown id and a malformed id answer 404', async () => {
  const partnerId = await findOrCreatePartner(db, 'Harbour Ltd')
  const adminId = (await addAdmin()).id
  for (const id of [partnerId, adminId, unknownId, 'nothing', "' or 1=1", '%00']) {
    const params = { id }
    for (const call of [
      () => support.call(contract.getUser, { params }),
      () => support.call(mails.listTokens, { params }),
      () => support.call(mails.listMails, { params }),
      () => support.call(contract.activateUser, { params, body: {} }),
      () => support.call(contract.deactivateUser, { params, body: {} }),
      () => support.call(endSessions, { params, body: { reason } }),
      () => support.call(contract.disablePasskey, { params: passkey(id), body: { reason } }),
      () => support.call(mails.revokeLink, { params: link(id), body: {} }),
      () => support.call(contract.resetPassword, { params, body: { reason } }),
      () => support.call(contract.resetTwoFactor, { params, body: { reason } }),
      () => support.call(mails.resendMail, { params, body: {} }),
    ]) {
      await refusedWith(errorCodes.notFound, call())
    }
  }
})

test('PE-02 PE-03 an admin without the permission, a user and a visitor are refused at every endpoint', async () => {
  const ada = await addUser()
  const params = { id: ada.id }
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const powerless = await logInAdmin(await addAdmin({ roles: [] }))
  for (const [browser, code] of [
    [auditor, commonErrors.forbidden],
    [powerless, commonErrors.forbidden],
    [await logIn(ada), commonErrors.notLoggedIn],
    [await visitor(), commonErrors.notLoggedIn],
  ] as const) {
    for (const call of [
      () => browser.call(contract.listUsers, {}),
      () => browser.call(contract.getUser, { params }),
      () => browser.call(mails.listTokens, { params }),
      () => browser.call(mails.listMails, { params }),
      () => browser.call(contract.activateUser, { params, body: {} }),
      () => browser.call(contract.deactivateUser, { params, body: {} }),
      () => browser.call(endSessions, { params, body: { reason } }),
      () => browser.call(contract.disablePasskey, { params: passkey(ada.id), body: { reason } }),
      () => browser.call(mails.revokeLink, { params: link(ada.id), body: {} }),
      () => browser.call(contract.resetPassword, { params, body: { reason } }),
      () => browser.call(contract.resetTwoFactor, { params, body: { reason } }),
      () => browser.call(mails.resendMail, { params, body: {} }),
    ]) {
      await refusedWith(code, call())
    }
  }
  equal((await support.call(contract.getUser, { params })).active, true)
})

test('a reason that is missing, too long or starts like a formula is rejected at its field', async () => {
  const { id } = await addUser()
  for (const wrong of ['', 'x'.repeat(501), '=1+1']) {
    const call = support.call(endSessions, { params: { id }, body: { reason: wrong } })
    equal((await refusedWith(400001, call)).faults[0]?.field, 'reason')
  }
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { findInvitation } from '#domain/invitations/invitation.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { browser, invited, livingLinks, newGuest } from '#test/invitations.ts'
import { passHumanCheck, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { fromNow, updateRows } from '#test/rows.ts'
import { signUp } from '../../account/sign-up/contract.ts'
import * as contract from './contract.ts'

test('the link of a revoked invitation is rejected like an expired link', async () => {
  const { id, token, email } = await invited()
  await browser.call(contract.revokeInvitation, { params: { id }, body: {} })
  const guest = await visitor()
  await refusedWith(errorCodes.invalidLink, signUpWith(guest, token, email))
  deepEqual(await livingLinks(id), [])
  equal((await auditOf(id)).at(-1)?.action, 'invitation_revoked')
})

test('an accepted or revoked invitation can be neither resent nor revoked', async () => {
  const revoked = await invited()
  await browser.call(contract.revokeInvitation, { params: { id: revoked.id }, body: {} })
  const accepted = await invited()
  await signUpWith(await visitor(), accepted.token, accepted.email)
  for (const { id } of [revoked, accepted]) {
    for (const endpoint of [contract.resendInvitation, contract.revokeInvitation]) {
      await refusedWith(
        errorCodes.changedMeanwhile,
        browser.call(endpoint, { params: { id }, body: {} }),
      )
    }
  }
  const states = await browser.call(contract.listInvitations, { query: {} })
  const stateOf = (id: string) => states.find((each) => each.id === id)?.state
  deepEqual([stateOf(revoked.id), stateOf(accepted.id)], ['revoked', 'accepted'])
})

const endOf = async (id = '') => (await findInvitation(db, id))?.accessExpiresAt

test('a list that replaces an invitation grants access until the same time', async () => {
  const { id: replaces } = await invited()
  const end = fromNow('30 days')
  await updateRows('invitations', { id: replaces }, { accessExpiresAt: end })
  const { partnerId: companyId, subsystems, redirectUrl: _, ...guest } = newGuest()
  const replace = () =>
    browser.call(contract.addInvitations, {
      headers: { 'idempotency-key': randomUUID() },
      body: { companyId, subsystems, rows: [guest], replaces },
    })
  const { rows: added } = await replace()
  ok(await endOf(replaces))
  deepEqual(await endOf(added[0]?.id), await endOf(replaces))
  await browser.call(contract.revokeInvitation, { params: { id: replaces }, body: {} })
  const refusal = await refusedWith(errorCodes.invalidInput, replace())
  deepEqual(refusal.faults[0]?.field, 'replaces')
})

test('exactly one of a concurrent sign-up and revocation succeeds', async () => {
  const { id, token, email } = await invited()
  const guest = await visitor()
  const [signedUp, revoked] = await Promise.allSettled([
    signUpWith(guest, token, email),
    browser.call(contract.revokeInvitation, { params: { id }, body: {} }),
  ])
  const isMember = (await rows(db)`select id from users where email = ${email}`).length === 1
  equal(isMember, signedUp.status === 'fulfilled')
  equal(isMember, revoked.status === 'rejected')
})

async function signUpWith(guest: Visitor, token: string, email: string): Promise<void> {
  const password = 'Quiet-Lantern-77'
  await guest.call(signUp, {
    body: {
      token,
      email,
      password,
      confirmPassword: password,
      humanCheck: await passHumanCheck(guest),
      acceptTerms: true,
    },
  })
}

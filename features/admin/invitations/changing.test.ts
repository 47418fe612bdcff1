import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { findInvitation } from '#domain/invitations/invitation.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { browser, invited, livingLinks } from '#test/invitations.ts'
import { addPlatform, passHumanCheck, visitor } from '#test/people.ts'
import { signUp } from '../../account/sign-up/contract.ts'
import type { Changes } from './change.ts'
import { changeInvitations } from './change-contract.ts'
import * as contract from './contract.ts'

await addPlatform({ id: 'desk' })

async function change(ids: string[], changes: Changes, key = randomUUID() as string) {
  const headers = { 'idempotency-key': key }
  return (await browser.call(changeInvitations, { headers, body: { ids, ...changes } })).results
}

async function signUpWith({ token, email }: Awaited<ReturnType<typeof invited>>) {
  const guest = await visitor()
  const password = 'A-Quiet-Harbour-9'
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

test('3A1: a changed invitation keeps its link, and the sign-up grants what it says now', async () => {
  const invitation = await invited()
  const { id, email } = invitation
  const links = await livingLinks(id)
  const end = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const changes = { subsystems: ['desk'], preferredLanguage: 'fr', accessExpiresAt: end } as const
  deepEqual(await change([id], { ...changes, subsystems: ['desk'] }), [{ id, code: null }])
  deepEqual(await livingLinks(id), links)
  const changed = await findInvitation(db, id)
  deepEqual(
    [changed?.subsystems, changed?.preferredLanguage, changed?.accessExpiresAt?.toISOString()],
    [['desk'], 'fr', end],
  )
  const entry = (await auditOf(id)).at(-1)
  deepEqual(
    [entry?.action, entry?.data],
    [
      'invitation_changed',
      {
        before: { subsystems: ['hub'], preferredLanguage: 'en', accessExpiresAt: null },
        after: changes,
      },
    ],
  )
  await signUpWith(invitation)
  const user = await findUserByEmail(db, email)
  deepEqual(
    await rows(
      db,
    )`select subsystem_id, expires_at from subsystem_accounts where user_id = ${user?.id}`,
    [{ subsystemId: 'desk', expiresAt: new Date(end) }],
  )
})

test('a change of invitations without effect leaves no audit row, and a retry with its key changes nothing', async () => {
  const { id } = await invited()
  await change([id], { subsystems: ['hub'] })
  equal((await auditOf(id)).length, 1)
  const key = randomUUID()
  await change([id], { preferredLanguage: 'es' }, key)
  await change([id], { preferredLanguage: 'en' })
  await change([id], { preferredLanguage: 'es' }, key)
  equal((await findInvitation(db, id))?.preferredLanguage, 'en')
})

test('an invitation that ended, or to a company without the platform, is reported and the others change', async () => {
  const [open, revoked] = [await invited(), await invited()]
  await browser.call(contract.revokeInvitation, { params: { id: revoked.id }, body: {} })
  const changed = await change([revoked.id, open.id, 'nothing'], { subsystems: [] })
  deepEqual(
    changed.map(({ code }) => code),
    [errorCodes.changedMeanwhile, null, errorCodes.notFound],
  )
  deepEqual((await findInvitation(db, open.id))?.subsystems, [])
  const [unknown] = await change([open.id], { subsystems: ['unknown'] })
  equal(unknown?.code, errorCodes.invalidInput)
})

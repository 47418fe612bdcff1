import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { consumeLink, mailedToken, createLink } from '#domain/sign-in/link.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addAdmin, addUser, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { addRow, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'
import * as mails from './mails-contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const reason = 'Left the company'

test('SC-14 AP-19 a user’s outstanding links are listed without their tokens', async () => {
  const ada = await addUser()
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const old = await createLink(db, { kind: 'reset-password', ...about })
  const fresh = await createLink(db, { kind: 'reset-password', ...about })
  const token = (await mailedToken(db, fresh)) ?? ''
  const links = await support.call(mails.listTokens, { params: { id: ada.id } })
  deepEqual(
    links.map(({ id, kind, usedAt }) => ({ id, kind, usedAt })),
    [{ id: fresh, kind: 'reset-password', usedAt: null }],
  )
  equal(
    links.some(({ id }) => id === old),
    false,
  )
  const answer = await support.fetch(`/api/admin/users/${ada.id}/tokens`)
  equal((await answer.text()).includes(token), false)
})

test('reset links are mailed to the user, recorded with the admin as creator, and void older ones', async () => {
  const admin = await addAdmin({ roles: ['user_admin'] })
  const browser = await logInAdmin(admin)
  const ada = await addUser()
  const request = { params: { id: ada.id }, body: { reason } }
  await browser.call(contract.resetTwoFactor, request)
  await browser.call(contract.resetTwoFactor, request)
  await browser.call(contract.resetPassword, request)
  const links = await rows<{ kind: string; createdBy: string }>(db)`
    select kind, created_by from one_time_links
    where user_id = ${ada.id} and voided_at is null order by kind`
  deepEqual(links, [
    { kind: 'reset-mfa', createdBy: `admin:${admin.id}` },
    { kind: 'reset-password', createdBy: `admin:${admin.id}` },
  ])
  const worker = await startWorker()
  const texts = await Promise.all(
    [/reset-mfa\//, /reset-password\//].map((link) => mailWith(ada.email, link)),
  )
  await worker.stop()
  for (const text of texts) match(text, /http:\/\/localhost:8080\/reset-/)
  const { action, data } = (await auditOf(ada.id)).at(-1) ?? {}
  equal(action, 'password_link_sent')
  equal(data?.['reason'], reason)
})

test('no link is mailed to a deactivated user or a user of a deactivated company', async () => {
  const ada = await addUser()
  await updateRows('users', { id: ada.id }, { active: false })
  const eve = await addUser({ company: 'Sunken Ltd' })
  await updateRows('partners', { name: 'Sunken Ltd' }, { active: false })
  for (const endpoint of [contract.resetPassword, contract.resetTwoFactor]) {
    await refusedWith(
      errorCodes.userInactive,
      support.call(endpoint, { params: { id: ada.id }, body: { reason } }),
    )
    await refusedWith(
      errorCodes.partnerInactive,
      support.call(endpoint, { params: { id: eve.id }, body: { reason } }),
    )
  }
})

test('a sent mail is resent as a new mail with the same link; a queued mail is not resent', async () => {
  const ada = await addUser()
  await support.call(contract.resetPassword, { params: { id: ada.id }, body: { reason } })
  const [waiting] = await support.call(mails.listMails, { params: { id: ada.id } })
  await support.call(mails.resendMail, { params: { id: waiting?.id ?? '' }, body: {} })
  equal((await support.call(mails.listMails, { params: { id: ada.id } })).length, 1)

  const worker = await startWorker()
  const first = await mailbox.waitFor(ada.email, /(?:)/, 20_000)
  await until(async () => {
    const [mail] = await support.call(mails.listMails, { params: { id: ada.id } })
    return mail?.state === 'sent'
  })
  await support.call(mails.resendMail, { params: { id: waiting?.id ?? '' }, body: {} })
  await until(async () => (await mailsTo(ada.email)).length === 2)
  await until(async () => {
    const all = await support.call(mails.listMails, { params: { id: ada.id } })
    return all.every(({ state }) => state === 'sent')
  })
  await worker.stop()
  const both = await mailsTo(ada.email)
  equal(new Set(both.map(({ messageId }) => messageId)).size, 2)
  const texts = both.map(({ text }) => text)
  equal(new Set(texts.map(linkOf)).size, 1)
  ok(linkOf(first.text))
  const states = await support.call(mails.listMails, { params: { id: ada.id } })
  deepEqual(
    states.map(({ state, lastError }) => ({ state, lastError })),
    [
      { state: 'sent', lastError: null },
      { state: 'sent', lastError: null },
    ],
  )
})

test('a mail to an admin cannot be resent as a mail to a user', async () => {
  const admin = await addAdmin()
  const id = crypto.randomUUID()
  await addRow('mails', {
    id,
    kind: 'admin-set-up',
    toAddress: admin.email,
    userId: admin.id,
    language: 'en',
    state: 'sent',
  })
  await refusedWith(
    errorCodes.notFound,
    support.call(mails.resendMail, { params: { id }, body: {} }),
  )
})

test('revoking a mailed link voids it, cancels its queued mail, and is recorded with the reason', async () => {
  const admin = await addAdmin({ roles: ['support'] })
  const browser = await logInAdmin(admin)
  const ada = await addUser()
  await browser.call(contract.resetTwoFactor, { params: { id: ada.id }, body: { reason } })
  const { openLinks } = await browser.call(contract.getUser, { params: { id: ada.id } })
  deepEqual(
    openLinks.map(({ kind }) => kind),
    ['reset-mfa'],
  )
  const [{ id: tokenId = '' } = {}] = openLinks
  const token = (await mailedToken(db, tokenId)) ?? ''
  const params = { id: ada.id, tokenId }
  await browser.call(mails.revokeLink, { params, body: { reason } })
  const owner = await visitor()
  await refusedWith(errorCodes.invalidLink, owner.call(checkLink, { body: { token } }))
  const after = await browser.call(contract.getUser, { params: { id: ada.id } })
  deepEqual(after.openLinks, [])
  const { action, actorId, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual(
    [action, actorId, data],
    ['link_revoked', admin.id, { linkId: tokenId, kind: 'reset-mfa', reason }],
  )
  const again = browser.call(mails.revokeLink, { params, body: {} })
  await refusedWith(errorCodes.notFound, again)
  const worker = await startWorker()
  await until(async () => {
    const [mail] = await support.call(mails.listMails, { params: { id: ada.id } })
    return mail?.state === 'obsolete'
  })
  await worker.stop()
})

test('a link of another user, a protective link and a used link cannot be revoked', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const open = await createLink(db, { kind: 'reset-password', ...about })
  const logOut = await createLink(db, { kind: 'log-me-out', ...about })
  const stop = await createLink(db, { kind: 'stop-recovery', ...about })
  const used = await createLink(db, { kind: 'reset-mfa', ...about })
  equal(await consumeLink(db, used), true)
  for (const [id, tokenId] of [
    [eve.id, open],
    [ada.id, logOut],
    [ada.id, stop],
    [ada.id, used],
    [ada.id, 'nothing'],
  ] as const) {
    const call = support.call(mails.revokeLink, { params: { id, tokenId }, body: {} })
    await refusedWith(errorCodes.notFound, call)
  }
  for (const id of [open, logOut, stop]) ok(await mailedToken(db, id))
})

test('of five concurrent revocations exactly one succeeds and is recorded', async () => {
  const ada = await addUser()
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const tokenId = await createLink(db, { kind: 'reset-password', ...about })
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      support.call(mails.revokeLink, { params: { id: ada.id, tokenId }, body: {} }),
    ),
  )
  equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
  equal((await auditOf(ada.id)).filter(({ action }) => action === 'link_revoked').length, 1)
})

async function mailsTo(email: string) {
  return (await mailbox.messages()).filter((mail) => mail.to[0]?.address === email)
}

async function mailWith(email: string, link: RegExp): Promise<string> {
  for (let wait = 0; wait < 200; wait += 1) {
    const mail = (await mailsTo(email)).find(({ text }) => link.test(text))
    if (mail) return mail.text
    await delay(50)
  }
  throw new Error('no such mail')
}

function linkOf(text: string): string | undefined {
  return /http\S+/.exec(text)?.[0]
}

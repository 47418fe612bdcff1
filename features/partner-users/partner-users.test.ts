import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { all, common } from '#contract/refusal.ts'
import { findLink, mailedToken, makeLink } from '#domain/link.ts'
import { beginLoginAttempt, findLoginAttempt } from '#domain/login-attempt.ts'
import { partnerNamed } from '#domain/partner.ts'
import { db, row, rows, sql } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/admins.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { setActive } from '#test/state.ts'
import { startWorker } from '../../app/worker.ts'
import { mailbox } from '#test/mailbox.ts'
import * as contract from './contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const unknownId = '01900000-0000-7000-8000-000000000000'
const reason = 'She left the company'

test('SC-13 one person is shown with her sessions, and what deactivating her would end', async () => {
  const ada = await addUser()
  await logIn(ada, { ipAddress: '198.51.100.7' })
  await logIn(ada)
  const shown = await support.call(contract.getUser, { params: { id: ada.id } })
  equal(shown.effect.openSessions, 2)
  equal(shown.secondFactor, 'set')
  ok(shown.sessions.some(({ ipAddress }) => ipAddress === '198.51.100.7'))
  equal(JSON.stringify(shown).includes('token'), false)
})

test('ST-06 whoever is deactivated is out everywhere, her attempts and links are void, and she is told', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  const attempt = await beginLoginAttempt(db, ada.id)
  const about = { userId: ada.id, email: ada.email, madeBy: 'user' }
  const linkId = await makeLink(db, { kind: 'reset-password', ...about })
  const token = (await mailedToken(db, linkId)) ?? ''

  const sent = { params: { id: ada.id }, body: { reason } }
  const shown = await support.call(contract.deactivateUser, sent)

  equal(shown.active, false)
  equal(shown.action, 'activate')
  deepEqual([await laptop.isLoggedIn(), await phone.isLoggedIn()], [false, false])
  equal(await findLoginAttempt(db, attempt, 'user'), undefined)
  equal(await findLink(db, token), undefined)
  const [entry] = (await auditOf(ada.id)).filter(({ action }) => action === 'user_deactivated')
  deepEqual(entry?.data, {
    before: { active: true },
    after: { active: false },
    reason,
    endedSessions: 2,
  })
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /deactivated/, 20_000)
  await worker.stop()
  equal(/https?:/.test(mail.text), false)
  equal(mail.text.includes(reason), false)
})

test('ST-06 activation lets her in again, but nothing from before comes back to life', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await setActive('users', ada.id, false)
  await support.call(contract.activateUser, { params: { id: ada.id }, body: {} })
  equal(await laptop.isLoggedIn(), false)
  equal(await (await logIn(ada)).isLoggedIn(), true)
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /active again/, 20_000)
  await worker.stop()
  deepEqual(mail.text.match(/https?:\/\/\S+/g), ['http://localhost:8080/login'])
})

test('ST-06 of twenty deactivations at once one is recorded and mailed, and activating who is active ends nothing', async () => {
  const ada = await addUser()
  const sent = { params: { id: ada.id }, body: {} }
  await Promise.all(Array.from({ length: 20 }, () => support.call(contract.deactivateUser, sent)))
  equal((await auditOf(ada.id)).filter(({ action }) => action === 'user_deactivated').length, 1)
  const mails = await rows(db, sql`select id from mails where user_id = ${ada.id}`)
  equal(mails.length, 1)
  await support.call(contract.activateUser, sent)
  const laptop = await logIn(ada)
  await support.call(contract.activateUser, sent)
  equal(await laptop.isLoggedIn(), true)
})

test('ST-06 logins that race with a deactivation leave no session behind', async () => {
  const ada = await addUser()
  const logins = Array.from({ length: 10 }, () => logIn(ada).catch(() => undefined))
  const sent = { params: { id: ada.id }, body: {} }
  await Promise.all([...logins, support.call(contract.deactivateUser, sent)])
  const left = await row<{ count: number }>(
    db,
    sql`select count(*) from sessions where user_id = ${ada.id}`,
  )
  equal(left?.count, 0)
})

test('SC-14 AP-19 her outstanding links are listed, never a token', async () => {
  const ada = await addUser()
  const about = { userId: ada.id, email: ada.email, madeBy: 'user' }
  const old = await makeLink(db, { kind: 'reset-password', ...about })
  const fresh = await makeLink(db, { kind: 'reset-password', ...about })
  const token = (await mailedToken(db, fresh)) ?? ''
  const links = await support.call(contract.listTokens, { params: { id: ada.id } })
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

test('an admin ends all sessions of somebody, with the reason in the log', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const sent = { params: { id: ada.id }, body: { reason } }
  deepEqual(await support.call(contract.endSessions, sent), { ended: 1 })
  equal(await laptop.isLoggedIn(), false)
  const last = (await auditOf(ada.id)).at(-1)
  deepEqual(
    [last?.action, last?.data, last?.subSystem],
    ['all_sessions_ended', { ended: 1, reason }, 'admin'],
  )
  ok(last?.requestId)
})

test('links to begin anew are mailed to her own address, stand under the admin’s name, and replace older ones', async () => {
  const admin = await addAdmin({ roles: ['user_admin'] })
  const browser = await logInAdmin(admin)
  const ada = await addUser()
  const sent = { params: { id: ada.id }, body: { reason } }
  await browser.call(contract.resetTwoFactor, sent)
  await browser.call(contract.resetTwoFactor, sent)
  await browser.call(contract.resetPassword, sent)
  const links = await rows<{ kind: string; madeBy: string }>(
    db,
    sql`
    select kind, made_by from one_time_links
    where user_id = ${ada.id} and voided_at is null order by kind`,
  )
  deepEqual(links, [
    { kind: 'reset-mfa', madeBy: `admin:${admin.id}` },
    { kind: 'reset-password', madeBy: `admin:${admin.id}` },
  ])
  const worker = await startWorker()
  const mails = await Promise.all(
    [/reset-mfa\//, /reset-password\//].map((link) => mailWith(ada.email, link)),
  )
  await worker.stop()
  for (const text of mails) match(text, /http:\/\/localhost:8080\/reset-/)
  const { action, data } = (await auditOf(ada.id)).at(-1) ?? {}
  equal(action, 'password_link_sent')
  equal(data?.['reason'], reason)
})

test('no link is mailed to somebody who is deactivated, or whose company is', async () => {
  const ada = await addUser()
  await setActive('users', ada.id, false)
  const eve = await addUser({ company: 'Sunken Ltd' })
  await setActive('partners', 'Sunken Ltd', false)
  for (const endpoint of [contract.resetPassword, contract.resetTwoFactor]) {
    await refusedWith(
      all.userInactive,
      support.call(endpoint, { params: { id: ada.id }, body: { reason } }),
    )
    await refusedWith(
      all.partnerInactive,
      support.call(endpoint, { params: { id: eve.id }, body: { reason } }),
    )
  }
})

test('a mail is sent once more as a new one with the same link; one that waits is left alone', async () => {
  const ada = await addUser()
  await support.call(contract.resetPassword, { params: { id: ada.id }, body: { reason } })
  const [waiting] = await support.call(contract.listMails, { params: { id: ada.id } })
  await support.call(contract.resendMail, { params: { id: waiting?.id ?? '' }, body: {} })
  equal((await support.call(contract.listMails, { params: { id: ada.id } })).length, 1)

  const worker = await startWorker()
  const first = await mailbox.waitFor(ada.email, /(?:)/, 20_000)
  await until(async () => {
    const [mail] = await support.call(contract.listMails, { params: { id: ada.id } })
    return mail?.state === 'sent'
  })
  await support.call(contract.resendMail, { params: { id: waiting?.id ?? '' }, body: {} })
  await until(async () => (await mailsTo(ada.email)).length === 2)
  await until(async () => {
    const mails = await support.call(contract.listMails, { params: { id: ada.id } })
    return mails.every(({ state }) => state === 'sent')
  })
  await worker.stop()
  const both = await mailsTo(ada.email)
  equal(new Set(both.map(({ messageId }) => messageId)).size, 2)
  const texts = both.map(({ text }) => text)
  equal(new Set(texts.map(linkOf)).size, 1)
  ok(linkOf(first.text))
  const states = await support.call(contract.listMails, { params: { id: ada.id } })
  deepEqual(
    states.map(({ state, lastError }) => ({ state, lastError })),
    [
      { state: 'sent', lastError: null },
      { state: 'sent', lastError: null },
    ],
  )
})

test('a mail to an admin is not sent again from here', async () => {
  const admin = await addAdmin()
  const id = crypto.randomUUID()
  await db.query(
    `insert into mails (id, kind, to_address, user_id, language, state)
     values ($1, 'admin-set-up', $2, $3, 'en', 'sent')`,
    [id, admin.email, admin.id],
  )
  await refusedWith(all.notFound, support.call(contract.resendMail, { params: { id }, body: {} }))
})

test('the id of a company or an admin, one that does not exist and what is no id are not found', async () => {
  const partnerId = await partnerNamed(db, 'Harbour Ltd')
  const adminId = (await addAdmin()).id
  for (const id of [partnerId, adminId, unknownId, 'nothing', "' or 1=1", '%00']) {
    const params = { id }
    for (const asked of [
      () => support.call(contract.getUser, { params }),
      () => support.call(contract.listTokens, { params }),
      () => support.call(contract.listMails, { params }),
      () => support.call(contract.activateUser, { params, body: {} }),
      () => support.call(contract.deactivateUser, { params, body: {} }),
      () => support.call(contract.endSessions, { params, body: { reason } }),
      () => support.call(contract.resetPassword, { params, body: { reason } }),
      () => support.call(contract.resetTwoFactor, { params, body: { reason } }),
      () => support.call(contract.resendMail, { params, body: {} }),
    ]) {
      await refusedWith(all.notFound, asked())
    }
  }
})

test('PE-02 PE-03 whoever may not manage people, is a person herself or nobody, is refused each of it', async () => {
  const ada = await addUser()
  const params = { id: ada.id }
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const powerless = await logInAdmin(await addAdmin({ roles: [] }))
  for (const [browser, code] of [
    [auditor, common.forbidden],
    [powerless, common.forbidden],
    [await logIn(ada), common.notLoggedIn],
    [await visitor(), common.notLoggedIn],
  ] as const) {
    for (const asked of [
      () => browser.call(contract.listUsers, {}),
      () => browser.call(contract.getUser, { params }),
      () => browser.call(contract.listTokens, { params }),
      () => browser.call(contract.listMails, { params }),
      () => browser.call(contract.activateUser, { params, body: {} }),
      () => browser.call(contract.deactivateUser, { params, body: {} }),
      () => browser.call(contract.endSessions, { params, body: { reason } }),
      () => browser.call(contract.resetPassword, { params, body: { reason } }),
      () => browser.call(contract.resetTwoFactor, { params, body: { reason } }),
      () => browser.call(contract.resendMail, { params, body: {} }),
    ]) {
      await refusedWith(code, asked())
    }
  }
  equal((await support.call(contract.getUser, { params })).active, true)
})

test('a reason that is missing, too long or starts a formula is named', async () => {
  const { id } = await addUser()
  for (const wrong of ['', 'x'.repeat(501), '=1+1']) {
    const asked = support.call(contract.endSessions, { params: { id }, body: { reason: wrong } })
    equal((await refusedWith(400001, asked)).faults[0]?.field, 'reason')
  }
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

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let wait = 0; wait < 200; wait += 1) {
    if (await isTrue()) return
    await delay(50)
  }
  throw new Error('waited in vain')
}

function linkOf(text: string): string | undefined {
  return /http\S+/.exec(text)?.[0]
}

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { db, row, scalar, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, refusedWith, type Visitor } from '#test/people.ts'
import { addRow, backdate, deleteRows, now, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'
import { composeAccessRequested } from './email.ts'
import { mailNewRequests } from './jobs.ts'

const harbour = await addDelegated('Harbour Trading')
const [hub, vault] = harbour.platforms
const boss = await addColleague(harbour, ['owner'])
const people = await addColleague(harbour, ['people'])

type Person = { browser: Visitor }

const ask = ({ browser }: Person, subsystem = hub, reason = 'For the audit') =>
  browser.call(contract.requestAccess, { body: { subsystem, reason } })
const canAsk = async ({ browser }: Person, subsystem = hub) =>
  (await browser.call(contract.findOwnRequest, { query: { subsystem } })).mayAsk
const list = ({ browser }: Person, state?: 'open' | 'decided') =>
  browser.call(contract.listAccessRequests, { query: { state } })
const give = ({ browser }: Person, id: string, expiresAt?: string) =>
  browser.call(contract.giveAccess, { params: { id }, body: { expiresAt } })
const refuse = ({ browser }: Person, id: string) =>
  browser.call(contract.refuseAccess, { params: { id }, body: { reason: 'Not in your team' } })

async function addRequest() {
  const ada = await addColleague(harbour)
  await ask(ada)
  const id = await scalar<string>(db)`
    select id from access_requests where user_id = ${ada.id} and decided_at is null`
  return { ada, id: id ?? '' }
}

const mailsTo = (id: string) =>
  scalars<string>(db)`select kind from mails where user_id = ${id} order by id`

test('U17: a user requests access; an administrator lists and grants it once, with an expiry; the user is mailed', async () => {
  const { ada, id } = await addRequest()
  equal(await canAsk(ada), true)
  const request = (await list(people, 'open')).find((each) => each.id === id)
  deepEqual(
    [request?.user.email, request?.platform.id, request?.reason, request?.mayDecide],
    [ada.email, hub, 'For the audit', true],
  )
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await give(people, id, expiresAt)
  deepEqual(await mailsTo(ada.id), ['access-given'])
  equal(await canAsk(ada), false)
  await refusedWith(errorCodes.changedMeanwhile, ask(ada))
  await refusedWith(errorCodes.changedMeanwhile, give(people, id))
  const end = await scalar<Date>(db)`
    select expires_at from subsystem_accounts where user_id = ${ada.id}`
  equal(end?.toISOString(), expiresAt)
  const decidedRequest = (await list(people, 'decided')).find((each) => each.id === id)
  deepEqual([decidedRequest?.mayDecide, decidedRequest?.decidedBy], [false, 'Ada Byron'])
  const [entry] = (await auditOf(ada.id)).filter(({ action }) => action === 'access_requested')
  deepEqual([entry?.subSystem, entry?.data['subsystem']], ['company', hub])
})

test('U17: exactly one of concurrent decisions about a request succeeds', async () => {
  const { ada, id } = await addRequest()
  const decisions = [give(people, id), give(boss, id), refuse(boss, id), refuse(people, id)]
  const results = await Promise.allSettled(decisions)
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const rows = (await auditOf(ada.id)).filter(({ action }) => action.startsWith('access_request_'))
  equal(rows.length, 1)
})

test('U17: a refusal mails its reason to the user, who may ask again', async () => {
  const { ada, id } = await addRequest()
  await refuse(people, id)
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /Your request for/, 20_000)
  await worker.stop()
  match(mail.text, /Not in your team/)
  equal(await canAsk(ada), true)
  await ask(ada)
})

test('U17: repeated requests leave one open, and the sixth request of a day answers 429', async () => {
  const company = await addDelegated('Asking Ltd')
  await addColleague(company, ['owner'])
  const ada = await addColleague(company)
  const askForHub = () => ask(ada, company.platforms[0])
  await Promise.all([askForHub(), askForHub(), askForHub()])
  const count = () => scalar<number>(db)`
    select count(*) from access_requests where user_id = ${ada.id}`
  equal(await count(), 1)
  for (let day = 1; day < 5; day += 1) {
    await updateRows('access_requests', { userId: ada.id }, { decidedAt: now, decision: 'refused' })
    await askForHub()
  }
  await updateRows('access_requests', { userId: ada.id }, { decidedAt: now, decision: 'refused' })
  await refusedWith(errorCodes.tooManyRequests, askForHub())
  equal(await count(), 5)
})

test('U17: a request is refused if no other administrator can grant it; an unknown platform answers 404', async () => {
  const ada = await addColleague(harbour)
  equal(await canAsk(ada, vault), false)
  await refusedWith(errorCodes.beyondDelegation, ask(ada, vault))
  await refusedWith(errorCodes.notFound, ask(ada, 'nowhere'))
  await refusedWith(
    errorCodes.notFound,
    ada.browser.call(contract.findOwnRequest, { query: { subsystem: 'nowhere' } }),
  )
  const plain = { browser: await logIn(await addUser({ company: 'Plain Ltd' })) }
  equal(await canAsk(plain), false)
  await refusedWith(errorCodes.beyondDelegation, ask(plain))
  const loner = { browser: await logIn(await addUser({ company: null })) }
  await refusedWith(errorCodes.beyondDelegation, ask(loner))
  // The only administrator who could grant access is the requester.
  const sole = await addDelegated('Sole Ltd')
  const owner = await addColleague(sole, ['owner'])
  await refusedWith(errorCodes.beyondDelegation, ask(owner, sole.platforms[0]))
})

test('U17: an administrator can decide neither their own request nor one beyond the delegation', async () => {
  const company = await addDelegated('Strict Ltd')
  const [hub] = company.platforms
  const owner = await addColleague(company, ['owner'])
  const helper = await addColleague(company, ['people'])
  await ask(helper, hub)
  const [ownRequest] = await list(helper)
  equal(ownRequest?.mayDecide, false)
  await refusedWith(errorCodes.forbidden, give(helper, ownRequest?.id ?? ''))
  await updateRows('partners', { id: company.partnerId }, { delegatedSubsystems: '{}' })
  await refusedWith(errorCodes.beyondDelegation, give(owner, ownRequest?.id ?? ''))
  await updateRows('partners', { id: company.partnerId }, { delegatedSubsystems: null })
  await addRow('subsystem_accounts', { userId: helper.id, subsystemId: hub, active: false })
  await refusedWith(errorCodes.beyondDelegation, give(owner, ownRequest?.id ?? ''))
})

test('U17: administrators who may decide are mailed new requests once an hour, even with concurrent workers', async () => {
  const company = await addDelegated('Digest Ltd')
  const owner = await addColleague(company, ['owner'])
  const auditor = await addColleague(company, ['auditor'])
  const [first, second, third] = [
    await addColleague(company),
    await addColleague(company),
    await addColleague(company),
  ]
  await ask(first, company.platforms[0])
  await ask(second, company.platforms[0])
  await Promise.all([mailNewRequests(), mailNewRequests()])
  await ask(third, company.platforms[0])
  await mailNewRequests()
  deepEqual(await mailsTo(owner.id), ['access-requested'])
  deepEqual(await mailsTo(auditor.id), [])
  await backdate('access_requests', {}, { mailedAt: '1 hour' })
  await mailNewRequests()
  deepEqual(await mailsTo(owner.id), ['access-requested', 'access-requested'])
  const worker = await startWorker()
  const mail = await mailbox.waitFor(owner.email, /3 access requests at Digest Ltd/, 20_000)
  await worker.stop()
  match(mail.text, /3 access requests are waiting/)
  match(mail.text, /Ada Byron: Digest Ltd hub/)
})

test('U17: the mail about new requests is not sent to an administrator who may no longer decide them', async () => {
  const company = await addDelegated('Former Ltd')
  const owner = await addColleague(company, ['owner'])
  await ask(await addColleague(company), company.platforms[0])
  await mailNewRequests()
  const mail = await row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails where user_id = ${owner.id}`
  ok(mail)
  ok(await composeAccessRequested(mail))
  await deleteRows('company_roles', { userId: owner.id })
  equal(await composeAccessRequested(mail), undefined)
})

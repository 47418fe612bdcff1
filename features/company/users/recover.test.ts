import { deepEqual, equal, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ApprovalAsked } from '#contract/call.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { db, scalars } from '#server/db.ts'
import { addSeniorAdmin } from '#test/approvals.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { refusedWith } from '#test/people.ts'
import { recoverColleague } from './contract.ts'

const company = await addDelegated('Recovery Ltd')
const boss = await addColleague(company, ['people'])
const body = { reason: 'The phone is lost' }

test("U17 U22: a company's request to replace factors needs an approval and creates no link by itself", async () => {
  await addSeniorAdmin()
  const colleague = await addColleague(company)
  const params = { id: colleague.id }
  await rejects(boss.browser.call(recoverColleague, { params, body }), ApprovalAsked)
  const links = await scalars<string>(db)`
    select kind from one_time_links where user_id = ${colleague.id} and kind in ('reset-mfa', 'recover')`
  deepEqual(links, [])
  const partners = await scalars<string>(db)`
    select partner_id from approvals where target_id = ${colleague.id}`
  deepEqual(partners, [company.partnerId])
  await refusedWith(
    errorCodes.approvalPending,
    boss.browser.call(recoverColleague, { params, body }),
  )
})

test("U17: requesting one's own recovery is forbidden, and a user of another company answers 404", async () => {
  const rival = await addColleague(await addDelegated('Rival Recovery Ltd'))
  const ask = (id: string) => boss.browser.call(recoverColleague, { params: { id }, body })
  await refusedWith(commonErrors.forbidden, ask(boss.id))
  await refusedWith(commonErrors.notFound, ask(rival.id))
  await refusedWith(commonErrors.notFound, ask(randomUUID()))
  equal((await scalars(db)`select id from approvals where target_id = ${rival.id}`).length, 0)
})

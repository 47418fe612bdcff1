import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { db, scalar } from '#server/db.ts'
import { addColleague, addDelegated, giveCompanyRoles } from '#test/delegated.ts'
import { refusedWith, type Visitor } from '#test/people.ts'
import { ask, evidence, passDelay } from '#test/recovery.ts'
import { now, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

type Person = { id: string; browser: Visitor }

let count = 0

/** Sets up a company with two administrators, and a colleague who asked for a recovery. */
async function setUpRecovery() {
  count += 1
  const company = await addDelegated(`Lost phones ${count}`)
  const boss = await addColleague(company, ['people'])
  const other = await addColleague(company, ['owner'])
  const ada = await addColleague(company)
  const { id } = await ask(ada)
  return { company, boss, other, ada, id }
}

const list = ({ browser }: Person) => browser.call(contract.listRecoveries, {})
const approve = ({ browser }: Person, id: string, text = evidence) =>
  browser.call(contract.approveRecovery, { params: { id }, body: { evidence: text } })
const refuse = ({ browser }: Person, id: string) =>
  browser.call(contract.refuseRecovery, { params: { id }, body: { reason: 'Unknown voice' } })

test('U3 U17: an administrator approves a recovery, and the link is mailed after the waiting time', async () => {
  const { boss, ada, id } = await setUpRecovery()
  const [recovery] = await list(boss)
  deepEqual(
    [
      recovery?.id,
      recovery?.state,
      recovery?.user.id,
      recovery?.askedBy,
      recovery?.phone,
      recovery?.mayDecide,
    ],
    [id, 'asked', ada.id, 'Ada Byron', '+351 21 000 0000', true],
  )
  await approve(boss, id)
  const actor = await scalar<string>(db)`
    select actor_id from audit_log where action = 'approval_approved' and data->>'approvalId' = ${id}`
  equal(actor, boss.id)
  const [waiting] = await list(boss)
  deepEqual([waiting?.state, waiting?.mayDecide], ['waiting', false])
  const countLinks = () =>
    scalar<number>(db)`
      select count(*) from one_time_links where user_id = ${ada.id} and kind = 'reset-mfa'`
  equal(await countLinks(), 0)
  await passDelay({ id })
  equal(await countLinks(), 1)
  deepEqual(await list(boss), [])
})

test('U17: of concurrent decisions exactly one succeeds, and a later one is refused', async () => {
  const { boss, other, id } = await setUpRecovery()
  const answers = await Promise.allSettled([approve(boss, id), refuse(other, id), refuse(boss, id)])
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  await refusedWith(errorCodes.changedMeanwhile, refuse(other, id))
})

test('U17: a decision about oneself, with a new role, without evidence or in another company is refused', async () => {
  const { company, boss, id } = await setUpRecovery()
  const young = await addColleague(company, ['people'])
  await updateRows('company_roles', { userId: young.id }, { givenAt: now })
  const [offered] = await list(young)
  deepEqual([offered?.mayDecide, offered?.mayRefuse], [false, true])
  await refusedWith(errorCodes.mayNotDecide, approve(young, id))
  await refusedWith(errorCodes.invalidInput, approve(boss, id, 'A known voice'))
  await refusedWith(errorCodes.invalidInput, approve(boss, id, ' '.repeat(30)))

  const { id: ownId } = await ask(boss)
  await refusedWith(errorCodes.mayNotDecide, approve(boss, ownId))

  const rival = await addColleague(await addDelegated(`Rivals ${count}`), ['owner', 'people'])
  deepEqual(await list(rival), [])
  for (const unknown of [id, randomUUID(), 'none']) {
    await refusedWith(commonErrors.notFound, approve(rival, unknown))
    await refusedWith(commonErrors.notFound, refuse(rival, unknown))
  }
  const auditor = await addColleague(company, ['auditor', 'security'])
  await refusedWith(commonErrors.forbidden, list(auditor))
  await giveCompanyRoles(boss)
  await refusedWith(commonErrors.forbidden, approve(boss, id))
})

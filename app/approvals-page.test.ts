import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addApproval, type Approval } from '#domain/approval.ts'
import type { RecordedAction } from '#contract/audit-action.ts'
import { recordAudit } from '#domain/audit.ts'
import { config } from '#server/config.ts'
import { createPool, db, sql, transaction } from '#server/db.ts'
import { addSeniorAdmin, askFor } from '#test/approvals.ts'
import { addUser, logInAdmin, type TestUser } from '#test/people.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import * as contract from '../features/admin/approvals/contract.ts'

const decider = await addSeniorAdmin({ firstname: 'Dora', lastname: 'Decide' })
const browser = await logInAdmin(decider)
const asker = await addSeniorAdmin({ firstname: 'Asta', lastname: 'Ask' })

const shown = (id: string) => browser.call(contract.getApproval, { params: { id } })

function askAbout(user: TestUser): Promise<Approval> {
  return askFor(asker, {
    kind: 'replace-factors',
    targetId: user.id,
    proposal: { lost: 'factors' },
    delay: '24 hours',
  })
}

test('a refused request says who refused it, when and why; an open one has not ended', async () => {
  const { id } = await askAbout(await addUser())
  equal((await shown(id)).ended, null)
  const body = { reason: 'The number on record denied it' }
  const { ended } = await browser.call(contract.refuseRequest, { params: { id }, body })
  deepEqual([ended?.by?.name, ended?.reason], ['Dora Decide', 'The number on record denied it'])
  match(ended?.at ?? '', /^20/)
})

test('a canceled request says who took it back and why, an expired one that nobody decided', async () => {
  const [first, second] = [await askAbout(await addUser()), await askAbout(await addUser())]
  const own = await logInAdmin(asker)
  await own.call(contract.cancelRequest, {
    params: { id: first.id },
    body: { reason: 'They found the phone' },
  })
  const { ended } = await shown(first.id)
  deepEqual([ended?.by?.name, ended?.reason], ['Asta Ask', 'They found the phone'])
  await updateRows('approvals', { id: second.id }, { expiresAt: ago('1 second') })
  const expired = await shown(second.id)
  deepEqual([expired.state, expired.ended?.by, expired.ended?.reason], ['expired', null, ''])
})

const owner = createPool(config.databaseOwnerUrl, 1)

/** An entry of the log about this user, so many hours old. */
async function log(
  action: RecordedAction,
  hours: number,
  details: object,
  actor: object,
): Promise<void> {
  await recordAudit(db, { ipAddress: '192.0.2.9', ...actor }, action, details)
  const id = sql`= (select id from audit_log where action = ${action} order by timestamp desc, id desc limit 1)`
  await backdate('audit_log', { id }, { timestamp: `${hours} hours` }, owner)
}

test('who may decide sees what happened to the account in the 24 hours before, and nothing older or of others', async () => {
  const [ada, other] = [await addUser(), await addUser()]
  const failed = { targetId: ada.id, data: { reason: 'password' } }
  const login = { data: { browser: 'Firefox on Linux' } }
  await log('login_succeeded', 50, login, { userId: ada.id })
  await log('password_changed', 25, {}, { userId: ada.id })
  await log('login_failed', 26, failed, {})
  await log('login_failed', 2, failed, {})
  await log('login_failed', 1, failed, {})
  await log('login_failed', 1, { ...failed, targetId: other.id }, {})
  await log('login_succeeded', 3, login, { userId: ada.id })
  const profile = { targetId: ada.id, data: { after: { jobTitle: 'Captain' } } }
  await log('profile_changed', 3, profile, { userId: ada.id })
  await log('password_reset', 4, { targetId: ada.id }, { userId: ada.id, ipAddress: '192.0.2.77' })
  await log(
    'login_succeeded',
    1,
    { data: { browser: 'Chrome on Windows' } },
    { userId: ada.id, ipAddress: '192.0.2.77' },
  )
  await owner.end()
  const { id } = await askAbout(ada)
  const { signs } = await shown(id)
  deepEqual(
    signs?.map(({ kind, count, values }) => [kind, count, values]),
    [
      ['failedLogins', 2, []],
      ['passwordByLink', 1, []],
      ['newAddress', 2, ['192.0.2.77']],
      ['newBrowser', 1, ['Chrome on Windows']],
    ],
  )
  deepEqual(
    (await shown((await askAbout(other)).id)).signs?.map(({ kind }) => kind),
    ['failedLogins'],
  )
  // Who has asked may not decide.
  const own = await (await logInAdmin(asker)).call(contract.getApproval, { params: { id } })
  deepEqual([own.mayDecide, own.signs], [false, null])
})

test('a user who asks from an address that never logged in is seen to', async () => {
  const ada = await addUser()
  const request = await transaction(db, async (tx) => {
    const person = { kind: 'user', id: ada.id } as const
    const found = await addApproval(tx, person, {
      kind: 'replace-factors',
      targetId: ada.id,
      partnerId: null,
      proposal: { lost: 'factors' },
      before: {},
      targetVersion: null,
      needs: [],
      reason: '',
      delay: '24 hours',
    })
    const details = { targetId: ada.id, data: { approvalId: found.id } }
    await recordAudit(tx, { userId: ada.id, ipAddress: '192.0.2.5' }, 'approval_asked', details)
    return found
  })
  const { signs } = await shown(request.id)
  ok(signs?.some(({ kind, values }) => kind === 'newAddress' && values.includes('192.0.2.5')))
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { getUser } from './contract.ts'
import { endSessionOfUser } from './sessions-contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const body = { reason: 'Left at a library' }

async function sessionsOf(id: string): Promise<string[]> {
  const { sessions } = await support.call(getUser, { params: { id } })
  return sessions.map((each) => each.id)
}

test('an admin ends one session of a user, the others stay, and the audit log contains the reason', async () => {
  const ada = await addUser()
  const library = await logIn(ada)
  const [sessionId = ''] = await sessionsOf(ada.id)
  const laptop = await logIn(ada)
  await support.call(endSessionOfUser, { params: { id: ada.id, sessionId }, body })
  deepEqual([await library.isLoggedIn(), await laptop.isLoggedIn()], [false, true])
  const { action, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual(
    [action, data?.['sessionId'], data?.['reason']],
    ['session_ended', sessionId, body.reason],
  )
})

test('another user’s session, an ended session and a malformed id all answer 404', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const other = await logIn(eve)
  const [sessionId = ''] = await sessionsOf(eve.id)
  for (const params of [
    { id: ada.id, sessionId },
    { id: eve.id, sessionId: ada.id },
    { id: eve.id, sessionId: 'x' },
    { id: 'x', sessionId },
  ])
    await refusedWith(errorCodes.notFound, support.call(endSessionOfUser, { params, body }))
  equal(await other.isLoggedIn(), true)
  const params = { id: eve.id, sessionId }
  const both = [1, 2].map(() => support.call(endSessionOfUser, { params, body }))
  const results = await Promise.allSettled(both)
  deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const left = await db.query('select from sessions where id = $1', [sessionId])
  equal(left.rowCount, 0)
})

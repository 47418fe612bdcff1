// own process: adds platforms
import { deepEqual } from 'node:assert/strict'
import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { db, scalars } from '#server/db.ts'
import { addPlatform, addUser } from '#test/people.ts'
import { addRow, addRows, fromNow } from '#test/rows.ts'
import { endPlatformAccess } from '../../features/admin/platforms/jobs.ts'

test('3S9: the use of a platform ends for its users only, although most sessions are of other users', async () => {
  const [hub, board] = [
    await addPlatform({ id: 'ending-hub' }),
    await addPlatform({ id: 'lasting-board' }),
  ]
  const [ada, mia, eve] = [
    await addUser(),
    await addUser(),
    await addUser({ company: 'Elsewhere Ltd' }),
  ]
  const open = async (user: { id: string }, clientId: string) =>
    addRow('platform_sessions', { userId: user.id, clientId, sessionId: await addSession(user.id) })
  // More sessions of one user than a batch reads.
  await addRows(
    'sessions',
    Array.from({ length: 1_200 }, () => ({
      userId: mia.id,
      tokenHash: randomBytes(32),
      expiresAt: fromNow('1 hour'),
    })),
  )
  for (const user of [ada, mia, eve]) await open(user, hub.id)
  await open(ada, board.id)
  await addRow('platform_access', {
    id: randomUUID(),
    sessionId: await addSession(eve.id),
    subsystemId: hub.id,
    path: '/',
    codeHash: randomBytes(32),
    stateHash: randomBytes(32),
    codeExpiresAt: fromNow('1 minute'),
  })
  const company = await scalars<string>(db)`select partner_id from users where id = ${eve.id}`
  await endPlatformAccess({ subsystemId: hub.id, partnerId: company[0] })
  deepEqual((await openOn(hub.id)).toSorted(), [ada.id, mia.id].toSorted())
  await endPlatformAccess({ subsystemId: hub.id })
  deepEqual(await openOn(hub.id), [])
  deepEqual(await openOn(board.id), [ada.id])
})

async function addSession(userId: string): Promise<string> {
  const id = randomUUIDv7()
  await addRow('sessions', {
    id,
    userId,
    tokenHash: randomBytes(32),
    expiresAt: fromNow('1 hour'),
  })
  return id
}

function openOn(clientId: string): Promise<string[]> {
  return scalars<string>(db)`
    select user_id from platform_sessions where client_id = ${clientId} and ended_at is null
    union all
    select s.user_id from platform_access a join sessions s on s.id = a.session_id where a.subsystem_id = ${clientId}`
}

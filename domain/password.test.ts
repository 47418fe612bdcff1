import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { db } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import { hashPassword, isCurrentPassword, setPassword } from './password.ts'

test('a new password counts though the server that took it lives in the past', async () => {
  const ada = await addUser({ password: 'First-Harbour-1' })
  // As ids of a server look whose clock is years ahead.
  await db.query(
    "update passwords set id = ('ffff' || substr(id::text, 5))::uuid where user_id = $1",
    [ada.id],
  )
  await setPassword(db, ada.id, await hashPassword('Second-Harbour-2'))
  equal(await isCurrentPassword(db, ada.id, 'Second-Harbour-2'), true)
  equal(await isCurrentPassword(db, ada.id, 'First-Harbour-1'), false)
})

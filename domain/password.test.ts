import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import { hashPassword, findMatchingPassword, setPassword } from './password.ts'

test('the latest password counts even when a server’s clock is slow', async () => {
  const ada = await addUser({ password: 'First-Harbour-1' })
  // Like the ids of a server whose clock is years ahead.
  await db.query(
    "update passwords set id = ('ffff' || substr(id::text, 5))::uuid where user_id = $1",
    [ada.id],
  )
  await setPassword(db, ada.id, await hashPassword('Second-Harbour-2'))
  ok(await findMatchingPassword(db, ada.id, 'Second-Harbour-2'))
  equal(await findMatchingPassword(db, ada.id, 'First-Harbour-1'), undefined)
})

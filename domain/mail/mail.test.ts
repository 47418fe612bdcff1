import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { db, row, transaction } from '#server/db.ts'
import { enqueueMail, markMailObsolete, markMailSent, recordMailFailure } from './mail.ts'

test('a sent mail stays sent when another server records a late failure', async () => {
  const id = await transaction(db, (tx) =>
    enqueueMail(tx, 'password-changed', { email: 'ada@quay.example' }),
  )
  await recordMailFailure(db, id, 'rejected at first')
  await markMailSent(db, id)
  await recordMailFailure(db, id, 'connection lost')
  await markMailObsolete(db, id)
  const mail = await row(db)`select state, tries, last_error from mails where id = ${id}`
  deepEqual(mail, { state: 'sent', tries: 2, lastError: null })
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import {
  faultOf,
  guestOf,
  inviteAs,
  newInvitingPlatform,
  openInvitations,
} from '#test/platform-api.ts'
import { backdate } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'
import { purgeExpired } from '../../../app/purge.ts'

const hub = await newInvitingPlatform('Harbour Ltd')

test('of 50 concurrent requests with one key at two servers one invites, and all get the same response', async () => {
  const servers = await Promise.all([startServer({ SERVE: 'sso' }), startServer({ SERVE: 'sso' })])
  const guest = guestOf(hub)
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const answer = await fetch(`${servers[index % 2]?.url}/platform/invitations`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${hub.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'one-for-all',
        },
        body: JSON.stringify(guest),
      })
      return { status: answer.status, body: (await answer.json()) as { id: string } }
    }),
  )
  equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  equal(answers[0]?.status, 201)
  deepEqual(await invitationsTo(guest.email), [answers[0]?.body.id])
  await openInvitations()
  const mails = await rows(db)`select id from mails where to_address = ${guest.email}`
  equal(mails.length, 1)
})

test('a repeated request gets the first response, even if the state has changed', async () => {
  const guest = guestOf(hub)
  const first = await inviteAs(hub, guest, 'again')
  await addUser({ email: guest.email })
  const second = await inviteAs(hub, guest, 'again')
  deepEqual([second.status, second.body], [first.status, first.body])
  equal((await inviteAs(hub, guest, 'other')).status, 201)
})

test('a key used with another body is refused and creates no invitation', async () => {
  await inviteAs(hub, guestOf(hub), 'taken')
  const other = guestOf(hub)
  const answer = await inviteAs(hub, other, 'taken')
  deepEqual([answer.status, answer.body.errorCode], [409, errorCodes.idempotencyKeyReused])
  deepEqual(await invitationsTo(other.email), [])
})

test('two platforms may use the same key', async () => {
  const other = await newInvitingPlatform('Harbour Ltd')
  const first = await inviteAs(hub, guestOf(hub), 'mine')
  const second = await inviteAs(other, guestOf(other), 'mine')
  deepEqual([first.status, second.status], [201, 201])
})

test('a refused request can be corrected and sent again with the same key', async () => {
  const guest = guestOf(hub)
  const wrong = await inviteAs(hub, { ...guest, subsystems: ['elsewhere'] }, 'corrected')
  equal(wrong.status, 400)
  equal((await inviteAs(hub, guest, 'corrected')).status, 201)
})

test('a missing or invalid key is refused', async () => {
  for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
    const answer = await inviteAs(hub, guestOf(hub), key)
    deepEqual([answer.status, faultOf(answer)?.field], [400, 'idempotency-key'])
  }
})

test('a key expires after a day and is deleted', async () => {
  await inviteAs(hub, guestOf(hub), 'old')
  await backdate('idempotency_keys', {}, { createdAt: '24 hours' })
  const other = guestOf(hub)
  equal((await inviteAs(hub, other, 'old')).status, 201)
  equal((await invitationsTo(other.email)).length, 1)
  await purgeExpired()
  const left = await rows(db)`select owner from idempotency_keys`
  equal(left.length, 1)
  equal((await inviteAs(hub, other, 'old')).body.id, (await invitationsTo(other.email))[0])
})

async function invitationsTo(email: string): Promise<string[]> {
  const invitations = await rows<{ id: string }>(db)`
    select id from invitations where email = ${email}`
  return invitations.map(({ id }) => id)
}

import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { findLink, mailedToken } from '#domain/sign-in/link.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, row, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser } from '#test/people.ts'
import {
  askAs,
  faultOf,
  guestOf,
  inviteAs,
  newInvitingPlatform,
  openInvitations,
} from '#test/platform-api.ts'
import { addRow, fromNow, now, updateRows } from '#test/rows.ts'

const hub = await newInvitingPlatform('Harbour Ltd')

test('a platform invites a user of a company that uses it and reads the state of the invitation', async () => {
  const guest = guestOf(hub, { redirectUrl: `${hub.url}/welcome` })
  const { status, body } = await inviteAs(hub, guest)
  deepEqual([status, body.state], [201, 'open'])
  const link = await linkOf(body.id)
  equal(link?.createdBy, `platform:${hub.id}`)
  const invitation = await row<{ subsystems: string[]; redirectUrl: string }>(db)`
    select subsystems, redirect_url from invitations where id = ${body.id}`
  deepEqual(invitation, { subsystems: [hub.id], redirectUrl: `${hub.url}/welcome` })
  await openInvitations()
  const mails = await rows(db)`select id from mails where to_address = ${guest.email}`
  equal(mails.length, 1)

  await updateRows('invitations', { id: body.id }, { acceptedAt: now })
  const answer = await askAs(hub, `/platform/invitations/${body.id}`)
  deepEqual([answer.body.email, answer.body.state], [guest.email, 'accepted'])
})

test('the audit log contains the platform as the actor', async () => {
  const { body } = await inviteAs(hub, guestOf(hub))
  const [entry] = await rows<{ actorKind: string; actorId: string; subSystem: string }>(db)`
    select actor_kind, actor_id, sub_system from audit_log where target_id = ${body.id}`
  deepEqual(entry, { actorKind: 'platform', actorId: hub.id, subSystem: hub.id })
  const [{ action, data } = {}] = await auditOf(body.id)
  deepEqual(
    [action, data],
    ['invitation_created', { partnerId: hub.partnerId, subsystems: [hub.id] }],
  )
})

test('a platform can invite only to itself and redirect only to its own URLs', async () => {
  const other = await newInvitingPlatform('Harbour Ltd')
  for (const [about, field] of [
    [{ subsystems: [other.id] }, 'subsystems'],
    [{ subsystems: [hub.id, other.id] }, 'subsystems'],
    [{ subsystems: [] }, 'subsystems'],
    [{ redirectUrl: `${other.url}/` }, 'redirectUrl'],
    [{ redirectUrl: 'https://evil.test/' }, 'redirectUrl'],
    [{ redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
  ] as const) {
    const answer = await inviteAs(hub, { ...guestOf(hub), ...about })
    deepEqual([answer.status, faultOf(answer)?.field], [400, field])
  }
  equal((await inviteAs(hub, { ...guestOf(hub), subsystems: [hub.id] })).status, 201)
})

test('a platform can invite only to companies that use it; the response does not reveal whether others exist', async () => {
  const foreign = await newInvitingPlatform('Foreign Ltd')
  const unlimited = await findOrCreatePartner(db, 'Unlimited Ltd')
  const unknown = '01900000-0000-7000-8000-000000000000'
  const answers = []
  for (const partnerId of [foreign.partnerId, unlimited, unknown, 'nothing']) {
    const { status, body } = await inviteAs(hub, { ...guestOf(hub), partnerId })
    answers.push({ status, errors: body.errors })
  }
  deepEqual(new Set(answers.map((each) => JSON.stringify(each))).size, 1)
  equal(answers[0]?.errors?.[0]?.rule, 'unknownPartner')

  // A company without an explicit list of platforms uses those that its users have accounts on.
  const { id } = await addUser({ company: 'Unlimited Ltd' })
  await grantAccess(db, id, [hub.id])
  equal((await inviteAs(hub, { ...guestOf(hub), partnerId: unlimited })).status, 201)
})

test('a user of an inactive company cannot be invited', async () => {
  const sunken = await newInvitingPlatform('Sunken Ltd')
  await updateRows('partners', { id: sunken.partnerId }, { active: false })
  equal((await inviteAs(sunken, guestOf(sunken))).body.errorCode, errorCodes.partnerInactive)
})

test('validation errors have the field and the common error format', async () => {
  const { status, body, headers } = await inviteAs(hub, { ...guestOf(hub), email: 'grace' })
  deepEqual(
    [status, body.errorCode, body.errors?.[0]?.field],
    [400, errorCodes.invalidInput, 'email'],
  )
  match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  equal(headers.get('cache-control'), 'no-store')
  const unknown = await inviteAs(hub, { ...guestOf(hub), roles: ['admin'] })
  deepEqual([unknown.status, faultOf(unknown)?.field], [400, 'roles'])
})

test('AP-21 a platform lists only its own invitations, page by page', async () => {
  const own = await newInvitingPlatform('Harbour Ltd')
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1)
    ids.unshift((await inviteAs(own, guestOf(own))).body.id)
  const foreignId = (await inviteAs(hub, guestOf(hub))).body.id
  const listed: string[] = []
  let path = '/platform/invitations?limit=2'
  while (path !== '') {
    const { body, headers } = await askAs(own, path)
    listed.push(...(body as unknown as { id: string }[]).map(({ id }) => id))
    path = headers.get('x-next-url') ?? ''
    equal(headers.get('link'), path === '' ? null : `<${path}>; rel="next"`)
  }
  deepEqual(listed, ids)
  equal((await askAs(own, `/platform/invitations/${foreignId}`)).status, 404)
  equal((await askAs(own, '/platform/invitations/nothing')).status, 404)
})

test('LI-02 the rate limit of one platform does not affect another', async () => {
  const eager = await newInvitingPlatform('Harbour Ltd')
  const end = fromNow('5 minutes')
  await addRow('rate_limits', {
    name: 'platformInvitations',
    key: eager.id,
    blockedUntil: end,
    staleAt: end,
  })
  const { status, headers, body } = await inviteAs(eager, guestOf(eager))
  deepEqual([status, body.errorCode], [429, errorCodes.tooManyRequests])
  notEqual(headers.get('retry-after'), null)
  equal((await askAs(eager, '/platform/invitations')).status, 200)
  equal((await inviteAs(hub, guestOf(hub))).status, 201)
})

async function linkOf(invitationId: string) {
  const link = await row<{ id: string }>(db)`
    select id from one_time_links where invitation_id = ${invitationId}`
  return findLink(db, (await mailedToken(db, link?.id ?? '')) ?? '')
}

import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { db, scalar, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, type UserOptions } from '#test/people.ts'
import {
  askAs,
  guestOf,
  inviteAs,
  newInvitingPlatform,
  openInvitations,
} from '#test/platform-api.ts'
import { tokensOf } from '#test/platform.ts'
import { backdate, deleteRows, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'

const hub = await newInvitingPlatform('Harbour Ltd')

/** Kinds of addresses that a platform may invite for Harbour Ltd, each with a function that creates one. */
const kinds: Record<string, () => Promise<string>> = {
  unknown: async () => guestOf(hub).email,
  'of the company': () => emailOf(),
  'of another company': () => emailOf({ company: 'Foreign Ltd' }),
  'of no company': () => emailOf({ company: null }),
  deactivated: async () => {
    const email = await emailOf()
    await updateRows('users', { email }, { active: false })
    return email
  },
  'of the company, with access': () => emailOf({ platforms: [hub.id] }),
  'of the company, with deactivated access': async () => {
    const { id, email } = await addUser({ hasSecondFactor: false, platforms: [hub.id] })
    await updateRows('subsystem_accounts', { userId: id }, { active: false })
    return email
  },
}

async function emailOf(options: UserOptions = {}): Promise<string> {
  return (await addUser({ hasSecondFactor: false, ...options })).email
}

const inviteByEmail = (email: string, key?: string, redirectUrl = `${hub.url}/welcome`) =>
  inviteAs(hub, { ...guestOf(hub, { redirectUrl }), email }, key)

async function accessOf(email: string): Promise<string> {
  const active = await scalar<boolean>(db)`
    select a.active from users u join subsystem_accounts a on a.user_id = u.id
    where u.email = ${email} and a.subsystem_id = ${hub.id}`
  return active === undefined ? 'none' : active ? 'active' : 'deactivated'
}

const mailsTo = (email: string) =>
  scalars<string>(db)`select kind from mails where to_address = ${email} order by id`

test('P18: an invitation gets the same response by the same statements for any address, also when it is read', async () => {
  const answers = new Map<string, string>()
  const statements = new Map<string, string[]>()
  await inviteByEmail(await emailOf())
  for (const [kind, address] of Object.entries(kinds)) {
    const email = await address()
    let answer = { status: 0, body: {} as Record<string, unknown> }
    const inviteStatements = await statementsOf(async () => {
      answer = await inviteByEmail(email)
    })
    const { id, ...rest } = answer.body
    const invitation = await askAs(hub, `/platform/invitations/${String(id)}`)
    const { createdAt, expiresAt, ...facts } = invitation.body as unknown as Record<string, string>
    const days = (Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? '')) / 86_400_000
    const visible = { ...facts, id: '', email: '', days: Math.round(days) }
    answers.set(kind, JSON.stringify([answer.status, rest, visible]))
    statements.set(kind, inviteStatements)
  }
  deepEqual(new Set(answers.values()).size, 1, [...answers.values()].join('\n'))
  const [first, ...others] = [...statements.values()]
  for (const each of others) deepEqual(each, first)
})

test('P18: response times do not differ between known and unknown addresses', async (t) => {
  const swift = await newInvitingPlatform('Harbour Ltd')
  const medians: Record<string, number> = {}
  const times: Record<string, number[]> = { unknown: [], known: [], foreign: [] }
  for (let count = 0; count < 15; count += 1) {
    const addresses = {
      unknown: guestOf(hub).email,
      known: await emailOf(),
      foreign: await emailOf({ company: 'Foreign Ltd' }),
    }
    for (const [kind, email] of Object.entries(addresses)) {
      const start = performance.now()
      await inviteAs(swift, { ...guestOf(swift), email })
      times[kind]?.push(performance.now() - start)
    }
  }
  for (const [kind, all] of Object.entries(times)) {
    medians[kind] = all.toSorted((a, b) => a - b)[7] ?? 0
  }
  t.diagnostic(JSON.stringify(medians))
  const [fastest = 0, slowest = 0] = [
    Math.min(...Object.values(medians)),
    Math.max(...Object.values(medians)),
  ]
  // Deletes the jobs, so that the worker of the next test does not run them.
  await deleteRows('pgboss.job', { name: 'platform-invitation' })
  // The statements are equal, so only noise of the machine remains.
  equal(slowest < fastest * 2 + 10, true, JSON.stringify(medians))
})

test('P18: only a user of the company gets access, and no user is activated', async () => {
  const expected: Record<string, [access: string, mails: string[], state: string]> = {
    unknown: ['none', ['invitation'], 'open'],
    'of the company': ['active', ['platforms-changed'], 'accepted'],
    'of another company': ['none', ['platform-invitation'], 'open'],
    'of no company': ['none', ['platform-invitation'], 'open'],
    deactivated: ['none', ['platform-invitation'], 'open'],
    'of the company, with access': ['active', ['platform-invitation'], 'accepted'],
    'of the company, with deactivated access': ['deactivated', ['platform-invitation'], 'open'],
  }
  for (const [kind, address] of Object.entries(kinds)) {
    const email = await address()
    const before = await scalar(db)`select active from users where email = ${email}`
    const { body } = await inviteByEmail(email)
    await openInvitations()
    const answer = await askAs(hub, `/platform/invitations/${body.id}`)
    const outcome = [await accessOf(email), await mailsTo(email), answer.body.state]
    deepEqual(outcome, expected[kind], kind)
    equal(await scalar(db)`select active from users where email = ${email}`, before, kind)
  }
})

test('P18: a user of the company can open the platform immediately and gets a mail with the platform’s page', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const worker = await startWorker()
  await inviteByEmail(ada.email)
  await until(async () => (await accessOf(ada.email)) === 'active')
  equal((await tokensOf(laptop, hub)).claims.sub, ada.id)
  const mail = await mailbox.waitFor(ada.email, /You now have access to/, 20_000)
  match(mail.text, new RegExp(`${hub.url}/welcome`))
  await worker.stop()
  const entry = (await auditOf(ada.id)).find(({ action }) => action === 'platform_access_given')
  deepEqual(entry?.data, {
    subsystem: hub.id,
    before: {},
    after: { active: true },
    reason: 'invitation',
  })
  equal(entry?.subSystem, hub.id)
})

test('P18: a user who gets no access is mailed at most once a week, for all platforms together', async () => {
  const other = await newInvitingPlatform('Harbour Ltd')
  const email = await emailOf({ company: 'Foreign Ltd', preferredLanguage: 'es' })
  await inviteByEmail(email)
  await inviteByEmail(email)
  await inviteAs(other, { ...guestOf(other), email })
  await Promise.all([openInvitations(), openInvitations()])
  deepEqual(await mailsTo(email), ['platform-invitation'])
  const worker = await startWorker()
  const mail = await mailbox.waitFor(email, /intentó invitarle/, 20_000)
  match(mail.text, /no cambió nada/)
  equal(/https?:/.test(mail.text), false)
  await worker.stop()

  await backdate('rate_limits', { name: 'invitationsOfUser' }, { blockedUntil: '7 days' })
  await inviteByEmail(email)
  await openInvitations()
  deepEqual(await mailsTo(email), ['platform-invitation', 'platform-invitation'])
  equal(await accessOf(email), 'none')
})

test('P18: a repeated request and a repeated job grant access once', async () => {
  const email = await emailOf()
  const first = await inviteByEmail(email, 'once')
  await openInvitations()
  deepEqual((await inviteByEmail(email, 'once')).body, first.body)
  await openInvitations()
  deepEqual(await mailsTo(email), ['platforms-changed'])
  const userId = (await scalar<string>(db)`select id from users where email = ${email}`) ?? ''
  equal((await auditOf(userId)).length, 1)
})

test('P18: an invitation grants no access if the company has lost the platform in the meantime', async () => {
  const sunken = await newInvitingPlatform('Leaving Ltd')
  const email = await emailOf({ company: 'Leaving Ltd' })
  await inviteAs(sunken, { ...guestOf(sunken), email })
  await updateRows('partners', { name: 'Leaving Ltd' }, { subsystems: '{}' })
  await openInvitations()
  deepEqual(await mailsTo(email), ['platform-invitation'])
})

// own process: reads the newest of all invitations
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { browser, invited, livingLinks, newGuest } from '#test/invitations.ts'
import { mailbox } from '#test/mailbox.ts'
import { addPlatform, addUser, refusedWith } from '#test/people.ts'
import { addRow, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import { inviteCommand } from './command.ts'
import * as contract from './contract.ts'

await addPlatform({ id: 'board' })

function inviteGuest(about: Partial<ReturnType<typeof newGuest>>) {
  return browser.call(contract.addInvitation, { body: { ...newGuest(), ...about } })
}

const platformsOf = (email: string) =>
  scalars<string>(db)`
    select a.subsystem_id || case when a.active then '' else ' (off)' end
    from users u join subsystem_accounts a on a.user_id = u.id where u.email = ${email} order by 1`

const mailsTo = (email: string) =>
  scalars<string>(db)`select kind from mails where to_address = ${email} order by id`

test('P18: inviting a user of the company grants the platforms and mails them without a sign-up link', async () => {
  const worker = await startWorker()
  const { email, id: userId } = await addUser({ platforms: ['board'] })
  const redirectUrl = 'https://hub.example/start'
  const { id, added } = await inviteGuest({ email, subsystems: ['hub', 'board'], redirectUrl })
  deepEqual([added, await platformsOf(email)], [['hub'], ['board', 'hub']])
  const mail = await mailbox.waitFor(email, /You now have access to/, 20_000)
  match(mail.text, /You can now open Hub /)
  equal(mail.text.includes(redirectUrl), true)
  equal(mail.text.includes('sign-up/'), false)
  await worker.stop()
  const [listed] = await browser.call(contract.listInvitations, { query: { limit: 1 } })
  deepEqual([listed?.id, listed?.state], [id, 'accepted'])
  const entry = (await auditOf(userId)).at(-1)
  deepEqual([entry?.action, entry?.data['reason']], ['platform_access_given', 'invitation'])

  deepEqual((await inviteGuest({ email, subsystems: ['hub'] })).added, [])
  deepEqual(await mailsTo(email), ['platforms-changed'])
})

test('P18: inviting a user of another company is refused with its name, and nothing is stored', async () => {
  const { email } = await addUser({ company: 'Foreign Ltd' })
  const refusal = await refusedWith(errorCodes.userOfOtherCompany, inviteGuest({ email }))
  deepEqual(refusal.faults, [{ code: 409010, field: 'email', company: 'Foreign Ltd' }])
  deepEqual([await platformsOf(email), await mailsTo(email)], [[], []])
  deepEqual(await scalars(db)`select id from invitations where email = ${email}`, [])
})

test('P18: an invitation activates neither a deactivated user nor deactivated access', async () => {
  const off = await addUser({ platforms: ['hub'] })
  await updateRows('subsystem_accounts', { userId: off.id }, { active: false })
  const refusal = await refusedWith(400001, inviteGuest({ email: off.email }))
  deepEqual(refusal.faults, [{ code: 400001, field: 'subsystems', rule: 'accessDeactivated' }])
  deepEqual((await inviteGuest({ email: off.email, subsystems: ['hub', 'board'] })).added, [
    'board',
  ])
  deepEqual(await platformsOf(off.email), ['board', 'hub (off)'])

  const gone = await addUser()
  await updateRows('users', { id: gone.id }, { active: false })
  await refusedWith(errorCodes.userInactive, inviteGuest({ email: gone.email }))
  deepEqual(await platformsOf(gone.email), [])
})

test('P18: resending an invitation to an address that has an account by now grants the platforms instead', async () => {
  const { id, email } = await invited()
  await addUser({ email })
  await browser.call(contract.resendInvitation, { params: { id }, body: {} })
  deepEqual([await platformsOf(email), await livingLinks(id)], [['hub'], []])
  const elsewhere = await invited()
  await addUser({ email: elsewhere.email, company: 'Foreign Ltd' })
  const again = { params: { id: elsewhere.id }, body: {} }
  const refusal = await refusedWith(
    errorCodes.userOfOtherCompany,
    browser.call(contract.resendInvitation, again),
  )
  equal(refusal.faults[0]?.company, 'Foreign Ltd')
})

test('P18: of ten concurrent invitations of one user only one grants the platform', async () => {
  const { email, id } = await addUser()
  const answers = await Promise.all(Array.from({ length: 10 }, () => inviteGuest({ email })))
  equal(answers.filter(({ added }) => added?.length === 1).length, 1)
  deepEqual(
    (await auditOf(id)).map(({ action }) => action),
    ['platform_access_given'],
  )
})

test('P18: the command grants platforms to an existing user, and explains a refusal', async () => {
  const { email, id } = await addUser()
  const argumentsFor = (company: string, subsystems: string, address = email) =>
    Object.entries({ email: address, firstname: 'A', lastname: 'B', company, subsystems }).flatMap(
      ([name, value]) => [`--${name}`, value],
    )
  deepEqual(await inviteCommand(argumentsFor('Harbour Ltd', 'hub')), [
    `${email} has an account at Harbour Ltd. Added: hub.`,
  ])
  match((await inviteCommand(argumentsFor('Harbour Ltd', 'hub')))[0] ?? '', /Added: nothing: /)
  await rejects(
    inviteCommand(argumentsFor('Foreign Ltd', 'hub')),
    /has an account at Harbour Ltd\. A user belongs to one company/,
  )
  await updateRows('subsystem_accounts', { userId: id }, { active: false })
  await rejects(inviteCommand(argumentsFor('Harbour Ltd', 'hub')), /platform grant/)
  await updateRows('users', { id }, { active: false })
  await rejects(inviteCommand(argumentsFor('Harbour Ltd', 'board')), /is deactivated/)
  await addRow('partners', { name: 'Sunken Ltd', active: false })
  const sunken = inviteCommand(argumentsFor('Sunken Ltd', 'board', 'new.one@quay.example'))
  await rejects(sunken, /Sunken Ltd is deactivated/)
  await addRow('partners', { name: 'Small Ltd', subsystems: '{}' })
  const command = inviteCommand(argumentsFor('Small Ltd', 'hub', 'new.one@quay.example'))
  await rejects(command, /Small Ltd does not have all of these platforms/)
})

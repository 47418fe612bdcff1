import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales, type Locale } from '#contract/locale.ts'
import { getMe } from '#contract/me.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { stepUpUser } from '#contract/step-up.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { givePasskey, isEnabled, logInByPasskey } from '#test/passkeys.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  refusedWith,
  visitor,
  type Visitor,
} from '#test/people.ts'
import { backdate, now, updateRows } from '#test/rows.ts'
import { failCodes, newestLink } from '#test/second-factor.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { startWorker } from '../../../app/worker.ts'
import { endSession, listSessions, logMeOut } from '../sessions/contract.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './contract.ts'

const { origins, rpId } = config.passkeys.users
const [origin = ''] = origins
type Changed = Parameters<ReturnType<typeof createSoftwareAuthenticator>['register']>[1]

/** Adds a passkey in the way the security page does. */
async function add(
  { call }: Visitor,
  { name, changed }: { name?: string; changed?: Changed } = {},
) {
  const authenticator = createSoftwareAuthenticator(origin)
  const options = await call(beginPasskey, { body: {} })
  const response = authenticator.register(options, changed)
  const added = await call(addPasskey, { body: { ...(name && { name }), response } })
  return { authenticator, ...added }
}

const remove = ({ call }: Visitor, id: string) => call(removePasskey, { params: { id }, body: {} })

test('a user adds a passkey, logs in with it, renames it and removes it', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  const { authenticator, passkey, recoveryCodes } = await add(laptop)
  deepEqual([passkey.name, passkey.synced, passkey.current], ['Firefox on Linux', false, true])
  equal(recoveryCodes?.length, 10)
  equal((await laptop.call(getMe, {})).mfa.passkeys, 1)
  const phone = await visitor()
  await logInByPasskey(phone, authenticator)
  ok(await phone.isLoggedIn())

  await laptop.call(renamePasskey, { params: { id: passkey.id }, body: { name: 'Work laptop' } })
  const [listed] = await laptop.call(listPasskeys, {})
  equal(listed?.name, 'Work laptop')
  notEqual(listed?.lastUsedAt, null)
  deepEqual(
    [listed?.credentialId, listed?.userHandle],
    [authenticator.credentialId, userHandleOf(ada.id)],
  )

  const second = await add(laptop)
  equal(second.recoveryCodes, undefined)
  deepEqual(await remove(laptop, passkey.id), {
    rpId,
    userHandle: userHandleOf(ada.id),
    credentialIds: [second.authenticator.credentialId],
  })
  await refusedWith(errorCodes.wrongPasskey, logInByPasskey(await visitor(), authenticator))
  deepEqual(
    (await auditOf(ada.id))
      .map(({ action }) => action)
      .filter((each) => each.startsWith('passkey_')),
    ['passkey_added', 'passkey_renamed', 'passkey_added', 'passkey_removed'],
  )
})

test('adding or removing a passkey requires a step-up in the last five minutes', async () => {
  const ada = await addUser()
  await givePasskey(ada)
  const laptop = await logIn(ada)
  const options = await laptop.call(beginPasskey, { body: {} })
  const [passkey] = await laptop.call(listPasskeys, {})
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  const response = createSoftwareAuthenticator(origin).register(options)
  const { stepUpRequired } = errorCodes
  const { proofs } = await refusedWith(stepUpRequired, laptop.call(beginPasskey, { body: {} }))
  deepEqual(proofs, ['passkey', 'otp'])
  await refusedWith(stepUpRequired, laptop.call(addPasskey, { body: { response } }))
  await refusedWith(stepUpRequired, remove(laptop, passkey?.id ?? ''))
  equal((await laptop.call(listPasskeys, {})).length, 1)
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  await laptop.call(addPasskey, { body: { response } })
})

test('a response with another session, host, origin or challenge, without user verification, or a replay is rejected', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  const authenticator = createSoftwareAuthenticator(origin)
  const options = await laptop.call(beginPasskey, { body: {} })
  const send = ({ call }: Visitor, changed?: Changed) =>
    call(addPasskey, { body: { response: authenticator.register(options, changed) } })
  await refusedWith(errorCodes.ceremonyExpired, send(phone))
  for (const changed of [
    { origin: 'https://portico.example' },
    { rpId: 'portico.example' },
    { isUserVerified: false },
    { isEmbedded: true },
  ])
    await refusedWith(errorCodes.wrongPasskey, send(laptop, changed))
  await refusedWith(errorCodes.ceremonyExpired, send(laptop, { challenge: 'AAAA' }))
  equal((await laptop.call(listPasskeys, {})).length, 0)
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => send(laptop)))
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  equal((await laptop.call(listPasskeys, {})).length, 1)
  await refusedWith(errorCodes.ceremonyExpired, send(laptop))
})

test('a passkey is registered only once, and a user has at most ten, even with concurrent calls', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const authenticator = createSoftwareAuthenticator(origin)
  const again = async () => {
    const options = await laptop.call(beginPasskey, { body: {} })
    return laptop.call(addPasskey, { body: { response: authenticator.register(options) } })
  }
  await again()
  await refusedWith(errorCodes.secondFactorAlreadySet, again())
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => add(laptop)))
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 9)
  await refusedWith(errorCodes.secondFactorAlreadySet, laptop.call(beginPasskey, { body: {} }))
})

test('409005 the last enabled second factor cannot be removed, even with concurrent calls', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  await givePasskey(ada)
  await givePasskey(ada)
  const laptop = await logIn(ada)
  const passkeys = await laptop.call(listPasskeys, {})
  const answers = await Promise.allSettled(passkeys.map(({ id }) => remove(laptop, id)))
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  const [last] = await laptop.call(listPasskeys, {})
  await refusedWith(errorCodes.lastWayIn, remove(laptop, last?.id ?? ''))
  equal((await laptop.call(listPasskeys, {})).length, 1)
})

test('disabled factors do not count as remaining second factors', async () => {
  const ada = await addUser()
  await givePasskey(ada)
  await givePasskey(ada)
  const laptop = await logIn(ada)
  const [first, second] = await laptop.call(listPasskeys, {})
  await failCodes(ada, 100)
  await updateRows('passkeys', { id: first?.id }, { disabledAt: now })
  await refusedWith(errorCodes.lastWayIn, remove(laptop, second?.id ?? ''))
  await remove(laptop, first?.id ?? '')
})

test('3W17: a new passkey without a name is named after its browser, in the language of its owner', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
  const names = { ar: 'Firefox على Linux', fr: 'Firefox sur Linux', zh: 'Linux 上的 Firefox' }
  for (const [preferredLanguage, name] of Object.entries(names) as [Locale, string][]) {
    const browser = await logIn(await addUser({ preferredLanguage }), { userAgent })
    equal((await add(browser)).passkey.name, name)
  }
})

test('a user can neither read, rename nor remove a passkey of another user', async () => {
  const [ada, bob] = [await addUser(), await addUser()]
  await givePasskey(ada)
  const [passkey] = await (await logIn(ada)).call(listPasskeys, {})
  const browser = await logIn(bob)
  deepEqual(await browser.call(listPasskeys, {}), [])
  for (const id of [passkey?.id ?? '', 'unknown']) {
    const params = { id }
    await refusedWith(commonErrors.notFound, remove(browser, id))
    await refusedWith(
      commonErrors.notFound,
      browser.call(renamePasskey, { params, body: { name: 'Mine' } }),
    )
  }
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(listPasskeys, {}))
})

test('a passkey is not added if the session ends during its registration', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  await giveRecoveryCodes(ada)
  const options = await laptop.call(beginPasskey, { body: {} })
  const response = createSoftwareAuthenticator(origin).register(options)
  const own = (await phone.call(listSessions, {})).find(({ current }) => !current)
  await Promise.allSettled([
    phone.call(endSession, { params: { id: own?.id ?? '' }, body: {} }),
    laptop.call(addPasskey, { body: { response } }),
  ])
  await refusedWith(commonErrors.notLoggedIn, laptop.call(addPasskey, { body: { response } }))
})

test('the mail about a new passkey has one link, which disables the passkey and ends every session, in each language', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  for (const preferredLanguage of locales) {
    const ada = await addUser({ preferredLanguage })
    const laptop = await logIn(ada)
    const { authenticator } = await add(laptop, { name: 'My blue key' })
    const mail = await mailbox.waitFor(ada.email, /(?:)/, 20_000)
    match(mail.text, /My blue key/)
    ok(!/[{}]/.test(mail.text))
    const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
    equal(links.length, 1)
    const token = await newestLink(ada, 'log-me-out')
    match(links[0] ?? '', new RegExp(`/log-me-out/${token}$`))
    await (await visitor()).call(logMeOut, { body: { token: token ?? '' } })
    equal(await isEnabled(authenticator), false)
    equal(await laptop.isLoggedIn(), false)
    await refusedWith(errorCodes.wrongPasskey, logInByPasskey(await visitor(), authenticator))
    const actions = (await auditOf(ada.id)).map(({ action }) => action)
    ok(actions.includes('passkey_disabled'))
  }
})

test('removing a passkey notifies the user by mail', async () => {
  const ada = await addUser()
  await givePasskey(ada)
  const laptop = await logIn(ada)
  const [passkey] = await laptop.call(listPasskeys, {})
  await remove(laptop, passkey?.id ?? '')
  const mails = await rows<{ kind: string }>(db)`select kind from mails where user_id = ${ada.id}`
  deepEqual(mails, [{ kind: 'passkey-removed' }])
})

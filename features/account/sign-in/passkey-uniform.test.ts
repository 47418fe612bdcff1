import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { db, scalar } from '#server/db.ts'
import { enterPassword, wrong } from '#test/logins.ts'
import { addUser, refusedWith, visitor } from '#test/people.ts'
import { givePasskey, isEnabled } from '#test/passkeys.ts'
import { updateRows } from '#test/rows.ts'
import { verifyCode } from './contract.ts'
import { beginSecondPasskey } from './passkey-contract.ts'

config.loginUniform = true

async function atPasskey(email: string, password: string) {
  const browser = await visitor()
  await enterPassword(browser, { email, password })
  const options = await browser.call(beginSecondPasskey, { body: {} })
  return { browser, options }
}

function countChallenges(): Promise<number | undefined> {
  return scalar<number>(db)`select count(*)::int from passkey_challenges`
}

test('after a wrong password a right passkey is refused and used up by nothing, for a known address and an unknown one', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const before = await countChallenges()
  for (const email of [ada.email, 'nobody@quay.example']) {
    const { browser, options } = await atPasskey(email, wrong)
    const passkey = authenticator.assert(options)
    const refused = browser.call(verifyCode, { body: { passkey } })
    await refusedWith(errorCodes.wrongPasskey, refused)
  }
  equal(await countChallenges(), before)
  equal(await isEnabled(authenticator), true)
  const { browser, options } = await atPasskey(ada.email, ada.password)
  const body = { passkey: authenticator.assert(options) }
  equal((await browser.call(verifyCode, { body })).next, 'done')
})

test('after a right password and a right passkey a deactivated user is told so', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  const { browser, options } = await atPasskey(ada.email, ada.password)
  const body = { passkey: authenticator.assert(options) }
  await refusedWith(errorCodes.userInactive, browser.call(verifyCode, { body }))
})

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

test('after a wrong password a valid passkey is refused without storing a challenge, for known and unknown addresses', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const before = await countChallenges()
  for (const email of [ada.email, 'nobody@quay.example']) {
    const { browser, options } = await atPasskey(email, wrong)
    const passkey = authenticator.assert(options)
    const answer = browser.call(verifyCode, { body: { passkey } })
    await refusedWith(errorCodes.wrongPasskey, answer)
  }
  equal(await countChallenges(), before)
  equal(await isEnabled(authenticator), true)
  const { browser, options } = await atPasskey(ada.email, ada.password)
  const body = { passkey: authenticator.assert(options) }
  equal((await browser.call(verifyCode, { body })).next, 'done')
})

test('a deactivated user gets userInactive only after the right password and a valid passkey', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  const { browser, options } = await atPasskey(ada.email, ada.password)
  const body = { passkey: authenticator.assert(options) }
  await refusedWith(errorCodes.userInactive, browser.call(verifyCode, { body }))
})

import type { Call } from '#contract/call.ts'
import type { AuthenticatorKey } from '#contract/fields.ts'
import type { PasskeyRegistration, RegistrationOptions } from '#contract/passkey.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { findRecovery } from '#domain/sign-in/recovery.ts'
import { db } from '#server/db.ts'
import * as points from '../../features/account/contact-points/contract.ts'
import * as lost from '../../features/account/lost-device/contract.ts'
import * as recovery from '../../features/account/recovery/contract.ts'
import { codeOf, type TestUser } from './people.ts'
import { mailLinkOf } from './recovery.ts'
import { firstCodeOf, tokenInMail, tried, type Thief, type Victim } from './thieves.ts'

type Way = (thief: Thief) => Promise<unknown>

/** The helpers that the attacks share (trials/system/user-thieves.trial.ts). */
type Walk = {
  mallory: TestUser
  inSession: (work: (call: Call, thief: Thief) => Promise<unknown>) => Way
  atPassword: (thief: Thief) => Promise<Call>
  answer: (asked: RegistrationOptions | undefined) => Promise<PasskeyRegistration>
}

/** A token of no link. */
const never = 'a'.repeat(43)
const password = 'Third-Harbour-3'
const none = { body: {} }

/** Returns the attacks that request help from others, or misuse a link or code from that help. */
export function recoveryWays(walk: Walk): Record<string, Way> {
  const { inSession, atPassword } = walk
  return {
    'adds an address': inSession(async (call, { victim, hasInbox }) => {
      const email = `mallory@${victim.id}.example`
      const added = await tried(call(points.addContactPoint, { body: { email } }))
      const token = added ? await tokenInMail({ ...victim, email }, 'contact-point') : never
      await tried(call(points.verifyContactPoint, { body: { token } }))
      const params = { id: added?.id ?? victim.id }
      if (hasInbox) await tried(call(points.removeContactPoint, { params, ...none }))
    }),
    'asks for help': async (thief) => {
      const call = await atPassword(thief)
      const { hasInbox, secret, victim } = thief
      const isRequested = await tried(
        call(lost.askForHelp, { body: { note: 'Lost on the train' } }),
      )
      const token = isRequested && hasInbox ? await tokenInMail(victim, 'stop') : never
      for (const fields of [
        { password: thief.password },
        { otp: codeOf(secret) },
        { recoveryCode: 'AAAA-BBBB' },
      ])
        await byLink(walk, call, { token, ...fields })
      const id = (await findRecovery(db, victim.id))?.id ?? victim.id
      await tried((await thief.browser())(lost.stopOwnRecovery, { params: { id }, ...none }))
      await tried(call(lost.stopRecovery, { body: { token, endsSessions: true } }))
    },
    'recovers by mail': async ({ victim, hasInbox, browser }) => {
      const token = hasInbox ? await tokenOf(victim) : never
      const call = await browser()
      for (const supportCode of ['000000', '999999']) {
        const body = { token, password, confirmPassword: password, supportCode }
        const key = await tried(call(recovery.beginRecovery, { body }))
        await byKey(walk, call, { token, key })
      }
    },
  }
}

type ByLink = { token: string } & (
  | { password: string }
  | { otp: string }
  | { recoveryCode: string }
)

async function byLink({ mallory, answer }: Walk, call: Call, body: ByLink): Promise<void> {
  const { token } = body
  const key = await tried(call(recovery.beginResetByLink, { body }))
  const response = await answer(key?.passkey)
  await tried(call(recovery.confirmPasskeyByLink, { body: { token, response } }))
  const otp = firstCodeOf(key, mallory)
  await tried(call(recovery.confirmResetByLink, { body: { token, otp } }))
}

type ByKey = {
  token: string
  key: (AuthenticatorKey & { passkey?: RegistrationOptions | undefined }) | undefined
}

async function byKey({ mallory, answer }: Walk, call: Call, { token, key }: ByKey): Promise<void> {
  const body = { token, password }
  const response = await answer(key?.passkey)
  await tried(call(recovery.confirmRecoveryByPasskey, { body: { ...body, response } }))
  const otp = firstCodeOf(key, mallory)
  await tried(call(recovery.confirmRecovery, { body: { ...body, otp } }))
}

/** Returns the token of a recovery that support has started. The inbox contains its link but not its code. */
async function tokenOf(victim: Victim): Promise<string> {
  return (await mailedToken(db, await mailLinkOf(victim, 'password-and-factors'))) ?? ''
}

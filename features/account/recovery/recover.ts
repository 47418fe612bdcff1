import type { Body, Reply } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { consumeLinkAttempt, isSupportCode, refundLinkAttempt } from '#domain/sign-in/link.ts'
import { openAccountLink } from '#domain/sign-in/login.ts'
import { replacePassword, requireValidPassword } from '#domain/credentials/new-password.ts'
import { hashPassword } from '#domain/credentials/password.ts'
import { authenticatorKeyOf } from '#domain/credentials/second-factor.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { createKey, passkeysFor } from './begin-reset.ts'
import type {
  beginRecovery as beginEndpoint,
  confirmRecovery as byCode,
  confirmRecoveryByPasskey as byPasskey,
} from './contract.ts'
import {
  completeByLink,
  verifyFirstCode,
  verifyPasskeyInstead,
  type LinkStep,
  type NewFactor,
  type Reset,
} from './replace-factor.ts'

type LinkInput = { token: string; password: string; lostPasskeys?: string[] | undefined }

/**
 * Starts a recovery for a user who has lost password and second factor. Requires the code that support reads out, which
 * no email contains. Checks the new password; the second step saves it.
 */
export async function beginRecovery(
  db: Db,
  origin: Origin,
  { supportCode, ...input }: Body<typeof beginEndpoint>,
): Promise<Reply<typeof beginEndpoint>> {
  const step = await openStep(db, origin, input)
  const { user, link } = step
  if (!(await consumeLinkAttempt(db, link.id))) throw new Refusal(errorCodes.invalidLink)
  await requireSupportCode(db, step, supportCode)
  await refundLinkAttempt(db, link.id)
  await requirePassword(db, step, input)
  const firstStep = { ...step, browserId: user.browserId }
  // `pwd`, because the login after the second step counts the new password as its first factor.
  const secret = await transaction(db, (tx) => createKey(tx, firstStep, 'pwd'))
  const passkeys = await passkeysFor(db, firstStep, { isVerified: true })
  return { ...authenticatorKeyOf(secret, user.email), ...passkeys }
}

/** Completes a recovery: replaces password and second factor in one transaction. */
export async function confirmRecovery(
  db: Db,
  origin: Origin,
  { otp, ...input }: Body<typeof byCode>,
): Promise<Reset> {
  const step = await openStep(db, origin, input)
  return complete(db, step, input, await verifyFirstCode(db, step, otp))
}

export async function confirmRecoveryByPasskey(
  db: Db,
  origin: Origin,
  { response, ...input }: Body<typeof byPasskey>,
): Promise<Reset> {
  const step = await openStep(db, origin, input)
  return complete(db, step, input, await verifyPasskeyInstead(db, step, response))
}

async function openStep(
  db: Db,
  origin: Origin,
  { token, lostPasskeys = [] }: LinkInput,
): Promise<LinkStep> {
  const { link, account: user } = await openAccountLink(db, origin, 'recover', token)
  return { user, origin, verifiedBy: `link:${link.id}`, link, lostPasskeys }
}

/** Verifies the support code. After a wrong code, the attempt that the caller consumed is not refunded. */
async function requireSupportCode(
  db: Db,
  { user, origin, verifiedBy, link }: LinkStep,
  code: string,
): Promise<void> {
  if (isSupportCode(link, code)) return
  const data = { verifiedBy, reason: 'support code' }
  await recordAudit(db, origin, 'second_factor_reset_refused', { targetId: user.id, data })
  throw new Refusal(errorCodes.wrongCode, { field: 'supportCode' })
}

function requirePassword(db: Db, { user }: LinkStep, { password }: LinkInput): Promise<void> {
  const context = { person: user, isSignUp: false }
  return requireValidPassword(db, user.id, { password, context, field: 'password' })
}

async function complete(
  db: Db,
  step: LinkStep,
  input: LinkInput,
  newFactor: NewFactor,
): Promise<Reset> {
  const { user, origin } = step
  // Checked after the factor, so that strangers cannot cause expensive password checks.
  await requirePassword(db, step, input)
  const { password } = input
  const hash = await hashPassword(password)
  return completeByLink(db, step, newFactor, (tx) => replacePassword(tx, { user, hash, origin }))
}

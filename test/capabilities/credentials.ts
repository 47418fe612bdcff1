import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { getChallenge } from '#contract/human-check.ts'
import type { Browser } from './browser.ts'

/** A password that meets every password rule. */
export const firstPassword = 'Wide-Lantern-7'

/** Returns the code of an authenticator app with this secret, now or `steps` steps of 30 seconds later. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Solves the human check as its widget does. */
export async function passHumanCheck({ call }: Pick<Browser, 'call'>): Promise<string> {
  const challenge = (await call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

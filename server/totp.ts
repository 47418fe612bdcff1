import { Secret, TOTP } from 'otpauth'
import { currentBrand } from './current-brand.ts'

const periodSeconds = 30
/** Time for which a code is accepted: the step in which it is displayed, and the next one. */
export const codeLifetimeMs = 2 * periodSeconds * 1_000

/** Returns 160 random bits in base32 (RFC 4226 §4). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the time step of a code, the current or previous one (RFC 6238 §5.2), or undefined if it is invalid. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const totp = totpOf(secret, '')
  const stepOffset = [0, -1].find((steps) => {
    const timestamp = nowMs + steps * periodSeconds * 1000
    return totp.validate({ token: code, timestamp, window: 0 }) !== null
  })
  return stepOffset === undefined
    ? undefined
    : Math.floor(nowMs / 1000 / periodSeconds) + stepOffset
}

/** Returns the URL of the QR code for an authenticator app. */
export function otpauthUrl(secret: string, label: string): string {
  return totpOf(secret, label).toString()
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: currentBrand().name,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  })
}

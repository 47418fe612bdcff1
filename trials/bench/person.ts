import { hash } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'

export const password = 'First-Harbour-1'
const session = 'portico'

/** A user, and the cookies of their browser, which has its own IP address. */
export type Person = {
  id: string
  email: string
  secret: string
  number: number
  cookies: Map<string, string>
}

export type Cost = { memoryKib: number; passes: number }

export function settingsOf({ memoryKib, passes }: Cost) {
  return { PASSWORD_HASH_MEMORY_KIB: String(memoryKib), PASSWORD_HASH_PASSES: String(passes) }
}

/** Adds users whose passwords have a hash of this cost; test users otherwise have a cheap hash. */
export async function addPeople(many: number, { memoryKib, passes }: Cost): Promise<Person[]> {
  const { db } = await import('#server/db.ts')
  const { setPassword } = await import('#domain/credentials/password.ts')
  const { addUser } = await import('#test/people.ts')
  const hashed = await hash(password, { memoryCost: memoryKib, timeCost: passes, parallelism: 1 })
  const people: Person[] = []
  for (let number = 0; number < many; number += 1) {
    const { id, email, secret } = await addUser({ email: `ada${number}-${memoryKib}@quay.example` })
    await setPassword(db, id, hashed)
    people.push({ id, email, secret, number, cookies: new Map() })
  }
  return people
}

export function currentCode({ secret }: Person): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

/** Ends the browser's session. From the second login on, the browser is a known one. */
export function forgetSession({ cookies }: Person): void {
  cookies.delete(session)
}

export function isLoggedIn({ cookies }: Person): boolean {
  return cookies.has(session)
}

/** Returns the HTTP request that a browser sends. */
export function requestOf(
  { number, cookies }: Person,
  what: string,
  { csrfToken = '', ...fields }: { csrfToken?: string; [field: string]: unknown } = {},
): string {
  const body = what.startsWith('GET') ? '' : JSON.stringify(fields)
  const head = [
    `${what} HTTP/1.1`,
    'host: localhost:8080',
    'origin: http://localhost:8080',
    'x-requested-with: XMLHttpRequest',
    `x-csrf-token: ${csrfToken}`,
    `x-forwarded-for: 198.18.${number >> 8}.${number & 255}`,
    `cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Stores the cookies of a response; returns the CSRF token for the next call. */
export function takeCookies({ cookies }: Person, answer: string): string {
  for (const [, name = '', value = ''] of answer.matchAll(/^set-cookie: ([^=]+)=([^;]*)/gim)) {
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return /^x-csrf-token: (\S+)/im.exec(answer)?.[1] ?? ''
}

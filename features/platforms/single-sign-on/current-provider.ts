import type { Provider } from 'oidc-provider'
import { fingerprintOf } from '#domain/signing-key.ts'
import { db } from '#server/db.ts'
import { endSessionOnLogout } from './logout.ts'
import { makeProvider } from './provider.ts'

/** A new key is published for longer than this before it signs, so every server knows it by then. */
const lookEveryMs = 1_000

type Made = { provider: Provider; answer: ReturnType<Provider['callback']>; fingerprint: string }

/** The provider with the keys of now: made anew, while the server runs, as soon as they were rotated. */
export async function keepProvider(): Promise<() => Promise<Made>> {
  let made = await make()
  let lookedAt = Date.now()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    if ((await fingerprintOf(db, 'oidc')) !== made.fingerprint) made = await make()
    lookedAt = Date.now()
  }

  return async () => {
    if (Date.now() - lookedAt >= lookEveryMs) {
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
    }
    return made
  }
}

async function make(): Promise<Made> {
  const provider = await makeProvider()
  endSessionOnLogout(provider)
  return { provider, answer: provider.callback(), fingerprint: await fingerprintOf(db, 'oidc') }
}

import type { Me } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { signalOwner } from '#web/passkey-owner.ts'
import { canUsePasskeys } from '#web/passkeys.ts'
import { listPasskeys } from '../../features/account/passkeys/contract.ts'

/** Reports the user's current name and email address to the authenticators, for each host of the user's passkeys. */
export async function signalToPasskeys(me: Me): Promise<void> {
  if (!canUsePasskeys()) return
  const passkeys = await call(listPasskeys, {}, { background: true })
  const hosts = new Map(passkeys.map((each) => [each.rpId, each]))
  for (const host of hosts.values()) signalOwner(host, me)
}

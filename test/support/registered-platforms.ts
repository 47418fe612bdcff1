import type { Subsystem as Platform } from '#domain/platforms/subsystem.ts'
import { addPlatform } from '../../features/admin/platforms/contract.ts'
import type { Visitor } from './people.ts'

let count = 0

/** Returns the form values of a platform with a client secret. */
export function newRegistration() {
  count += 1
  const id = `orders-${count}`
  const url = `https://${id}.example`
  return {
    id,
    name: `Orders ${count}`,
    description: '',
    url,
    active: true,
    proof: 'secret' as 'secret' | 'keys' | 'none',
    jwks: null as { keys: { kty: 'RSA' | 'EC' | 'OKP' }[] } | null,
    jwksUri: null as string | null,
    pkce: 'required' as 'required' | 'optional',
    mayInvite: false,
    redirectUris: [`${url}/callback`],
    postLogoutUris: [`${url}/signed-out`],
    backchannelLogoutUri: `${url}/backchannel-logout` as string | null,
    origins: [] as string[],
    entryOrigin: null as string | null,
    requiredAcr: null as Platform['requiredAcr'],
    maxAgeMinutes: null as number | null,
    idleMinutes: null as number | null,
  }
}

export type Registered = ReturnType<typeof newRegistration> & { clientSecret: string }

/** Registers a platform as an admin does. */
export async function register(
  browser: Visitor,
  options: Partial<ReturnType<typeof newRegistration>> = {},
): Promise<Registered> {
  const body = { ...newRegistration(), ...options }
  const { clientSecret } = await browser.call(addPlatform, { body })
  return { ...body, clientSecret: clientSecret ?? '' }
}

/** Returns the fields that change a platform: all except its id. */
export function changesOf(platform: Registered) {
  const { id: _, clientSecret: __, ...sent } = platform
  return sent
}

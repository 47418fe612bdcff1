import type { ValuesOf } from '#web/ui/form-state.ts'
import type { PlatformDetails } from './contract.ts'
import type { Name } from './fields.tsx'
import { linesOf } from '#web/ui/fields.tsx'

/** A platform as form values: lists as lines of text, null as an empty text. */
export function valuesOf(platform: PlatformDetails | undefined): ValuesOf<Name> {
  return {
    id: '',
    name: platform?.name ?? '',
    url: platform?.url ?? '',
    active: platform?.active ?? true,
    proof: platform?.proof ?? 'secret',
    jwks: platform?.jwks ? JSON.stringify(platform.jwks, null, 2) : '',
    jwksUri: platform?.jwksUri ?? '',
    pkce: platform?.pkce === 'optional',
    mayInvite: platform?.mayInvite ?? false,
    redirectUris: (platform?.redirectUris ?? []).join('\n'),
    postLogoutUris: (platform?.postLogoutUris ?? []).join('\n'),
    backchannelLogoutUri: platform?.backchannelLogoutUri ?? '',
    origins: (platform?.origins ?? []).join('\n'),
    entryOrigin: platform?.entryOrigin ?? '',
  }
}

/** The body to send; only a new platform has an id in it. */
export function bodyOf(typed: ValuesOf<Name>, isNew: boolean): object {
  const { id, name, url, active, proof, pkce, mayInvite } = typed
  const hasKeys = proof === 'keys'
  return {
    ...(isNew && { id: String(id).trim() }),
    name,
    url,
    active,
    proof,
    jwks: hasKeys ? keysOf(String(typed.jwks)) : null,
    jwksUri: hasKeys ? orNull(typed.jwksUri) : null,
    pkce: pkce ? 'optional' : 'required',
    mayInvite,
    redirectUris: linesOf(String(typed.redirectUris)),
    postLogoutUris: linesOf(String(typed.postLogoutUris)),
    backchannelLogoutUri: orNull(typed.backchannelLogoutUri),
    origins: linesOf(String(typed.origins)),
    entryOrigin: orNull(typed.entryOrigin),
  }
}

/** Text that is not JSON stays text, which the schema rejects. */
function keysOf(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function orNull(value: string | boolean): string | null {
  return String(value).trim() || null
}

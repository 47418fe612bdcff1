import type { FormState, ValuesOf } from '#web/ui/form-state.ts'
import { linesOf } from '#web/ui/lines-field.tsx'
import type { PlatformDetails } from './contract.ts'

export type Name =
  | 'id'
  | 'name'
  | 'url'
  | 'active'
  | 'proof'
  | 'jwks'
  | 'jwksUri'
  | 'pkce'
  | 'mayInvite'
  | 'redirectUris'
  | 'postLogoutUris'
  | 'backchannelLogoutUri'
  | 'origins'
  | 'entryOrigin'

export type FieldsProps = { form: FormState<Name> }

/** A platform as it is typed: a list is text of lines, what is not there is empty. */
export function emptyOf(platform: PlatformDetails | undefined): ValuesOf<Name> {
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

/** What is sent of it; only a new one says its id. */
export function bodyOf(typed: ValuesOf<Name>, isNew: boolean): object {
  const { id, name, url, active, proof, pkce, mayInvite } = typed
  const signs = proof === 'keys'
  return {
    ...(isNew && { id: String(id).trim() }),
    name,
    url,
    active,
    proof,
    jwks: signs ? keysOf(String(typed.jwks)) : null,
    jwksUri: signs ? orNull(typed.jwksUri) : null,
    pkce: pkce ? 'optional' : 'required',
    mayInvite,
    redirectUris: linesOf(String(typed.redirectUris)),
    postLogoutUris: linesOf(String(typed.postLogoutUris)),
    backchannelLogoutUri: orNull(typed.backchannelLogoutUri),
    origins: linesOf(String(typed.origins)),
    entryOrigin: orNull(typed.entryOrigin),
  }
}

/** Text that is no JSON stays text, which the schema does not take. */
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

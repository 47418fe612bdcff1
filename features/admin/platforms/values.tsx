import type * as z from 'zod/mini'
import type { AllowedApi } from '#contract/api.ts'
import { requirableAcrs } from '#contract/assurance.ts'
import type { keySet } from '#contract/key-set.ts'
import type { PlatformRole } from '#contract/platform-role.ts'
import {
  checkbox,
  choice,
  digits,
  lines,
  list,
  orNull,
  text,
  type Codec,
  type ControlsOf,
  type FieldsOf,
} from '#web/ui/codecs.ts'
import type { FormState } from '#web/ui/form-state.ts'
import { proofs, type addPlatform } from './contract.ts'

/** Checked if PKCE is optional. */
const pkce: Codec<'required' | 'optional', boolean> = {
  show: (wire) => wire === 'optional',
  read: (isOptional) => (isOptional ? 'optional' : 'required'),
}

/** Checked if the platform may request the phone number. */
const phoneScope: Codec<('phone' | 'roles')[], boolean, readonly string[]> = {
  show: (scopes) => scopes.includes('phone'),
  read: (isOn) => (isOn ? ['phone'] : []),
}

type KeySet = z.output<typeof keySet>

/** Keys as JSON. Text that is no JSON becomes an empty set, which the schema rejects. */
const keys: Codec<KeySet, string> = {
  show: (wire) => JSON.stringify(wire, null, 2),
  read: (typed) => {
    try {
      return JSON.parse(typed) as KeySet
    } catch {
      return { keys: [] }
    }
  },
}

/** A text `id scope` for each scope of an API; neither part contains a space. */
const apis: Codec<AllowedApi[], readonly string[], readonly AllowedApi[]> = {
  show: (wire) => wire.flatMap(choicesOf),
  read: (chosen) => {
    const ids = [...new Set(chosen.map((each) => each.split(' ')[0] ?? ''))]
    return ids.map((id) => ({
      id,
      scopes: chosen.flatMap((each) =>
        each.startsWith(`${id} `) ? [each.slice(id.length + 1)] : [],
      ),
    }))
  },
}

export function choicesOf({ id, scopes }: Pick<AllowedApi, 'id' | 'scopes'>): string[] {
  return scopes.map((scope) => `${id} ${scope}`)
}

export const platformFields = {
  id: text,
  name: text,
  url: text,
  active: checkbox,
  proof: choice(proofs),
  jwks: orNull(keys),
  jwksUri: orNull(text),
  pkce,
  mayInvite: checkbox,
  idTokenClaims: checkbox,
  extraScopes: phoneScope,
  requiredAcr: orNull(choice(requirableAcrs)),
  maxAgeMinutes: orNull(digits),
  idleMinutes: orNull(digits),
  redirectUris: lines,
  postLogoutUris: lines,
  backchannelLogoutUri: orNull(text),
  origins: lines,
  entryOrigin: orNull(text),
  roles: list<PlatformRole>(),
  apis,
} satisfies FieldsOf<typeof addPlatform>

export const newPlatform = {
  id: '',
  name: '',
  url: '',
  active: true,
  proof: 'secret',
  jwks: null,
  jwksUri: null,
  pkce: 'required',
  mayInvite: false,
  idTokenClaims: true,
  extraScopes: [],
  requiredAcr: null,
  maxAgeMinutes: null,
  idleMinutes: null,
  redirectUris: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  origins: [],
  entryOrigin: null,
  roles: [],
  apis: [],
} as const

type Name = keyof typeof platformFields

export type FieldsProps = { form: FormState<Name, Name, ControlsOf<typeof platformFields>> }

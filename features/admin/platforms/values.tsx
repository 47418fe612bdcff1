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
import type { addPlatform } from './contract.ts'
import { proofs } from './fields-contract.ts'

/** Checked if PKCE is optional. */
const pkce: Codec<'required' | 'optional', boolean> = {
  show: (wire) => wire === 'optional',
  read: (isOptional) => (isOptional ? 'optional' : 'required'),
  blank: 'required',
}

/** Checked if the platform may request the phone number. The form adds the scope `roles` itself. */
const phoneScope: Codec<('phone' | 'roles')[], boolean, readonly string[]> = {
  show: (scopes) => scopes.includes('phone'),
  read: (isOn) => (isOn ? ['phone'] : []),
  blank: [],
}

type KeySet = z.output<typeof keySet>

/** Keys as JSON. Text that is no JSON becomes an empty set, which the schema rejects. */
const keys: Codec<KeySet, string> = {
  show: (wire) => JSON.stringify(wire, null, 2),
  read: (input) => {
    try {
      return JSON.parse(input) as KeySet
    } catch {
      return { keys: [] }
    }
  },
  blank: { keys: [] },
}

/** A text `id scope` for each scope of an API; neither part contains a space. */
const apis: Codec<AllowedApi[], readonly string[], readonly AllowedApi[]> = {
  show: (wire) => wire.flatMap(choicesOf),
  read: (options) => {
    const pairs = options.map((each) => each.split(' '))
    return [...new Set(pairs.map(([id = '']) => id))].map((id) => ({
      id,
      scopes: pairs.flatMap(([each, scope = '']) => (each === id ? [scope] : [])),
    }))
  },
  blank: [],
}

export function choicesOf({ id, scopes }: Pick<AllowedApi, 'id' | 'scopes'>): string[] {
  return scopes.map((scope) => `${id} ${scope}`)
}

export const platformFields = {
  id: text,
  name: text,
  description: text,
  url: text,
  active: checkbox,
  offeredToAll: checkbox,
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

type Name = keyof typeof platformFields

export type FieldsProps = { form: FormState<Name, Name, ControlsOf<typeof platformFields>> }

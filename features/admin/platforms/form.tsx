import { useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { TextField } from '#web/ui/fields.tsx'
import { SwitchField, linesOf } from '#web/ui/record-fields.tsx'
import type { ValuesOf } from '#web/ui/form-state.ts'
import { useForm } from '#web/ui/form.tsx'
import { RecordForm, useConflict } from '#web/ui/record-form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addPlatform, changePlatform, type PlatformDetails } from './contract.ts'
import { apisIn, ApisField, choicesOf } from './apis-field.tsx'
import { Addresses, Assurance, ClientAuthentication, UserData, type Name } from './fields.tsx'
import { messages, summaryMessages } from './texts/messages.ts'
import { rolesIn, RolesField } from './roles-field.tsx'
import { NewPlatformFields } from './new-fields.tsx'

type Props = {
  /** The platform to edit; undefined for a new one. */
  platform: PlatformDetails | undefined
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
  onAsked: (asked: { clientSecret: string | undefined }) => void
}

/** Returns the form of a registration, its conflict if any, and whether it has unsaved changes. */
export function useRegistration(props: Props) {
  const [empty] = useState(() => valuesOf(props.platform))
  const { form, conflict } = usePlatformForm(props, empty)
  const isDirty = Object.entries(empty).some(([name, value]) => form.values[name as Name] !== value)
  return { form, conflict, isDirty: isDirty && !form.isSending }
}

type FormProps = Pick<Props, 'platform' | 'onReload'> & ReturnType<typeof useRegistration>

/** The form of a registration. A new platform has a submit button; for an existing one, the page shows a save bar. */
export function PlatformForm({ platform, onReload, form, conflict, isDirty }: FormProps) {
  const t = useMessages(messages)
  return (
    <RecordForm
      form={form}
      record={platform}
      effect={t.people({ count: platform?.effect.people ?? 0 })}
      {...(!platform && { submit: t.register })}
      {...{ conflict, isDirty, onReload, t }}
    >
      {platform ? (
        <>
          <TextField form={form} name="name" autoComplete="off" />
          <TextField form={form} name="url" autoComplete="off" dir="ltr" />
          <SwitchField form={form} name="active" label={t.activeLabel} />
          <Addresses form={form} />
          <ClientAuthentication form={form} />
          <Assurance form={form} />
          <UserData form={form} />
          <RolesField form={form} />
          <ApisField form={form} platform={platform} />
        </>
      ) : (
        <NewPlatformFields form={form} />
      )}
    </RecordForm>
  )
}

function usePlatformForm({ platform, onDone, onAsked }: Props, empty: ReturnType<typeof valuesOf>) {
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const { conflict, onRefused } = useConflict()
  const form = useForm(
    // Both endpoints return an id and a secret; only adding takes the id in its body and needs no etag.
    platform ? changePlatform : (addPlatform as unknown as typeof changePlatform),
    t,
    {
      empty,
      ...(platform && { params: { id: platform.id }, headers: { 'if-match': platform.etag } }),
      toBody: (typed) => bodyOf(typed, platform === undefined),
      onRefused,
      onAsked,
      onDone: ({ id, clientSecret }, { name }) => {
        showSuccess(platform ? t.saved({ name: String(name) }) : words.registered)
        onDone(id, clientSecret)
      },
    },
  )
  return { form, conflict }
}

/** Converts a platform to form values: lists become lines of text, and null becomes an empty string. */
function valuesOf(platform: PlatformDetails | undefined): ValuesOf<Name> {
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
    idTokenClaims: platform?.idTokenClaims ?? true,
    extraScopes: platform?.extraScopes.includes('phone') ?? false,
    roles: JSON.stringify(platform?.roles ?? []),
    apis: (platform?.apis ?? []).flatMap(choicesOf).toSorted().join('\n'),
    requiredAcr: platform?.requiredAcr ?? '',
    maxAgeMinutes: String(platform?.maxAgeMinutes ?? ''),
    idleMinutes: String(platform?.idleMinutes ?? ''),
    redirectUris: (platform?.redirectUris ?? []).join('\n'),
    postLogoutUris: (platform?.postLogoutUris ?? []).join('\n'),
    backchannelLogoutUri: platform?.backchannelLogoutUri ?? '',
    origins: (platform?.origins ?? []).join('\n'),
    entryOrigin: platform?.entryOrigin ?? '',
  }
}

/** Converts form values to a request body; only that of a new platform contains an id. */
function bodyOf({ id, ...typed }: ValuesOf<Name>, isNew: boolean): object {
  const hasKeys = typed.proof === 'keys'
  return {
    ...typed,
    ...(isNew && { id: String(id).trim() }),
    jwks: hasKeys ? keysOf(String(typed.jwks)) : null,
    jwksUri: hasKeys ? orNull(typed.jwksUri) : null,
    pkce: typed.pkce ? 'optional' : 'required',
    extraScopes: [
      ...(typed.extraScopes ? ['phone'] : []),
      ...(typed.roles === '[]' ? [] : ['roles']),
    ],
    roles: rolesIn(typed.roles),
    apis: apisIn(typed.apis),
    requiredAcr: orNull(typed.requiredAcr),
    maxAgeMinutes: minutesOf(typed.maxAgeMinutes),
    idleMinutes: minutesOf(typed.idleMinutes),
    redirectUris: linesOf(String(typed.redirectUris)),
    postLogoutUris: linesOf(String(typed.postLogoutUris)),
    backchannelLogoutUri: orNull(typed.backchannelLogoutUri),
    origins: linesOf(String(typed.origins)),
    entryOrigin: orNull(typed.entryOrigin),
  }
}

/** Parses keys as JSON. Returns invalid JSON unchanged as a string, which the schema rejects. */
function keysOf(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parses minutes. Returns anything but digits unchanged as a string, which the schema rejects. */
function minutesOf(typed: string | boolean): unknown {
  const text = orNull(typed)
  return text !== null && /^\d+$/.test(text) ? Number(text) : text
}

function orNull(value: string | boolean): string | null {
  return String(value).trim() || null
}

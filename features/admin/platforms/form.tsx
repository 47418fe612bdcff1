import { useLocale, useMessages } from '#web/locale.ts'
import { TextField } from '#web/ui/fields.tsx'
import { listedCount } from '#web/ui/listed-count.ts'
import { SwitchField } from '#web/ui/record-fields.tsx'
import { targetOf, versionInput, type Target } from '#web/ui/form.tsx'
import { deactivation, RecordForm, useRecordForm } from '#web/ui/record-form.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addPlatform, changePlatform, type PlatformDetails } from './contract.ts'
import { ApisField } from './apis-field.tsx'
import { Addresses, Assurance, ClientAuthentication, Offer, UrlField, UserData } from './fields.tsx'
import { messages, summaryMessages } from './texts/messages.ts'
import { RolesField } from './roles-field.tsx'
import { NewPlatformFields } from './new-fields.tsx'
import { platformFields, type FieldsProps } from './values.tsx'

type Props = {
  /** The platform to edit; undefined for a new one. */
  platform?: PlatformDetails
  controls: RecordControls
  /** Called with the secret of a new platform that waits for the approval of a second admin. */
  onSecret?: (platform: { id: string; name: string; secret: string }) => void
}

/** The form of a registration. */
export function PlatformForm({ platform, controls, onSecret }: Props) {
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const { locale } = useLocale()
  const target: Target<{ id: string; clientSecret: string | null }> = platform
    ? targetOf(changePlatform, versionInput(platform))
    : targetOf(addPlatform, {})
  const record = useRecordForm(target, t, {
    fields: platformFields,
    // A server of the previous release sends neither of them.
    values: platform
      ? {
          ...platform,
          description: platform.description ?? '',
          offeredToAll: platform.offeredToAll ?? true,
        }
      : { active: true, idTokenClaims: true },
    body: ({ proof, jwks, jwksUri, extraScopes, roles, id }) => ({
      id: id.trim(),
      jwks: proof === 'keys' ? jwks : null,
      jwksUri: proof === 'keys' ? jwksUri : null,
      // The form has no control for the scope `roles`: a platform with roles may request it.
      extraScopes: [...extraScopes, ...(roles.length > 0 ? (['roles'] as const) : [])],
    }),
    onAsked: (asked, { id, name }) => {
      const secret = asked.clientSecret
      if (onSecret && secret) onSecret({ id: id.trim(), name, secret })
      else controls.onAsked(asked)
    },
    onDone: ({ id, clientSecret }, { name }) => {
      showSuccess(platform ? t.saved({ name }) : words.registered)
      controls.onDone(id, clientSecret)
    },
  })
  const { form } = record
  const effect = listedCount(platform?.effect.people ?? 0, locale, (count) => t.people({ count }))
  return (
    <RecordForm
      {...record}
      {...controls}
      submit={platform ? undefined : t.register}
      question={deactivation(platform, form.values.active, effect, t)}
      t={{ ...words, ...t }}
    >
      {platform ? (
        <FieldsOfPlatform form={form} platform={platform} />
      ) : (
        <NewPlatformFields form={form} />
      )}
    </RecordForm>
  )
}

function FieldsOfPlatform({ form, platform }: FieldsProps & { platform: PlatformDetails }) {
  const { activeLabel } = useMessages(messages)
  return (
    <>
      <TextField form={form} name="name" autoComplete="off" />
      <TextField form={form} name="description" autoComplete="off" isOptional />
      <UrlField form={form} name="url" />
      <SwitchField form={form} name="active" label={activeLabel} />
      <Offer form={form} />
      <Addresses form={form} />
      <ClientAuthentication form={form} />
      <Assurance form={form} />
      <UserData form={form} />
      <RolesField form={form} />
      <ApisField form={form} platform={platform} />
    </>
  )
}

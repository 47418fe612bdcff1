import { address, origin } from '#contract/address.ts'
import { useMessages } from '#web/locale.ts'
import { Check, Group } from '#web/ui/choice-group.tsx'
import { FieldFault, wiring } from '#web/ui/field.tsx'
import { LinesField, SelectField, TextField } from '#web/ui/fields.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { proofs } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

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

const isAddress = (line: string) => address.safeParse(line).success
const isOrigin = (line: string) => origin.safeParse(line).success

export function Addresses({ form }: FieldsProps) {
  const t = useMessages(messages)
  return (
    <Group legend={t.addressesLegend}>
      <div className={styles.fields}>
        <p className="soft">{t.addressesHint}</p>
        <LinesField form={form} name="redirectUris" label={t.redirectUris} isRight={isAddress} />
        <LinesField
          form={form}
          name="postLogoutUris"
          label={t.postLogoutUris}
          rows={2}
          isRight={isAddress}
          isOptional
        />
        <TextField
          form={form}
          name="backchannelLogoutUri"
          label={t.backchannelLogoutUri}
          autoComplete="off"
          dir="ltr"
          isOptional
        />
        <LinesField
          form={form}
          name="origins"
          label={t.origins}
          rows={2}
          isRight={isOrigin}
          isOptional
        />
        <TextField
          form={form}
          name="entryOrigin"
          label={t.entryOrigin}
          autoComplete="off"
          dir="ltr"
          isOptional
        />
      </div>
    </Group>
  )
}

/** How the platform authenticates itself, and what it may do. */
export function ClientAuthentication({ form }: FieldsProps) {
  const t = useMessages(messages)
  const { proof } = form.values
  return (
    <Group legend={t.proofLegend}>
      <div className={styles.fields}>
        <SelectField
          form={form}
          name="proof"
          label={t.proof}
          options={proofs.map((value) => ({ value, text: t[`proof_${value}`] }))}
        />
        {proof === 'keys' && (
          <>
            <LinesField form={form} name="jwks" label={t.jwks} rows={6} isOptional />
            <TextField
              form={form}
              name="jwksUri"
              label={t.jwksUri}
              autoComplete="off"
              dir="ltr"
              isOptional
            />
          </>
        )}
        <Switch form={form} name="pkce" label={t.pkceLabel} />
        <Switch form={form} name="mayInvite" label={t.inviteLabel} />
      </div>
    </Group>
  )
}

type SwitchProps = FieldsProps & { name: Name; label: string }

export function Switch({ form, name, label }: SwitchProps) {
  return (
    <div>
      <Check {...wiring({ form, name, label })} defaultChecked={form.values[name] === true}>
        {label}
      </Check>
      <FieldFault form={form} name={name} />
    </div>
  )
}

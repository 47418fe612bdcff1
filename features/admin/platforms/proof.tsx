import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/form.tsx'
import { LinesField } from '#web/ui/lines-field.tsx'
import { useMessages } from '#web/locale.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { proofs } from './contract.ts'
import type { FieldsProps } from './fields.tsx'
import { Mark } from './mark.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

export function Proof({ form }: FieldsProps) {
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
        <Mark form={form} name="pkce" label={t.pkceLabel} />
        <Mark form={form} name="mayInvite" label={t.inviteLabel} />
      </div>
    </Group>
  )
}

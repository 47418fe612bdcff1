import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/form.tsx'
import { LinesField } from '#web/ui/lines-field.tsx'
import { useWords } from '#web/locale.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { proofs } from './contract.ts'
import type { FieldsProps } from './fields.tsx'
import { Mark } from './mark.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'

export function Proof({ form }: FieldsProps) {
  const say = useWords(words)
  const { proof } = form.values
  return (
    <Group legend={say.proofLegend}>
      <div className={styles.fields}>
        <SelectField
          form={form}
          name="proof"
          label={say.proof}
          options={proofs.map((value) => ({ value, text: say[`proof_${value}`] }))}
        />
        {proof === 'keys' && (
          <>
            <LinesField form={form} name="jwks" label={say.jwks} rows={6} isOptional />
            <TextField
              form={form}
              name="jwksUri"
              label={say.jwksUri}
              autoComplete="off"
              dir="ltr"
              isOptional
            />
          </>
        )}
        <Mark form={form} name="pkce" label={say.pkceLabel} />
        <Mark form={form} name="mayInvite" label={say.inviteLabel} />
      </div>
    </Group>
  )
}

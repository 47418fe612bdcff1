import { address, origin } from '#contract/address.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/form.tsx'
import { LinesField } from '#web/ui/lines-field.tsx'
import { useMessages } from '#web/locale.ts'
import type { FieldsProps } from './fields.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

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

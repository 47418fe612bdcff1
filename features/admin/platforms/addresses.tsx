import { address, origin } from '#contract/address.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/form.tsx'
import { LinesField } from '#web/ui/lines-field.tsx'
import { useWords } from '#web/locale.ts'
import type { FieldsProps } from './fields.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'

const isAddress = (line: string) => address.safeParse(line).success
const isOrigin = (line: string) => origin.safeParse(line).success

export function Addresses({ form }: FieldsProps) {
  const say = useWords(words)
  return (
    <Group legend={say.addressesLegend}>
      <div className={styles.fields}>
        <p className="soft">{say.addressesHint}</p>
        <LinesField form={form} name="redirectUris" label={say.redirectUris} isRight={isAddress} />
        <LinesField
          form={form}
          name="postLogoutUris"
          label={say.postLogoutUris}
          rows={2}
          isRight={isAddress}
          isOptional
        />
        <TextField
          form={form}
          name="backchannelLogoutUri"
          label={say.backchannelLogoutUri}
          autoComplete="off"
          dir="ltr"
          isOptional
        />
        <LinesField
          form={form}
          name="origins"
          label={say.origins}
          rows={2}
          isRight={isOrigin}
          isOptional
        />
        <TextField
          form={form}
          name="entryOrigin"
          label={say.entryOrigin}
          autoComplete="off"
          dir="ltr"
          isOptional
        />
      </div>
    </Group>
  )
}

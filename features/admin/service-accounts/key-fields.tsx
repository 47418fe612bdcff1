import { useMessages } from '#web/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { LinesField } from '#web/ui/record-fields.tsx'
import { formMessages } from './form-messages.ts'
import { KeyExample } from './key-example.tsx'
import styles from './page.module.css'

export const keyWays = ['jwks', 'jwksUri'] as const
export type KeyWay = (typeof keyWays)[number]

type Props = {
  form: FormState<KeyWay, KeyWay>
  way: KeyWay
  onWay: (way: KeyWay) => void
}

/** The public keys, or the URL that publishes them: only the field that is chosen. */
export function KeyFields({ form, way, onWay }: Props) {
  const t = useMessages(formMessages)

  function choose(next: KeyWay): void {
    // Its field goes; what was typed comes back with it.
    form.set(way, form.values[way])
    onWay(next)
  }

  return (
    <>
      <Group legend={t.keysBy}>
        <div className={styles.levels}>
          {keyWays.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="keysBy"
                checked={each === way}
                onChange={() => choose(each)}
              />
              {t[`keysBy_${each}`]}
            </label>
          ))}
        </div>
      </Group>
      {way === 'jwks' ? (
        <LinesField form={form} name="jwks" rows={8} />
      ) : (
        <TextField form={form} name="jwksUri" autoComplete="off" dir="ltr" />
      )}
      <KeyExample />
    </>
  )
}

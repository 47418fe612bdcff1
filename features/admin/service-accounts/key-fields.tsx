import { useMessages } from '#web/locale.ts'
import type { PublicKey } from '#web/public-keys.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { formMessages } from './texts/messages.ts'
import { KeyExample } from './key-example.tsx'
import { KeyList } from './key-list.tsx'
import styles from './page.module.css'

const keySources = ['jwks', 'jwksUri'] as const
export type KeySource = (typeof keySources)[number]

type Props = {
  form: FormState<KeySource, KeySource, { jwks: readonly PublicKey[]; jwksUri: string }>
  source: KeySource
  onSource: (source: KeySource) => void
  /** The keys that are in use; undefined for a new service account. */
  saved: readonly PublicKey[] | undefined
}

/** Shows the field of the selected option: the public keys, or the URL that publishes them. */
export function KeyFields({ form, source, onSource, saved }: Props) {
  const t = useMessages(formMessages)

  function select(next: KeySource): void {
    // Stores the value of the field, because the field is about to be unmounted.
    form.set(source, form.values[source])
    onSource(next)
  }

  return (
    <>
      <Group legend={t.keysBy}>
        <div className={styles.levels}>
          {keySources.map((each) => (
            <label key={each} className="line-2 tall">
              <input
                type="radio"
                name="keysBy"
                checked={each === source}
                onChange={() => select(each)}
              />
              {t[`keysBy_${each}`]}
            </label>
          ))}
        </div>
      </Group>
      {source === 'jwks' ? (
        <KeyList {...{ form, saved }} />
      ) : (
        <TextField form={form} name="jwksUri" autoComplete="off" dir="ltr" />
      )}
      <KeyExample />
    </>
  )
}

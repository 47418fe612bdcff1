import { useMessages } from '#web/locale.ts'
import type { PublicKey } from '#web/public-keys.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { formMessages } from './texts/messages.ts'
import { KeyExample } from './key-example.tsx'
import { KeyList } from './key-list.tsx'
import styles from './page.module.css'

const keyWays = ['jwks', 'jwksUri'] as const
export type KeyWay = (typeof keyWays)[number]

type Props = {
  form: FormState<KeyWay, KeyWay, { jwks: readonly PublicKey[]; jwksUri: string }>
  way: KeyWay
  onWay: (way: KeyWay) => void
  /** The keys that are in use; undefined for a new service account. */
  saved: readonly PublicKey[] | undefined
}

/** Shows the field of the chosen option: the public keys, or the URL that publishes them. */
export function KeyFields({ form, way, onWay, saved }: Props) {
  const t = useMessages(formMessages)

  function choose(next: KeyWay): void {
    // The hidden field keeps its value.
    form.set(way, form.values[way])
    onWay(next)
  }

  return (
    <>
      <Group legend={t.keysBy}>
        <div className={styles.levels}>
          {keyWays.map((each) => (
            <label key={each} className="line-2 tall">
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
        <KeyList {...{ form, saved }} />
      ) : (
        <TextField form={form} name="jwksUri" autoComplete="off" dir="ltr" />
      )}
      <KeyExample />
    </>
  )
}

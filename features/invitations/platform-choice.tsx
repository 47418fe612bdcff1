import { FieldFault } from '#web/field.tsx'
import type { FormState } from '#web/form-state.ts'
import { useWords } from '#web/locale.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props<Name extends string> = {
  form: FormState<Name | 'subsystems'>
  /** Those of the company; undefined while none is chosen. */
  platforms: readonly { id: string; name: string }[] | undefined
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

export function PlatformChoice<Name extends string>(props: Props<Name>) {
  const { form, platforms, chosen, onChoose } = props
  const say = useWords(words)
  return (
    <fieldset className={styles.group}>
      <legend>{say.platformsLegend}</legend>
      {!platforms && <p className={styles.soft}>{say.chooseFirst}</p>}
      {platforms?.length === 0 && <p className={styles.soft}>{say.noPlatforms}</p>}
      {platforms?.map(({ id, name }) => (
        <label key={id} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          <bdi>{name}</bdi>
        </label>
      ))}
      <FieldFault form={form} name="subsystems" />
    </fieldset>
  )
}

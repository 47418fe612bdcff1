import { useId } from 'react'
import { machineScopeNames, type MachineScope } from '#contract/machine.ts'
import { useMessages } from '#web/locale.ts'
import { ChoiceFrame } from '#web/ui/choice-group.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { formMessages, messages } from './texts/messages.ts'
import styles from './page.module.css'

const areas = ['users', 'invitations', 'companies', 'platforms', 'audit', 'configuration'] as const
type Area = (typeof areas)[number]
const levels = ['none', 'read', 'write'] as const
type Level = (typeof levels)[number]

/** Returns the scope of an area and level; undefined if there is none. */
function scopeOf(area: Area, level: Level): MachineScope | undefined {
  if (level === 'none') return undefined
  const name = level === 'write' ? `admin:${area}` : `admin:${area}.read`
  return machineScopeNames.find((scope) => scope === name)
}

type Props = { form: FormState<'scopes', 'scopes', { scopes: readonly MachineScope[] }> }

/** Shows the access of a service account by area: none, read, or write, which includes read. */
export function ScopeChoices({ form }: Props) {
  return (
    <ChoiceFrame form={form} name="scopes">
      {areas.map((area) => (
        <AreaChoice key={area} area={area} form={form} />
      ))}
    </ChoiceFrame>
  )
}

function AreaChoice({ area, form }: Props & { area: Area }) {
  const [t, words] = [useMessages(formMessages), useMessages(messages)]
  const id = useId()
  const selected = form.values.scopes
  const offeredLevels = levels.filter((each) => each === 'none' || scopeOf(area, each))
  const isSelected = (each: Level) => selected.some((scope) => scope === scopeOf(area, each))
  const level = offeredLevels.findLast(isSelected) ?? 'none'
  const scope = scopeOf(area, level)

  function select(next: Level): void {
    const scopesOfArea = offeredLevels.map((each) => scopeOf(area, each))
    const newScope = scopeOf(area, next)
    const others = selected.filter((each) => !scopesOfArea.includes(each))
    form.set('scopes', newScope ? [...others, newScope] : others)
  }

  return (
    <div
      role="radiogroup"
      className={styles.area}
      aria-labelledby={id}
      aria-describedby={scope && `${id}-effect`}
    >
      <strong id={id}>{t[`area_${area}`]}</strong>
      <div className={styles.levels}>
        {offeredLevels.map((each) => (
          <label key={each} className="line-2 tall">
            <input
              type="radio"
              name={`scope-${area}`}
              checked={each === level}
              onChange={() => select(each)}
            />
            {t[`level_${each}`]}
          </label>
        ))}
      </div>
      {scope && (
        <small id={`${id}-effect`} className="soft">
          {words[scope]} <code dir="ltr">{scope}</code>
        </small>
      )}
    </div>
  )
}

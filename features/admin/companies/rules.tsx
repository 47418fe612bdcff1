import { useRef } from 'react'
import { isCidr } from '#contract/cidr.ts'
import { fill } from '#contract/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { idOf, type FormState } from '#web/ui/form-state.ts'
import { useMessages } from '#web/locale.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

export type Rule = { subsystem: string | null; cidr: string }

type Props = {
  form: FormState<'name' | 'active' | 'subsystems' | 'ipAllowRules'>
  platforms: readonly { id: string; name: string }[]
  rules: readonly Rule[]
  setRules: (rules: readonly Rule[]) => void
}

/** From where people may come: one line a range, to one platform or to every one. */
export function Rules({ form, platforms, rules, setRules }: Props) {
  const t = useMessages(messages)
  const add = useRef<HTMLButtonElement>(null)
  const hint = `${idOf(form, 'ipAllowRules')}-hint`
  const change = (index: number, rule: Rule) =>
    setRules(rules.map((each, at) => (at === index ? rule : each)))

  function remove(index: number): void {
    setRules(rules.filter((_, at) => at !== index))
    add.current?.focus()
  }

  return (
    <Group legend={t.rangesLegend} id={idOf(form, 'ipAllowRules')} tabIndex={-1}>
      <p id={hint} className="soft">
        {t.rangesHint}
      </p>
      {rules.map((rule, index) => (
        <div key={index} className={styles.rule}>
          <select
            aria-label={t.platform}
            value={rule.subsystem ?? ''}
            onChange={({ target }) => change(index, { ...rule, subsystem: target.value || null })}
          >
            <option value="">{t.everyPlatform}</option>
            {platforms.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <input
            aria-label={t.range}
            aria-describedby={hint}
            aria-invalid={(form.attempt > 0 && !isCidr(rule.cidr.trim())) || undefined}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={rule.cidr}
            onChange={({ target }) => change(index, { ...rule, cidr: target.value })}
          />
          <button
            type="button"
            className="secondary-button"
            aria-label={fill(t.removeRange, { range: rule.cidr })}
            onClick={() => remove(index)}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="M5 5l10 10M15 5L5 15" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </button>
        </div>
      ))}
      <FieldFault form={form} name="ipAllowRules" />
      <div className="button-row">
        <button
          ref={add}
          type="button"
          className="secondary-button"
          onClick={() => setRules([...rules, { subsystem: null, cidr: '' }])}
        >
          {t.addRange}
        </button>
      </div>
    </Group>
  )
}

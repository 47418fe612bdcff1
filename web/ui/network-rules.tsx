import { useId, useRef, useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { isCidr, type NetworkRule as Rule } from '#contract/network-rules.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { Group } from './choice-group.tsx'
import { FieldFault } from './field.tsx'
import { idOf, type FormState } from './form-state.ts'
import { LineIcon } from './line-icon.tsx'
import { networkMessages as messages } from './network-messages.ts'
import styles from './network-rules.module.css'

export type Platform = { id: string; name: string }

type Props = {
  form: FormState<'ipAllowRules'>
  platforms: readonly Platform[]
  rules: readonly Rule[]
  setRules: (rules: readonly Rule[]) => void
  /** The address of this browser, where the server has said it. */
  yourAddress?: string | undefined
}

/** The networks that users may log in from: one line for each, for one platform or for all of them. */
export function NetworkRules({ form, platforms, rules, setRules, yourAddress }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const add = useRef<HTMLButtonElement>(null)
  const [isAdding, setAdding] = useState(false)
  const hint = `${idOf(form, 'ipAllowRules')}-hint`

  function append(cidr: string): void {
    setAdding(true)
    setRules([...rules, { subsystem: null, cidr }])
  }

  function remove(index: number): void {
    setRules(rules.toSpliced(index, 1))
    add.current?.focus()
  }

  return (
    <Group legend={t.rangesLegend} id={idOf(form, 'ipAllowRules')} tabIndex={-1}>
      <p className="soft">
        {rules.length === 0 ? t.rangesHint : counted(t.onlyFrom, rules.length, locale)}
      </p>
      {rules.map((rule, index) => (
        <NetworkRule
          key={index}
          rule={rule}
          platforms={platforms}
          hint={hint}
          isTried={form.attempt > 0}
          isNew={isAdding && index === rules.length - 1}
          onChange={(changed) => setRules(rules.with(index, changed))}
          onRemove={() => remove(index)}
        />
      ))}
      {rules.length > 0 && (
        <p id={hint} className="soft">
          {t.rangeHint}
        </p>
      )}
      <FieldFault form={form} name="ipAllowRules" />
      <div className="button-row">
        <Button ref={add} onClick={() => append('')}>
          {t.addRange}
        </Button>
        {yourAddress !== undefined && !rules.some(({ cidr }) => cidr === yourAddress) && (
          <Button onClick={() => append(yourAddress)}>
            {fill(t.addMine, { address: yourAddress })}
          </Button>
        )}
      </div>
    </Group>
  )
}

type RuleProps = Pick<Props, 'platforms'> & {
  rule: Rule
  hint: string
  /** A submit was tried: what is missing is wrong, too. */
  isTried: boolean
  /** Takes the focus. */
  isNew: boolean
  onChange: (rule: Rule) => void
  onRemove: () => void
}

function NetworkRule(props: RuleProps) {
  const { rule, platforms, hint, isTried, isNew, onChange, onRemove } = props
  const t = useMessages(messages)
  const fault = useId()
  const [isLeft, setLeft] = useState(false)
  const isInvalid = !isCidr(rule.cidr.trim()) && (isTried || (isLeft && rule.cidr !== ''))
  return (
    <div className={styles.rule}>
      <input
        aria-label={t.networkName}
        placeholder={t.networkName}
        autoFocus={isNew}
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={rule.name ?? ''}
        onChange={({ target }) => onChange({ ...rule, name: target.value })}
      />
      <select
        aria-label={t.platform}
        value={rule.subsystem ?? ''}
        onChange={({ target }) => onChange({ ...rule, subsystem: target.value || null })}
      >
        <option value="">{t.everyPlatform}</option>
        {platforms.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {name}
          </option>
        ))}
      </select>
      <input
        aria-label={t.range}
        aria-describedby={`${hint} ${fault}`}
        aria-invalid={isInvalid || undefined}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={rule.cidr}
        placeholder={t.range}
        onChange={({ target }) => onChange({ ...rule, cidr: target.value })}
        onBlur={() => setLeft(true)}
      />
      <Button aria-label={fill(t.removeRange, { range: rule.cidr })} onClick={onRemove}>
        <LineIcon path="M5 5l10 10M15 5L5 15" />
      </Button>
      {isInvalid && !isTried && <p id={fault}>{t.invalidCidr}</p>}
    </div>
  )
}

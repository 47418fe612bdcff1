import { useId, useRef, useState, type ReactNode } from 'react'
import { isCidr, type NetworkRule as Rule } from '#contract/network-rules.ts'
import { useColon, useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { Group } from '../ui/choice-group.tsx'
import { FieldFault } from '../ui/field.tsx'
import { idOf, type FormState } from '../ui/form-state.ts'
import { networkMessages as messages } from './texts/messages.ts'
import styles from './network-rules.module.css'

export type Platform = { id: string; name: string; offeredToAll?: boolean | undefined }

type Props = {
  form: FormState<'ipAllowRules'>
  platforms: readonly Platform[]
  rules: readonly Rule[]
  setRules: (rules: readonly Rule[]) => void
  /** Returns buttons beside the one that adds a network; they append an address. */
  actions?: (append: (address: string) => void) => ReactNode
  /** Returns suggestions below the list, which append an address. */
  suggestions?: (append: (address: string) => void) => ReactNode
}

/** The networks from which users can open platforms: one row per network, each for one platform or for all. */
export function NetworkRules({ form, platforms, rules, setRules, actions, suggestions }: Props) {
  const t = useMessages(messages)
  const addButton = useRef<HTMLButtonElement>(null)
  const [isAdding, setAdding] = useState(false)
  const hintId = `${idOf(form, 'ipAllowRules')}-hint`
  const isEdited = useIsEdited(form, rules)
  // An invalid network shows its own error, so the error of the whole list would repeat it.
  const hasInvalidNetwork = rules.some(({ cidr }) => !isCidr(cidr.trim()))

  function append(cidr: string): void {
    setAdding(cidr === '')
    setRules([...rules, { subsystem: null, cidr, name: '' }])
  }

  function remove(index: number): void {
    setRules(rules.toSpliced(index, 1))
    addButton.current?.focus()
  }

  return (
    <Group legend={t.rangesLegend} id={idOf(form, 'ipAllowRules')} tabIndex={-1}>
      <p className="soft">
        {rules.length === 0 ? t.rangesHint : t.onlyFrom({ count: rules.length })}
      </p>
      {rules.length > 0 && (
        <p id={hintId} className="soft">
          {t.rangeHint}
        </p>
      )}
      {rules.map((rule, index) => (
        <NetworkRule
          key={index}
          number={index + 1}
          rule={rule}
          form={form}
          platforms={platforms}
          hintId={hintId}
          isNew={isAdding && index === rules.length - 1}
          onChange={(changed) => setRules(rules.with(index, changed))}
          onRemove={() => remove(index)}
        />
      ))}
      {!hasInvalidNetwork && !isEdited && <FieldFault form={form} name="ipAllowRules" />}
      <div className="button-row">
        <Button ref={addButton} onClick={() => append('')}>
          {t.addRange}
        </Button>
        {actions?.(append)}
      </div>
      {suggestions?.(append)}
    </Group>
  )
}

/** Returns true if the rules have changed since the server rejected them. */
function useIsEdited(form: Props['form'], rules: readonly Rule[]): boolean {
  const fault = form.faults.fields.ipAllowRules
  const [rejection, setRejection] = useState({ fault, rules })
  if (rejection.fault !== fault) setRejection({ fault, rules })
  return rejection.fault === fault && rejection.rules !== rules
}

type RuleProps = Pick<Props, 'platforms' | 'form'> & {
  number: number
  rule: Rule
  hintId: string
  /** True if the field of the network receives the focus. */
  isNew: boolean
  onChange: (rule: Rule) => void
  onRemove: () => void
}

function NetworkRule(props: RuleProps) {
  const { number, rule, form, platforms, onChange, onRemove } = props
  const t = useMessages(messages)
  const colon = useColon()
  return (
    <div className={styles.rule}>
      <strong aria-hidden="true">{t.network({ number })}</strong>
      <label className="stack-1">
        <span className="hint">{t.networkName}</span>
        <input
          dir="auto"
          autoComplete="off"
          placeholder={t.networkExample}
          maxLength={100}
          value={rule.name ?? ''}
          onChange={({ target }) => onChange({ ...rule, name: target.value })}
        />
      </label>
      <label className="stack-1">
        <span className="hint">{t.platform}</span>
        <select
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
      </label>
      <AddressField {...props} isSubmitted={form.attempt > 0} />
      <Button
        aria-label={`${t.remove}${colon}${rule.cidr || t.network({ number })}`}
        onClick={onRemove}
      >
        {t.remove}
      </Button>
    </div>
  )
}

type AddressProps = Pick<RuleProps, 'rule' | 'form' | 'hintId' | 'isNew' | 'onChange'> & {
  /** True after the first submit: an empty field is then an error. */
  isSubmitted: boolean
}

function AddressField({ rule, form, hintId, isNew, isSubmitted, onChange }: AddressProps) {
  const t = useMessages(messages)
  const faultId = useId()
  const [hasLostFocus, setLostFocus] = useState(false)
  const isTyped = hasLostFocus && rule.cidr !== ''
  const isInvalid = (isSubmitted || isTyped) && !isCidr(rule.cidr.trim())
  return (
    <div>
      <label className="stack-1">
        <span className="hint">{t.range}</span>
        <input
          // The focus skips the name, which is optional.
          autoFocus={isNew}
          aria-describedby={isInvalid ? `${hintId} ${faultId}` : hintId}
          aria-invalid={isInvalid || undefined}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={rule.cidr}
          onChange={({ target }) => onChange({ ...rule, cidr: target.value })}
          onBlur={() => setLostFocus(true)}
        />
      </label>
      {isInvalid && (
        <p id={faultId} className="hint wrong">
          {rule.cidr === '' ? form.textOf('required') : t.invalidCidr}
        </p>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { idOf, type FormState } from '#web/ui/form-state.ts'
import { isCidr, listAddresses } from './contract.ts'
import { messages } from './messages.ts'
import { companyTabMessages } from './tab-messages.ts'
import styles from './network-rules.module.css'

export type Platform = { id: string; name: string }
export type Rule = { subsystem: string | null; cidr: string; name?: string | undefined }

type Props = {
  form: FormState<'ipAllowRules'>
  platforms: readonly Platform[]
  rules: readonly Rule[]
  setRules: (rules: readonly Rule[]) => void
  /** Undefined for a new company, whose users have logged in from nowhere. */
  company: string | undefined
}

/** The networks that users may log in from: one line for each, for one platform or for all of them. */
export function NetworkRules({ form, platforms, rules, setRules, company }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const add = useRef<HTMLButtonElement>(null)
  const [isAdding, setAdding] = useState(false)
  const hint = `${idOf(form, 'ipAllowRules')}-hint`
  // Each wrong network says by itself what is wrong.
  const isSaid = rules.some(({ cidr }) => !isCidr(cidr.trim()))

  function append(cidr: string): void {
    setAdding(cidr === '')
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
      {rules.length > 0 && (
        <p id={hint} className="soft">
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
          hint={hint}
          isNew={isAdding && index === rules.length - 1}
          onChange={(changed) => setRules(rules.with(index, changed))}
          onRemove={() => remove(index)}
        />
      ))}
      {!isSaid && <FieldFault form={form} name="ipAllowRules" />}
      <div className="button-row">
        <Button ref={add} onClick={() => append('')}>
          {t.addRange}
        </Button>
      </div>
      {company !== undefined && (
        <Suggestions company={company} rules={rules} onChoose={(address) => append(address)} />
      )}
    </Group>
  )
}

type RuleProps = Pick<Props, 'platforms' | 'form'> & {
  number: number
  rule: Rule
  hint: string
  /** Takes the focus. */
  isNew: boolean
  onChange: (rule: Rule) => void
  onRemove: () => void
}

function NetworkRule(props: RuleProps) {
  const { number, rule, form, platforms, isNew, onChange, onRemove } = props
  const t = useMessages(messages)
  const words = useMessages(companyTabMessages)
  return (
    <div className={styles.rule}>
      <strong aria-hidden="true">{fill(words.network, { number })}</strong>
      <label>
        <span>{t.networkName}</span>
        <input
          autoFocus={isNew}
          dir="auto"
          autoComplete="off"
          maxLength={100}
          value={rule.name ?? ''}
          onChange={({ target }) => onChange({ ...rule, name: target.value })}
        />
      </label>
      <label>
        <span>{t.platform}</span>
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
      <AddressField {...props} isTried={form.attempt > 0} />
      <Button
        aria-label={`${words.remove}: ${rule.cidr || fill(words.network, { number })}`}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </div>
  )
}

type AddressProps = Pick<RuleProps, 'rule' | 'form' | 'hint' | 'onChange'> & {
  /** A submit was tried: what is missing is wrong, too. */
  isTried: boolean
}

function AddressField({ rule, form, hint, isTried, onChange }: AddressProps) {
  const t = useMessages(messages)
  const fault = useId()
  const [isLeft, setLeft] = useState(false)
  const isInvalid = !isCidr(rule.cidr.trim()) && (isTried || (isLeft && rule.cidr !== ''))
  return (
    <div>
      <label>
        <span>{t.range}</span>
        <input
          aria-describedby={isInvalid ? `${hint} ${fault}` : hint}
          aria-invalid={isInvalid || undefined}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={rule.cidr}
          onChange={({ target }) => onChange({ ...rule, cidr: target.value })}
          onBlur={() => setLeft(true)}
        />
      </label>
      {isInvalid && <p id={fault}>{rule.cidr === '' ? form.textOf('required') : t.invalidCidr}</p>}
    </div>
  )
}

type SuggestionsProps = {
  company: string
  rules: readonly Rule[]
  onChoose: (address: string) => void
}

/** Addresses that users of the company came from and that no network names yet. */
function Suggestions({ company, rules, onChoose }: SuggestionsProps) {
  const t = useMessages(companyTabMessages)
  const { locale } = useLocale()
  const title = useId()
  const addresses = useQuery({
    queryKey: ['company-addresses', company],
    queryFn: ({ signal }) => call(listAddresses, { params: { id: company } }, { signal }),
  })
  const { data = [], error, refetch } = addresses
  const free = data.filter(({ ipAddress }) => !rules.some(({ cidr }) => cidr === ipAddress))
  if (error)
    return <Failure text={t.suggestionsFailed} error={error} onRetry={() => void refetch()} />
  if (free.length === 0) return null
  return (
    <div role="group" aria-labelledby={title} className={styles.suggestions}>
      <p id={title} className="soft">
        {t.suggestions}
      </p>
      <div>
        {free.map(({ ipAddress, people }) => (
          <Button key={ipAddress} isInRow onClick={() => onChoose(ipAddress)}>
            <bdi>{fill(counted(t.suggestion, people, locale), { address: ipAddress })}</bdi>
          </Button>
        ))}
      </div>
    </div>
  )
}

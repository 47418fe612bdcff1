import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { isCidr, previewAllowRules, type CompanyDetails } from './contract.ts'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { idOf, type FormState } from '#web/ui/form-state.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

export type Platform = { id: string; name: string }
export type Rule = { subsystem: string | null; cidr: string; name?: string | undefined }

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

const pauseMs = 400

/** Which users the rules would have refused, once they stand still; undefined where they are not changed or not valid. */
export function useNetworkPreview(company: CompanyDetails | undefined, rules: readonly Rule[]) {
  const [tried, setTried] = useState(rules)
  const isChanged = company !== undefined && rulesText(tried) !== rulesText(company.ipAllowRules)
  const id = company?.id ?? ''

  useEffect(() => {
    const timer = setTimeout(() => setTried(rules), pauseMs)
    return () => clearTimeout(timer)
  }, [rules])

  return useQuery({
    queryKey: ['network-preview', id, rulesText(tried)],
    queryFn: ({ signal }) => previewOf(id, tried, signal),
    enabled: isChanged && tried.every(({ cidr }) => isCidr(cidr.trim())),
    staleTime: 0,
  })
}

export function previewOf(id: string, rules: readonly Rule[], signal?: AbortSignal) {
  const ipAllowRules = rules.map(({ subsystem, cidr }) => ({ subsystem, cidr }))
  return call(
    previewAllowRules,
    { params: { id }, body: { ipAllowRules } },
    signal ? { signal } : {},
  )
}

/** Equal for rules that let the same users in. */
export function rulesText(rules: readonly Rule[]): string {
  return JSON.stringify(rules.map(({ subsystem, cidr }) => [subsystem, cidr.trim()]))
}

/** Shows which users the unsaved rules would have refused. */
export function NetworkRulesPreview({
  preview,
}: {
  preview: ReturnType<typeof useNetworkPreview>
}) {
  const t = useMessages(messages)
  return (
    <>
      {preview.isError && (
        <Failure text={t.tryFailed} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && <Outcome {...preview.data} />}
    </>
  )
}

function Outcome({ people, refused, examples }: Reply<typeof previewAllowRules>) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const others = refused - examples.length
  if (people === 0) return <Notice>{t.nobodyLoggedIn}</Notice>
  if (refused === 0) return <Notice kind="success">{t.nobodyRefused}</Notice>
  return (
    <Notice kind="warning" title={fill(t.lockedOut, { refused, people })}>
      <ul>
        {examples.map(({ id, name, ipAddress, subsystem }) => (
          <li key={id}>{fill(t.example, { name, ipAddress, platform: subsystem })}</li>
        ))}
        {others > 0 && <li>{counted(t.moreRefused, others, locale)}</li>}
      </ul>
    </Notice>
  )
}

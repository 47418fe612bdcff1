import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isCidr, previewAllowRules } from './contract.ts'
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
export type Rule = { subsystem: string | null; cidr: string }

type Props = {
  form: FormState<'ipAllowRules'>
  platforms: readonly Platform[]
  rules: readonly Rule[]
  setRules: (rules: readonly Rule[]) => void
}

/** The networks that users may log in from: one line for each, for one platform or for all of them. */
export function NetworkRules({ form, platforms, rules, setRules }: Props) {
  const t = useMessages(messages)
  const add = useRef<HTMLButtonElement>(null)
  const hint = `${idOf(form, 'ipAllowRules')}-hint`

  function remove(index: number): void {
    setRules(rules.toSpliced(index, 1))
    add.current?.focus()
  }

  return (
    <Group legend={t.rangesLegend} id={idOf(form, 'ipAllowRules')} tabIndex={-1}>
      <p id={hint} className="soft">
        {t.rangesHint}
      </p>
      {rules.map((rule, index) => (
        <NetworkRule
          key={index}
          rule={rule}
          platforms={platforms}
          hint={hint}
          isInvalid={form.attempt > 0 && !isCidr(rule.cidr.trim())}
          onChange={(changed) => setRules(rules.with(index, changed))}
          onRemove={() => remove(index)}
        />
      ))}
      <FieldFault form={form} name="ipAllowRules" />
      <div className="button-row">
        <Button ref={add} onClick={() => setRules([...rules, { subsystem: null, cidr: '' }])}>
          {t.addRange}
        </Button>
      </div>
    </Group>
  )
}

type RuleProps = Pick<Props, 'platforms'> & {
  rule: Rule
  hint: string
  isInvalid: boolean
  onChange: (rule: Rule) => void
  onRemove: () => void
}

function NetworkRule({ rule, platforms, hint, isInvalid, onChange, onRemove }: RuleProps) {
  const t = useMessages(messages)
  return (
    <div className={styles.rule}>
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
        aria-describedby={hint}
        aria-invalid={isInvalid || undefined}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={rule.cidr}
        onChange={({ target }) => onChange({ ...rule, cidr: target.value })}
      />
      <Button aria-label={fill(t.removeRange, { range: rule.cidr })} onClick={onRemove}>
        <LineIcon path="M5 5l10 10M15 5L5 15" />
      </Button>
    </div>
  )
}

/** Shows which users the unsaved rules would have refused. */
export function NetworkRulesPreview({ id, rules }: { id: string; rules: readonly Rule[] }) {
  const t = useMessages(messages)
  const preview = useMutation({
    mutationFn: (tried: readonly Rule[]) =>
      call(previewAllowRules, { params: { id }, body: { ipAllowRules: [...tried] } }),
  })
  const isValid = rules.every(({ cidr }) => isCidr(cidr.trim()))
  const isOfTheseRules = JSON.stringify(preview.variables) === JSON.stringify(rules)
  return (
    <>
      <div className="button-row">
        <Button isPending={!isValid || preview.isPending} onClick={() => preview.mutate(rules)}>
          {t.tryRules}
        </Button>
      </div>
      {preview.isError && <Failure text={t.tryFailed} error={preview.error} />}
      {preview.data && isOfTheseRules && <Outcome {...preview.data} />}
    </>
  )
}

function Outcome({ people, refused, examples }: Reply<typeof previewAllowRules>) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  if (people === 0) return <Notice>{t.nobodyLoggedIn}</Notice>
  if (refused === 0) return <Notice kind="success">{t.nobodyRefused}</Notice>
  return (
    <Notice kind="warning" title={counted(t.refused, refused, locale)}>
      <ul>
        {examples.map(({ id, name, ipAddress, subsystem }) => (
          <li key={id}>{fill(t.example, { name, ipAddress, platform: subsystem })}</li>
        ))}
      </ul>
    </Notice>
  )
}

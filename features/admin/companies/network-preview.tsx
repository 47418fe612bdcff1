import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isCidr, previewAllowRules, type CompanyDetails } from './contract.ts'
import { messages } from './messages.ts'
import type { Rule } from './network-rules.tsx'
import { companyTabMessages } from './tab-messages.ts'
import styles from './network-rules.module.css'

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

type Outcome = Reply<typeof previewAllowRules>
type Example = Outcome['examples'][number]

type Props = {
  preview: ReturnType<typeof useNetworkPreview>
  rules: readonly Rule[]
  setRules: (rules: readonly Rule[]) => void
}

/** Shows which users the unsaved rules would have refused, and a way to let each address in. */
export function NetworkRulesPreview({ preview, rules, setRules }: Props) {
  const t = useMessages(messages)
  return (
    <>
      {preview.isError && (
        <Failure text={t.tryFailed} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && (
        <PreviewOutcome
          {...preview.data}
          onAllow={(refused) => setRules([...rules, ...rulesFor(refused, rules)])}
        />
      )}
    </>
  )
}

/** Of one address: a rule for a platform would close that platform to all others, so only those that are closed get one. */
function rulesFor(refused: readonly Example[], rules: readonly Rule[]): Rule[] {
  const isForAll = rules.some(({ subsystem }) => subsystem === null)
  const closed = refused.flatMap(({ platforms }) => platforms.map(({ id }) => id))
  const subsystems = isForAll ? [null] : [...new Set(closed)]
  return subsystems.map((subsystem) => ({ subsystem, cidr: refused[0]?.ipAddress ?? '' }))
}

type OutcomeProps = Outcome & { onAllow: (refused: readonly Example[]) => void }

function PreviewOutcome({ people, refused, examples, onAllow }: OutcomeProps) {
  const t = useMessages(messages)
  const words = useMessages(companyTabMessages)
  const { locale } = useLocale()
  const others = refused - examples.length
  if (people === 0) return <Notice>{t.nobodyLoggedIn}</Notice>
  if (refused === 0) return <Notice kind="success">{t.nobodyRefused}</Notice>
  const addresses = [...new Set(examples.map(({ ipAddress }) => ipAddress))]
  return (
    <Notice kind="warning" title={fill(t.lockedOut, { refused, people })}>
      <ul>
        {examples.map((example) => (
          <ExampleItem key={example.id} example={example} />
        ))}
        {others > 0 && <li>{counted(t.moreRefused, others, locale)}</li>}
      </ul>
      <div className={styles.allow}>
        {addresses.map((address) => (
          <Button
            key={address}
            isInRow
            onClick={() => onAllow(examples.filter(({ ipAddress }) => ipAddress === address))}
          >
            {fill(words.allowToo, { address })}
          </Button>
        ))}
      </div>
    </Notice>
  )
}

function ExampleItem({ example: { name, ipAddress, platforms, all } }: { example: Example }) {
  const t = useMessages(companyTabMessages)
  const { locale } = useLocale()
  const names = new Intl.ListFormat(locale).format(platforms.map((each) => each.name))
  const facts = { name, address: ipAddress, platforms: names }
  return <li>{fill(all ? t.cannotOpenAny : t.cannotOpen, facts)}</li>
}

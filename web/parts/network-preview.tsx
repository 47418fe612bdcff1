import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isCidr, type NetworkPreview, type NetworkRule } from '#contract/network-rules.ts'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { networkMessages } from './texts/messages.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './network-rules.module.css'

/** The saved rules of a company, and a call that previews the effect of other rules. */
export type SavedRules = {
  companyId: string
  rules: readonly NetworkRule[]
  findPreview: (rules: NetworkRule[], signal?: AbortSignal) => Promise<NetworkPreview>
}

const pauseMs = 400

/**
 * Queries which users the edited rules would have refused, after a pause in typing. Sends no request while the rules
 * are unchanged or invalid.
 */
export function useNetworkPreview(saved: SavedRules | undefined, rules: readonly NetworkRule[]) {
  const [debouncedRules, setDebouncedRules] = useState(rules)
  const isChanged = saved !== undefined && rulesText(debouncedRules) !== rulesText(saved.rules)

  useEffect(() => {
    const timer = setTimeout(() => setDebouncedRules(rules), pauseMs)
    return () => clearTimeout(timer)
  }, [rules])

  return useQuery({
    // One key for unchanged rules, so that the preview disappears once the rules are saved.
    queryKey: ['network-preview', saved?.companyId, isChanged ? rulesText(debouncedRules) : ''],
    // The query is enabled only with saved rules.
    queryFn: ({ signal }) => saved!.findPreview(withoutNames(debouncedRules), signal),
    enabled: isChanged && debouncedRules.every(({ cidr }) => isCidr(cidr.trim())),
    staleTime: 0,
  })
}

/** Returns the rules without their names, which do not affect access. */
export function withoutNames(rules: readonly NetworkRule[]): NetworkRule[] {
  return rules.map(({ subsystem, cidr }) => ({ subsystem, cidr }))
}

/** Returns a comparison key: equal for lists of rules that differ only in names and surrounding spaces. */
export function rulesText(rules: readonly NetworkRule[]): string {
  return JSON.stringify(rules.map(({ subsystem, cidr }) => [subsystem, cidr.trim()]))
}

type Example = NetworkPreview['examples'][number]

type Props = {
  preview: ReturnType<typeof useNetworkPreview>
  rules: readonly NetworkRule[]
  setRules: (rules: readonly NetworkRule[]) => void
}

/** Shows the users that the unsaved rules would have refused, with a button per address that allows it. */
export function NetworkRulesPreview({ preview, rules, setRules }: Props) {
  const t = useMessages(networkMessages)
  return (
    <>
      {preview.isError && (
        <Failure text={t.tryFailed} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && (
        <PreviewOutcome
          {...preview.data}
          onAllow={(examples) => setRules([...rules, ...rulesFor(examples, rules)])}
        />
      )}
    </>
  )
}

/**
 * Returns the rules that allow the address of these examples. A rule for a platform blocks all other addresses on it,
 * so only platforms that already refuse this address get one.
 */
function rulesFor(examples: readonly Example[], rules: readonly NetworkRule[]): NetworkRule[] {
  const isForAll = rules.some(({ subsystem }) => subsystem === null)
  const closedPlatforms = examples.flatMap(({ platforms }) => platforms.map(({ id }) => id))
  const subsystems = isForAll ? [null] : [...new Set(closedPlatforms)]
  return subsystems.map((subsystem) => ({ subsystem, cidr: examples[0]?.ipAddress ?? '' }))
}

type OutcomeProps = NetworkPreview & { onAllow: (examples: readonly Example[]) => void }

function PreviewOutcome({ people, refused, examples, onAllow }: OutcomeProps) {
  const t = useMessages(networkMessages)
  const others = refused - examples.length
  if (people === 0) return <Notice>{t.nobodyLoggedIn}</Notice>
  if (refused === 0) return <Notice kind="success">{t.nobodyRefused}</Notice>
  const addresses = [...new Set(examples.map(({ ipAddress }) => ipAddress))]
  return (
    <Notice kind="warning" title={t.lockedOut({ refused, people })}>
      <ul>
        {examples.map((example) => (
          <ExampleItem key={example.id} example={example} />
        ))}
        {others > 0 && <li>{t.moreRefused({ count: others })}</li>}
      </ul>
      <div className={styles.allow}>
        {addresses.map((address) => (
          <Button
            key={address}
            isInRow
            onClick={() => onAllow(examples.filter(({ ipAddress }) => ipAddress === address))}
          >
            {t.allowToo({ address })}
          </Button>
        ))}
      </div>
    </Notice>
  )
}

function ExampleItem({ example: { name, ipAddress, platforms, all } }: { example: Example }) {
  const t = useMessages(networkMessages)
  const names = platforms.map((each) => each.name)
  const facts = { name, address: ipAddress, platforms: names }
  return <li>{(all ? t.cannotOpenAny : t.cannotOpen)(facts)}</li>
}

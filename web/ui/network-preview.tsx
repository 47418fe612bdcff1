import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { isCidr, type NetworkPreview, type NetworkRule } from '#contract/network-rules.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Failure } from './failure.tsx'
import { networkMessages } from './network-messages.ts'
import { Notice } from './notice.tsx'

/** The rules of a company as they are saved, and the server's answer about others. */
export type SavedRules = {
  companyId: string
  rules: readonly NetworkRule[]
  findPreview: (rules: NetworkRule[], signal?: AbortSignal) => Promise<NetworkPreview>
}

const pauseMs = 400

/** Which users the rules would have refused, once they stand still; undefined where they are not changed or not valid. */
export function useNetworkPreview(saved: SavedRules | undefined, rules: readonly NetworkRule[]) {
  const [tried, setTried] = useState(rules)
  const isChanged = saved !== undefined && rulesText(tried) !== rulesText(saved.rules)

  useEffect(() => {
    const timer = setTimeout(() => setTried(rules), pauseMs)
    return () => clearTimeout(timer)
  }, [rules])

  return useQuery({
    queryKey: ['network-preview', saved?.companyId, rulesText(tried)],
    queryFn: ({ signal }) => saved!.findPreview(withoutNames(tried), signal),
    enabled: isChanged && tried.every(({ cidr }) => isCidr(cidr.trim())),
    staleTime: 0,
  })
}

/** What decides whom they let in. */
export function withoutNames(rules: readonly NetworkRule[]): NetworkRule[] {
  return rules.map(({ subsystem, cidr }) => ({ subsystem, cidr }))
}

/** Equal for rules that let the same users in. */
export function rulesText(rules: readonly NetworkRule[]): string {
  return JSON.stringify(rules.map(({ subsystem, cidr }) => [subsystem, cidr.trim()]))
}

/** Shows which users the unsaved rules would have refused. */
export function NetworkRulesPreview({
  preview,
}: {
  preview: ReturnType<typeof useNetworkPreview>
}) {
  const t = useMessages(networkMessages)
  return (
    <>
      {preview.isError && (
        <Failure text={t.tryFailed} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && <Outcome {...preview.data} />}
    </>
  )
}

function Outcome({ people, refused, examples }: NetworkPreview) {
  const t = useMessages(networkMessages)
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

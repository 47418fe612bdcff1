import { useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect } from 'react'
import { call } from '#web/api.ts'
import type { ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import { listInvitingPartners } from './contract.ts'
import type { Company } from './use-terms.tsx'

/** Loads a company with what its users have; undefined without an id, and until it has loaded. */
export function useInvitingCompany(id: string | undefined): Company | undefined {
  return useCompany(id).company
}

function useCompany(id: string | undefined) {
  const { data, isLoading } = useQuery({
    queryKey: ['inviting-company', id],
    queryFn: ({ signal }) => call(listInvitingPartners, { query: { id } }, { signal }),
    enabled: id !== undefined,
    retry: false,
  })
  return { company: data?.[0], isLoading }
}

/** Returns the platforms that more than half of the company's users can open, without roles. */
export function usualPlatforms({ subsystems, usage }: Company): ChosenPlatform[] {
  const isUsual = (id: string) =>
    usage?.platforms.some((each) => each.id === id && 2 * each.users > usage.users)
  return subsystems.filter(({ id }) => isUsual(id)).map(({ id }) => ({ subsystem: id, roles: [] }))
}

/** Calls `onFound` once for each chosen company, as soon as it is known what its users have. */
export function useUsage(id: string | undefined, onFound: (company: Company) => void) {
  const { company, isLoading } = useCompany(id)
  const find = useEffectEvent(onFound)
  // Before the page is painted, so that no click meets the platforms without their selection.
  useLayoutEffect(() => {
    if (company) find(company)
  }, [company])
  return { usage: company?.usage, isLoading }
}

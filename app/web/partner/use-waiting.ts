import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Me } from '#contract/me.ts'
import { companyWaitingKey } from '#web/parts/company-waiting.ts'

/** Returns the counts of the company's menu by the paths of the pages, refetched on each page. */
export function useWaiting({ permissions }: Me) {
  const page = useLocation({ select: ({ pathname }) => pathname })
  const { data } = useQuery({
    queryKey: [...companyWaitingKey, page],
    queryFn: async ({ signal }) => (await import('../company/waiting.ts')).findWaiting(signal),
    enabled: permissions.includes('company_users'),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return data
}

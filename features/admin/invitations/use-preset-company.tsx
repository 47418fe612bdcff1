import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#web/api.ts'
import { listInvitingPartners } from './contract.ts'
import type { Company } from './use-terms.tsx'

/** Chooses the company with this id once it has loaded. */
export function usePresetCompany(id: string | undefined, onFound: (company: Company) => void) {
  const { data } = useQuery({
    queryKey: ['inviting-company', id],
    queryFn: ({ signal }) => call(listInvitingPartners, { query: { id } }, { signal }),
    enabled: id !== undefined,
    retry: false,
  })
  const company = data?.[0]
  const choose = useEffectEvent(onFound)
  useEffect(() => {
    if (company) choose(company)
  }, [company])
}

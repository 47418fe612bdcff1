import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import type { ListFilter, ListSearch } from '#web/ui/list-filters.tsx'
import { useUserFilters } from '#web/parts/user-filters.tsx'
import { listChoices } from './contract.ts'
import { messages } from './texts/messages.ts'

/** Converts the search in the URL to the query of the list. */
export function queryOf(search: ListSearch): ListSearch {
  const { company, deactivated, ...query } = search
  return {
    ...query,
    partner: company,
    includeInactive: deactivated === 'shown' ? 'true' : undefined,
  }
}

type Company = { id: string; name: string } | null | undefined

export function useFilters(search: ListSearch, shown: Company) {
  const { filter, platforms } = useCompanyFilter(search['company'], shown, 'partner')
  return useUserFilters(platforms, [filter])
}

/**
 * Returns a filter by company, and all platforms for use in other filters: one request loads both. `wire` is the name
 * of the filter in the query of the endpoint.
 */
export function useCompanyFilter(company: string | undefined, shown: Company, wire: string) {
  const t = useMessages(messages)
  const choices = useQuery({
    queryKey: ['user-choices', company],
    queryFn: ({ signal }) => call(listChoices, { query: { partner: company } }, { signal }),
    retry: false,
  })
  const known =
    shown?.id === company ? shown : choices.data?.companies.find(({ id }) => id === company)
  const filter: ListFilter = {
    kind: 'search',
    name: 'company',
    wire,
    title: t.company,
    chosen: known?.name ?? (choices.isFetched ? company : undefined),
    find: async (q, signal) => {
      const { companies } = await call(listChoices, { query: { q } }, { signal })
      return companies.map(({ id, name }) => ({ value: id, text: name }))
    },
  }
  return { filter, platforms: choices.data?.platforms ?? [] }
}

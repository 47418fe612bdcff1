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

type Company = { id: string; name: string } | null

/** Returns the filters of a list of users. `shownCompany` is the company of a row, whose name is already loaded. */
export function useFilters(search: ListSearch, shownCompany?: Company) {
  const { filter, platforms } = useCompanyFilter(search['company'], shownCompany, 'partner')
  return useUserFilters(platforms, [filter])
}

/**
 * Returns a filter by company, and all platforms for use in other filters: one request loads both. `wire` is the name
 * of the filter in the query of the endpoint.
 */
export function useCompanyFilter(
  companyId: string | undefined,
  shownCompany: Company | undefined,
  wire: string,
) {
  const t = useMessages(messages)
  const choices = useQuery({
    queryKey: ['user-choices', companyId],
    queryFn: ({ signal }) => call(listChoices, { query: { partner: companyId } }, { signal }),
    retry: false,
  })
  const selectedCompany =
    shownCompany?.id === companyId
      ? shownCompany
      : choices.data?.companies.find(({ id }) => id === companyId)
  const filter: ListFilter = {
    kind: 'search',
    name: 'company',
    wire,
    title: t.company,
    // The label is unknown until the names are loaded. An id without a company is its own label.
    chosen: selectedCompany?.name ?? (choices.isFetched ? companyId : undefined),
    find: async (q, signal) => {
      const { companies } = await call(listChoices, { query: { q } }, { signal })
      return companies.map(({ id, name }) => ({ value: id, text: name }))
    },
  }
  return { filter, platforms: choices.data?.platforms ?? [] }
}

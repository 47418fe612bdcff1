import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { localeNames, locales } from '#contract/locale.ts'
import { secondFactorFilters, userStatuses } from '#contract/user-list.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import type { ListFilter, ListSearch } from '#web/ui/list-filters.tsx'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { listChoices } from './contract.ts'
import { userListMessages } from '#web/ui/user-list-messages.ts'
import { messages } from './messages.ts'

/** The query of the list, from what stands in the address bar. */
export function queryOf(search: ListSearch): ListSearch {
  const { company, deactivated, ...query } = search
  return {
    ...query,
    partner: company,
    includeInactive: deactivated === 'shown' ? 'true' : undefined,
  }
}

type Company = { id: string; name: string } | null | undefined

export function useFilters(search: ListSearch, shown: Company): ListFilter[] {
  const [t, list] = [useMessages(messages), useMessages(userListMessages)]
  const { company } = search
  const choices = useQuery({
    queryKey: ['user-choices', company],
    queryFn: ({ signal }) => call(listChoices, { query: { partner: company } }, { signal }),
    retry: false,
  })
  const known =
    shown?.id === company ? shown : choices.data?.companies.find(({ id }) => id === company)
  const platforms = choices.data?.platforms ?? []
  return [
    {
      kind: 'several',
      name: 'status',
      title: t.state,
      options: userStatuses.map((value) => ({ value, text: list[`status_${value}`] })),
    },
    {
      kind: 'search',
      name: 'company',
      wire: 'partner',
      title: t.company,
      chosen: known?.name ?? (choices.isFetched ? company : undefined),
      find: async (q, signal) => {
        const { companies } = await call(listChoices, { query: { q } }, { signal })
        return companies.map(({ id, name }) => ({ value: id, text: name }))
      },
    },
    {
      kind: 'one',
      name: 'platform',
      title: t.platforms,
      options: platforms.map(({ id, name }) => ({ value: id, text: name })),
    },
    {
      kind: 'one',
      name: 'secondFactor',
      title: list.secondFactor,
      options: secondFactorFilters.map((value) => ({ value, text: list[`factor_${value}`] })),
    },
    { kind: 'day', name: 'lastLoginBefore', title: list.lastLoginBefore, text: '{day}' },
    {
      kind: 'one',
      name: 'language',
      title: list.language,
      options: locales.map((value) => ({ value, text: localeNames[value] })),
    },
  ]
}

const dayMs = 24 * 60 * 60 * 1000

/** The views that every admin has. */
export function useViews(): ListViews {
  const t = useMessages(userListMessages)
  const [since] = useState(() => new Date(Date.now() - 90 * dayMs).toISOString().slice(0, 10))
  return useMemo(() => {
    return {
      list: 'users',
      names: ['deactivated'],
      builtIn: [
        { id: 'all', name: t.view_all, query: {} },
        { id: 'never-joined', name: t.view_neverJoined, query: { status: 'invited' } },
        {
          id: 'no-login',
          name: t.view_noLogin,
          query: { status: 'active', lastLoginBefore: since, sort: '-lastLogin' },
        },
        { id: 'locked', name: t.view_locked, query: { status: 'locked' } },
      ],
    }
  }, [t, since])
}

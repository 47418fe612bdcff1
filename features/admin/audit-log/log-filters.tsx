import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { auditFilters } from '#contract/audit-filters.ts'
import { foldText } from '#contract/fold-text.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import type { ListFilter } from '#web/ui/list-filters.tsx'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import type { Option } from '#web/ui/option-search.tsx'
import type { AuditSearch } from './audit-search.tsx'
import { suggest } from './contract.ts'
import { platformName, useActionName } from './entry-cells.tsx'
import { actionsQuery } from './log-suggestions.tsx'
import { messages } from './texts/messages.ts'

export type Name = readonly [id: string, name: string]

type Props = {
  search: AuditSearch
  names: ReadonlyMap<string, string>
  platforms: readonly string[]
  onNames: (names: readonly Name[]) => void
}

/** Returns the filters of the log. Passes the names of the server's suggestions to the page. */
export function useFilters(props: Props): ListFilter[] {
  const t = useMessages(messages)
  const { action } = props.search
  return [
    {
      kind: 'several',
      name: 'action',
      title: t.actions,
      fault: t.wrong_action,
      options: useActions(action),
    },
    ...useUserAndAddressFilters(props),
    ...usePlatformAndRequestFilters(props),
  ]
}

function useUserAndAddressFilters({ search, names, onNames }: Props): ListFilter[] {
  const t = useMessages(messages)
  const nameOf = (id: string | undefined) => (id && names.get(id)) || id

  async function fetchSuggestions(typed: string, signal: AbortSignal) {
    const q = typed.trim()
    if (q === '') return { users: [], companies: [], addresses: [] }
    const reply = await call(suggest, { query: { q } }, { signal })
    const users = [...reply.users, ...reply.admins]
    onNames([...users, ...reply.companies].map(({ id, name }) => [id, name]))
    return { ...reply, users: users.map(optionOf), companies: reply.companies.map(optionOf) }
  }

  return [
    {
      kind: 'search',
      name: 'user',
      title: t.user,
      fault: t.wrong_user,
      chosen: nameOf(search.user),
      find: async (typed, signal) => [
        ...(await fetchSuggestions(typed, signal)).users,
        ...asTyped('user', typed),
      ],
    },
    {
      kind: 'search',
      name: 'company',
      title: t.company,
      chosen: nameOf(search.company),
      find: async (typed, signal) => (await fetchSuggestions(typed, signal)).companies,
    },
    {
      kind: 'search',
      name: 'ipAddress',
      title: t.ipAddress,
      fault: t.wrong_ipAddress,
      chosen: search.ipAddress,
      find: async (typed, signal) => {
        const { addresses } = await fetchSuggestions(typed, signal)
        return distinct([...asTyped('ipAddress', typed), ...addresses.map(optionOfText)])
      },
    },
  ]
}

function usePlatformAndRequestFilters({
  search: { subSystem, requestId },
  names,
  platforms,
}: Props): ListFilter[] {
  const t = useMessages(messages)
  const platformOf = (id: string) => platformName(id, names.get(id), t)
  return [
    {
      kind: 'search',
      name: 'subSystem',
      title: t.subSystem,
      fault: t.wrong_subSystem,
      chosen: subSystem && platformOf(subSystem),
      find: async (typed) => {
        const text = foldText(typed.trim())
        const options = platforms.map((value) => ({ value, text: platformOf(value) }))
        const matches = options.filter((each) =>
          foldText(`${each.value} ${each.text}`).includes(text),
        )
        return distinct([...matches, ...asTyped('subSystem', typed)])
      },
    },
    {
      kind: 'search',
      name: 'requestId',
      title: t.requestId,
      fault: t.wrong_requestId,
      chosen: requestId,
      find: async (typed, signal) => {
        const q = typed.trim()
        const { requests } =
          q === '' ? { requests: [] } : await call(suggest, { query: { q } }, { signal })
        return distinct([...requests.map(optionOfText), ...asTyped('requestId', typed)])
      },
    },
  ]
}

/** Returns all actions sorted by name, and adds unknown actions from the URL. */
function useActions(selected: string | undefined): Option[] {
  const { locale } = useLocale()
  const nameOf = useActionName()
  const { data: actions = [] } = useQuery(actionsQuery)
  const { compare } = useMemo(() => new Intl.Collator(locale), [locale])
  const all = new Set([...actions, ...(selected?.split(',').filter(Boolean) ?? [])])
  return [...all]
    .map((value) => ({ value, text: nameOf(value) }))
    .sort((one, other) => compare(one.text, other.text))
}

/** Returns the typed text as an option if it is valid for the filter; otherwise an empty array. */
function asTyped(name: 'user' | 'ipAddress' | 'subSystem' | 'requestId', typed: string): Option[] {
  const { success, data } = auditFilters[name].safeParse(typed.trim())
  return success && data !== undefined ? [optionOfText(data)] : []
}

function optionOfText(text: string): Option {
  return { value: text, text }
}

function optionOf({ id, name, note }: { id: string; name: string; note: string }): Option {
  return { value: id, text: note === '' ? name : `${name} · ${note}` }
}

/** Removes options with a repeated value and keeps the first. */
function distinct(options: readonly Option[]): Option[] {
  const values = options.map(({ value }) => value)
  return options.filter(({ value }, index) => values.indexOf(value) === index)
}

export const views: ListViews<typeof messages> = {
  view_all: {},
  view_failedLogins: { action: 'login_failed', range: 'lastDay' },
  view_locked: { action: 'account_locked,address_blocked', range: 'lastWeek' },
}

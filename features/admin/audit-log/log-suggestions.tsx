import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { fold } from '#contract/fold.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import type { AuditSearch } from './audit-search.tsx'
import { listActions, suggest } from './contract.ts'
import { useActionName } from './entry-cells.tsx'
import { messages } from './texts/messages.ts'

/** A possible meaning of the typed text, with the filter that it becomes. */
export type Suggestion = { id: string; text: string; note: string; to: AuditSearch }
type Suggested = Reply<typeof suggest>

const pauseMs = 150
const maxActions = 5

const suggestions = (q: string) =>
  queryOptions({
    queryKey: ['audit-log-suggestions', q],
    queryFn: ({ signal }) => call(suggest, { query: { q } }, { signal }),
  })

const knownActions = queryOptions({
  queryKey: ['audit-log-actions'],
  queryFn: ({ signal }) => call(listActions, {}, { signal }),
  staleTime: Infinity,
})

/** Suggests users, companies, admins, actions, IP addresses and requests for the typed text. */
export function useSuggestions(typed: string) {
  const toOptions = useToOptions()
  const client = useQueryClient()
  const q = useSettled(typed.trim())
  const isAsked = q !== ''
  const { data, isFetching } = useQuery({
    ...suggestions(q),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const { data: actions = [] } = useQuery({ ...knownActions, enabled: isAsked })

  /** Fetches the suggestions immediately, without the typing delay. */
  async function find(): Promise<Suggestion[]> {
    const wanted = typed.trim()
    const [found, known] = await Promise.all([
      client.fetchQuery(suggestions(wanted)),
      client.fetchQuery(knownActions),
    ])
    return toOptions(wanted, found, known)
  }

  return {
    options: isAsked && data ? toOptions(q, data, actions) : [],
    isSettled: q === typed.trim() && !isFetching,
    find,
  }
}

function named(list: Suggested['users'], kind: 'user' | 'company', note: string): Suggestion[] {
  return list.map(({ id, name, note: more }) => ({
    id,
    text: name,
    note: more === '' ? note : `${note} · ${more}`,
    to: { [kind]: id },
  }))
}

function useToOptions(): (q: string, found: Suggested, actions: readonly string[]) => Suggestion[] {
  const t = useMessages(messages)
  const nameOf = useActionName()
  const plain = (list: readonly string[], kind: 'ipAddress' | 'requestId') =>
    list.map((text) => ({
      id: text.replaceAll(/[.:]/g, '-'),
      text,
      note: t[kind],
      to: { [kind]: text },
    }))
  return (q, found, actions) => [
    ...named(found.users, 'user', t.user),
    ...named(found.companies, 'company', t.company),
    ...named(found.admins, 'user', t.kind_admin),
    ...actions
      .filter((action) => fold(nameOf(action)).includes(fold(q)))
      .slice(0, maxActions)
      .map((action) => ({ id: action, text: nameOf(action), note: t.action, to: { action } })),
    ...plain(found.addresses, 'ipAddress'),
    ...plain(found.requests, 'requestId'),
  ]
}

/** Returns the text once the user has stopped typing for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

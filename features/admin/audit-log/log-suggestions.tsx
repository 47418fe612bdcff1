import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { foldText } from '#contract/fold-text.ts'
import type { Locale } from '#contract/locale.ts'
import { isolate } from '#contract/text.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import type { AuditSearch } from './audit-search.tsx'
import { listActions, suggest } from './contract.ts'
import { useActionName } from './entry-cells.tsx'
import { messages } from './texts/messages.ts'

/** A possible meaning of the typed text, with the filter that it becomes. */
export type Suggestion = { id: string; text: string; note: string; to: AuditSearch }
type SuggestReply = Reply<typeof suggest>

const pauseMs = 150
const maxActions = 5

const suggestQueryOf = (q: string) =>
  queryOptions({
    queryKey: ['audit-log-suggestions', q],
    queryFn: ({ signal }) => call(suggest, { query: { q } }, { signal }),
  })

/** The query of all actions, which the filter of actions shares. */
export const actionsQuery = queryOptions({
  queryKey: ['audit-log-actions'],
  queryFn: ({ signal }) => call(listActions, {}, { signal }),
  staleTime: Infinity,
})

/** Suggests users, companies, admins, actions, IP addresses and requests for the typed text. */
export function useSuggestions(typed: string) {
  const toOptions = useToOptions()
  const client = useQueryClient()
  const q = useDebounced(typed.trim())
  const hasText = q !== ''
  const { data, isFetching, isError } = useQuery({
    ...suggestQueryOf(q),
    enabled: hasText,
    placeholderData: keepPreviousData,
  })
  const { data: actions = [] } = useQuery({ ...actionsQuery, enabled: hasText })

  /** Fetches the suggestions immediately, without the typing delay. */
  async function find(): Promise<Suggestion[]> {
    const text = typed.trim()
    const [reply, allActions] = await Promise.all([
      client.fetchQuery(suggestQueryOf(text)),
      client.fetchQuery(actionsQuery),
    ])
    return toOptions(text, reply, allActions)
  }

  return {
    options: hasText && data ? toOptions(q, data, actions) : [],
    isSettled: q === typed.trim() && !isFetching && !isError,
    find,
  }
}

function suggestionsOf(
  list: SuggestReply['users'],
  filter: 'user' | 'company',
  { kind, locale }: { kind: string; locale: Locale },
): Suggestion[] {
  return list.map(({ id, name, note }) => ({
    id,
    text: name,
    note: note === '' ? kind : `${kind} · ${isolate(note, locale)}`,
    to: { [filter]: id },
  }))
}

/** Returns a function that joins the suggestions of the server and the actions with a matching name. */
function useToOptions() {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const suggestionsOfText = (list: readonly string[], kind: 'ipAddress' | 'requestId') =>
    list.map((text) => ({
      // The id becomes a part of an element's id, without characters that a CSS selector would have to escape.
      id: text.replaceAll(/[.:]/g, '-'),
      text,
      note: t[kind],
      to: { [kind]: text },
    }))
  return (q: string, reply: SuggestReply, actions: readonly string[]): Suggestion[] => [
    ...suggestionsOf(reply.users, 'user', { kind: t.user, locale }),
    ...suggestionsOf(reply.companies, 'company', { kind: t.company, locale }),
    ...suggestionsOf(reply.admins, 'user', { kind: t.kind_admin, locale }),
    ...actions
      .filter((action) => foldText(nameOf(action)).includes(foldText(q)))
      .slice(0, maxActions)
      .map((action) => ({ id: action, text: nameOf(action), note: t.action, to: { action } })),
    ...suggestionsOfText(reply.addresses, 'ipAddress'),
    ...suggestionsOfText(reply.requests, 'requestId'),
  ]
}

/** Returns the text once the user has stopped typing for a moment. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { fold } from '#contract/fold.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { useLog, without, type AuditSearch } from './audit-search.tsx'
import { listActions, suggest } from './contract.ts'
import { useActionName } from './entry-cells.tsx'
import type { Name } from './log-filters.tsx'
import { messages } from './messages.ts'
import styles from './log-search.module.css'

type Option = { id: string; text: string; note: string; to: AuditSearch }

const pauseMs = 150
const maxActions = 5

type Props = { onNames: (names: readonly Name[]) => void }

/** One field for users, companies, actions, IP addresses and requests: what is chosen becomes a filter. */
export function LogSearch(props: Props) {
  const t = useMessages(messages)
  const id = useId()
  const { typed, options, active, isShown, isSettled, type, press, setOpen, choose } =
    useLogSearch(props)
  return (
    <div className={styles.search} role="search">
      <LineIcon
        className={styles.sign}
        path="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M13 13l4 4"
      />
      <input
        type="search"
        role="combobox"
        aria-label={t.searchLog}
        placeholder={t.searchLogHint}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active ? `${id}-${active.id}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir={typed === '' ? undefined : 'auto'}
        maxLength={100}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t.suggestions} hidden={!isShown}>
        {options.map((option) => (
          <Suggestion
            key={option.id}
            id={`${id}-${option.id}`}
            option={option}
            isActive={option === active}
            onChoose={() => choose(option)}
          />
        ))}
      </ul>
      {isShown && isSettled && options.length === 0 && (
        <p className={styles.none} role="status">
          {t.nothingToSuggest}
        </p>
      )}
    </div>
  )
}

type SuggestionProps = { id: string; option: Option; isActive: boolean; onChoose: () => void }

function Suggestion({ id, option, isActive, onChoose }: SuggestionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => {
        // The field keeps the focus, so that the list stays until the click.
        event.preventDefault()
        onChoose()
      }}
    >
      <bdi>{option.text}</bdi> <small>{option.note}</small>
    </li>
  )
}

function useLogSearch({ onNames }: Props) {
  const { search, go } = useLog()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const { options, isSettled } = useOptions(typed)
  const isShown = isOpen && typed.trim() !== ''
  const last = options.length - 1
  const active = options[Math.min(at, last)]

  function type(text: string): void {
    setTyped(text)
    setOpen(true)
    setAt(0)
  }

  function choose({ to, text }: Option): void {
    const [value] = Object.values(to)
    if (value !== undefined) onNames([[value, text]])
    setTyped('')
    setOpen(false)
    go({ ...without(search, 'cursor', 'entry'), ...to })
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && last >= 0) {
      setOpen(true)
      setAt((Math.min(at, last) + step + options.length) % options.length)
    } else if (event.key === 'Enter' && isShown && active) choose(active)
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else return
    event.preventDefault()
  }

  return { typed, options, active, isShown, isSettled, type, press, setOpen, choose }
}

function useOptions(typed: string): { options: Option[]; isSettled: boolean } {
  const t = useMessages(messages)
  const nameOf = useActionName()
  const q = useSettled(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['audit-log-suggestions', q],
    queryFn: ({ signal }) => call(suggest, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const { data: actions = [] } = useQuery({
    queryKey: ['audit-log-actions'],
    queryFn: ({ signal }) => call(listActions, {}, { signal }),
    staleTime: Infinity,
    enabled: q !== '',
  })
  const isSettled = q === typed.trim() && !isFetching
  if (q === '' || !data) return { options: [], isSettled }
  const text = fold(q)
  const named = (list: typeof data.users, kind: 'user' | 'company', note: string) =>
    list.map(({ id, name, note: more }) => ({
      id,
      text: name,
      note: more === '' ? note : `${note} · ${more}`,
      to: { [kind]: id },
    }))
  const options = [
    ...named(data.users, 'user', t.user),
    ...named(data.companies, 'company', t.company),
    ...named(data.admins, 'user', t.kind_admin),
    ...actions
      .filter((action) => fold(nameOf(action)).includes(text))
      .slice(0, maxActions)
      .map((action) => ({ id: action, text: nameOf(action), note: t.action, to: { action } })),
    ...data.addresses.map((ipAddress) => ({
      id: ipAddress.replaceAll(/[.:]/g, '-'),
      text: ipAddress,
      note: t.ipAddress,
      to: { ipAddress },
    })),
    ...(/^(?=.*\d)[0-9a-f-]{8,64}$/i.test(q)
      ? [{ id: 'request', text: q, note: t.requestId, to: { requestId: q.toLowerCase() } }]
      : []),
  ]
  return { options, isSettled }
}

/** The text once nothing more is typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

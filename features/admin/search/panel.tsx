import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Input, SearchField } from 'react-aria-components/SearchField'
import { fold } from '#contract/fold.ts'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import {
  recordOpened,
  searchEverything,
  searchKinds,
  type SearchKind,
  type SearchReply,
} from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** A page or an action that the admin may open. */
export type Command = { href: string; text: string; group: 'pages' | 'actions'; keys?: string }

/** What the log is asked for by what was typed whole. */
export type LogFilters = { requestId?: string; ipAddress?: string; user?: string }

type Props = {
  commands: readonly Command[]
  hrefOf: (kind: SearchKind, id: string) => string
  /** Undefined for those who may not read the log. */
  logHref: ((filters: LogFilters) => string) | undefined
  go: (href: string) => void
  onClose: () => void
}

type Item = { id: string; text: string; note: string; open: () => void }
type Section = { id: string; title: string; items: Item[] }

const pauseMs = 120
const regions = { en: 'en-GB', ar: 'ar-AE', fr: 'fr-FR', es: 'es-ES', zh: 'zh-CN' } as const

/** Finds users, companies, platforms, requests, pages and actions by a few keys. */
export function Palette(props: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [typed, setTyped] = useState('')
  const found = useFound(typed)
  const sections = useSections(props, typed.trim(), found.data)
  const isEmpty = sections.every(({ items }) => items.length === 0)
  return (
    <PaletteDialog title={t.title} onClose={props.onClose}>
      <I18nProvider locale={regions[locale]}>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <SearchField aria-label={t.title} autoFocus className={styles.search ?? ''}>
            <Input placeholder={t.placeholder} maxLength={200} dir="auto" />
          </SearchField>
          <p role="status" className="visually-hidden">
            {found.isFetching ? t.searching : isEmpty && t.none}
          </p>
          {found.error && <Failure text={t.failed} error={found.error} />}
          {isEmpty && !found.error && (
            <p className={styles.none}>{found.isFetching ? t.searching : t.none}</p>
          )}
          <ListBox aria-label={t.results} className={styles.list ?? ''} dependencies={[locale]}>
            {sections.map(({ id, title, items }) => (
              <ListBoxSection key={id} id={id} className={styles.section ?? ''}>
                <Header>{title}</Header>
                {items.map((item) => (
                  <ListBoxItem
                    key={item.id}
                    id={item.id}
                    textValue={item.text}
                    className={styles.item ?? ''}
                    onAction={item.open}
                  >
                    <bdi>{item.text}</bdi> <small>{item.note}</small>
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
          <p className={styles.hint} aria-hidden="true">
            {t.hint}
          </p>
        </Autocomplete>
      </I18nProvider>
    </PaletteDialog>
  )
}

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/** The list stands inside: a popover of its own would lie below a modal dialog. */
function PaletteDialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={styles.palette}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDownCapture={(event) => {
        // The first Escape closes, whatever is typed.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {/* So that a press beside the dialog is told from one in it. */}
      <div>{children}</div>
    </dialog>
  )
}

/** What the server finds, once the typing pauses. */
function useFound(typed: string) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({
    queryKey: [searchEverything.path, q],
    queryFn: ({ signal }) => call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  return {
    // What an earlier text found stays only while another is looked for.
    data: typed.trim() === '' ? undefined : found.data,
    error: typed.trim() === '' ? null : found.error,
    isFetching: typed.trim() !== '' && (found.isFetching || q !== typed.trim()),
  }
}

function useSections(
  { commands, hrefOf, logHref, go, onClose }: Props,
  typed: string,
  found: SearchReply | undefined,
): Section[] {
  const t = useMessages(messages)
  const leave = (href: string) => {
    onClose()
    go(href)
  }
  const resultsOf = (kind: SearchKind, all: readonly Result[]): Item[] =>
    all.map(({ id, text, note, active }) => ({
      id: `${kind} ${id}`,
      text,
      note: active ? note : [note, t.deactivated].filter(Boolean).join(' · '),
      open: () => {
        // What the log misses must not keep an admin from a user's page.
        void call(recordOpened, { body: { kind, id } }).catch(() => undefined)
        leave(hrefOf(kind, id))
      },
    }))
  const requests = (found?.requests ?? []).map(({ id }) => ({
    id: `request ${id}`,
    text: fill(t.entriesOf, { id }),
    note: '',
    open: () => leave(logHref?.({ requestId: id }) ?? ''),
  }))
  const filters = logFilters(typed)
  const log = filters &&
    logHref && {
      id: 'log entries',
      text: fill(t.entriesWith, { text: typed }),
      note: '',
      open: () => leave(logHref(filters)),
    }
  const titles = { user: t.users, company: t.companies, platform: t.platforms }
  const all = found && resultsByKind(found)
  return [
    { id: 'requests', title: t.requests, items: requests },
    ...searchKinds
      .map((kind) => ({
        id: kind,
        title: titles[kind],
        items: all ? resultsOf(kind, all[kind]) : [],
      }))
      // A company whose name begins with the text stands above users who have it somewhere.
      .toSorted((one, other) => beginsWith(other, typed) - beginsWith(one, typed)),
    { id: 'log', title: t.log, items: log ? [log] : [] },
    { id: 'pages', title: t.pages, items: commandsOf('pages', commands, typed, leave) },
    { id: 'actions', title: t.actions, items: commandsOf('actions', commands, typed, leave) },
  ].filter(({ items }) => items.length > 0)
}

function beginsWith({ items }: Section, typed: string): number {
  return Number(items.some(({ text }) => fold(text).startsWith(fold(typed))))
}

const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*)$/i
const email = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/

function logFilters(typed: string): LogFilters | undefined {
  if (ipAddress.test(typed)) return { ipAddress: typed }
  return email.test(typed) ? { user: typed } : undefined
}

function commandsOf(
  group: Command['group'],
  commands: readonly Command[],
  typed: string,
  leave: (href: string) => void,
): Item[] {
  return commands
    .filter((each) => each.group === group && fold(each.text).includes(fold(typed)))
    .map(({ href, text, keys = '' }) => ({ id: href, text, note: keys, open: () => leave(href) }))
}

function named({ id, name, active }: SearchReply['platforms'][number]): Result {
  return { id, active, text: name, note: '' }
}

type Result = { id: string; text: string; note: string; active: boolean }

function resultsByKind({ users, companies, platforms }: SearchReply): Record<SearchKind, Result[]> {
  return {
    user: users.map((user) => ({ ...user, text: nameOf(user), note: user.email })),
    company: companies.map(named),
    platform: platforms.map(named),
  }
}

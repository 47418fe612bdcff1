import { useId, useState } from 'react'
import type { Page } from '#contract/links.ts'
import type { Locale, PlainKeys } from '#contract/locale.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import { focusFirst } from './focus-first.ts'
import { LineIcon } from './line-icon.tsx'
import type { ListSearch, ListView } from './list-filters.tsx'
import { useListPreferences, type SavedView } from './list-preferences.ts'
import { Notice } from './notice.tsx'
import { Popup } from './popup.tsx'
import { viewMessages } from './texts/messages.ts'
import styles from './view-tabs.module.css'

type Query = SavedView['query']
/** The built-in views of a list: the query of each by the key of its name. */
export type Views<Texts> = Readonly<Partial<Record<PlainKeys<Texts>, Query>>>
/** The built-in views of a list by the type of its texts in all languages. */
export type ListViews<Texts extends Readonly<Record<Locale, unknown>>> = Views<Texts['en']>
export type AnyViews = Readonly<Record<string, Query | undefined>>

type Props<Texts> = {
  page: Page<string, string>
  texts: Readonly<Record<Locale, Texts>>
  views: Views<Texts>
  /** Returns the number of rows of a built-in view as text; undefined if unknown. */
  countOf?: ((query: Query) => string | undefined) | undefined
  view: ListView
}

/** Named filters and sorts as tabs: the built-in views, then the admin's saved views. */
export function ViewTabs<Texts>(props: Props<Texts>) {
  const { page, countOf } = props
  const { search, onSearch } = props.view
  const t = useMessages(viewMessages)
  const builtInViews = useBuiltInViews(props)
  const { savedViews = [], saveView } = useListPreferences()
  const [warning, setWarning] = useState<{ name: string; filters: string[] }>()
  const [removalError, setRemovalError] = useState<unknown>()
  const parameters: ReadonlySet<string> = new Set(page.search)
  // Saved views refer to a list by the last part of its path.
  const list = page.path.split('/').at(-1) ?? ''
  const ownViews = savedViews.filter((each) => each.list === list)
  const views = [...builtInViews, ...ownViews]
  const matchOf = (wanted: ListSearch) =>
    views.find(({ query }) => comparisonKey(pick(query, parameters)) === comparisonKey(wanted))
  const savedView = matchOf(search)
  // A search or a sort narrows or orders a view, so its tab stays marked.
  const { q: _, ...unsearched } = search
  const { sort: __, ...unsorted } = unsearched
  const current = savedView ?? matchOf(unsearched) ?? matchOf(unsorted)

  function open({ name, query }: SavedView): void {
    const missingFilters = Object.keys(query).filter((each) => !parameters.has(each))
    setRemovalError(undefined)
    setWarning(missingFilters.length === 0 ? undefined : { name, filters: missingFilters })
    onSearch(pick(query, parameters))
  }

  return (
    <>
      <nav aria-label={t.views} className={styles.views}>
        {views.map((each) => (
          <span key={each.id} className={styles.view} data-current={each === current}>
            <button
              type="button"
              aria-current={each === current ? 'true' : undefined}
              onClick={() => open(each)}
            >
              <bdi>{each.name}</bdi>
              {!ownViews.includes(each) && <ViewCount count={countOf?.(each.query)} />}
            </button>
            {ownViews.includes(each) && each === savedView && (
              <RemoveView view={each} onError={setRemovalError} />
            )}
          </span>
        ))}
        {saveView && !savedView && <SaveView list={list} search={search} />}
      </nav>
      {warning && <Notice kind="warning">{t.gone(warning)}</Notice>}
      {removalError !== undefined && <Failure text={t.notRemoved} texts={t} error={removalError} />}
    </>
  )
}

function useBuiltInViews<Texts>({
  texts,
  views,
}: Pick<Props<Texts>, 'texts' | 'views'>): SavedView[] {
  const t = useMessages(texts) as Readonly<Record<string, string>>
  return Object.entries<Query | undefined>(views).map(([id, query = {}]) => ({
    id,
    name: t[id] ?? id,
    query,
  }))
}

function ViewCount({ count }: { count: string | undefined }) {
  return count === undefined ? null : <small> {count}</small>
}

/** Returns a query without filters that no longer exist, so that an old view can still be opened and removed. */
function pick(query: ListSearch, parameters: ReadonlySet<string>): ListSearch {
  return Object.fromEntries(Object.entries(query).filter(([name]) => parameters.has(name)))
}

function comparisonKey(search: ListSearch): string {
  const filled = Object.entries(search).filter(([, value]) => (value ?? '') !== '')
  return JSON.stringify(filled.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

type RemoveProps = { view: SavedView; onError: (error: unknown) => void }

function RemoveView({ view: { id, name }, onError }: RemoveProps) {
  const t = useMessages(viewMessages)
  const { removeView } = useListPreferences()
  const [isSending, setSending] = useState(false)

  async function remove(): Promise<void> {
    if (isSending) return
    setSending(true)
    onError(undefined)
    try {
      await removeView?.(id)
    } catch (error) {
      onError(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={t.remove({ name })}
      onClick={() => void remove()}
    >
      <LineIcon box={16} path="M4.5 4.5l7 7M11.5 4.5l-7 7" />
    </button>
  )
}

type SaveProps = { list: string; search: ListSearch }

function SaveView(props: SaveProps) {
  const t = useMessages(viewMessages)
  return (
    <Popup
      label={t.save}
      face={
        <>
          <LineIcon box={16} path="M8 3v10M3 8h10" />
          {t.save}
        </>
      }
    >
      {(close) => <SaveForm {...props} onClose={close} />}
    </Popup>
  )
}

function SaveForm({ list, search, onClose }: SaveProps & { onClose: () => void }) {
  const t = useMessages(viewMessages)
  const { saveView } = useListPreferences()
  const id = useId()
  const [name, setName] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function save(): Promise<void> {
    if (isSending || name.trim() === '') return
    setSending(true)
    const query = Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) => (value ? [[key, value]] : [])),
    )
    try {
      await saveView?.({ list, name: name.trim(), query })
      onClose()
    } catch (error) {
      setError(error)
      setSending(false)
    }
  }

  return (
    <form
      ref={focusFirst}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={id}>{t.name}</label>
      <input
        id={id}
        dir="auto"
        autoComplete="off"
        maxLength={40}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="primary" isPending={isSending}>
        {t.save}
      </Button>
      {error !== undefined && <Failure text={t.notSaved} texts={t} error={error} />}
    </form>
  )
}

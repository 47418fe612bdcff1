import { useId, useState } from 'react'
import { formatList, type TextWith } from '#contract/text.ts'
import { formatDay } from '#contract/day.ts'
import type { RefusedFilters } from '../list-call.ts'
import { useColon, useGap, useLocale, useMessages } from '../locale.ts'
import type { SearchOptions } from '../page-search.ts'
import { focusFirst } from './focus-first.ts'
import { LineIcon } from './line-icon.tsx'
import styles from './list-filters.module.css'
import { listMessages } from './texts/messages.ts'
import { OptionSearch, type Option } from './option-search.tsx'
import { Options } from './options.tsx'
import { MenuItems, Popup } from './popup.tsx'

type FilterBase = {
  /** Query parameter in the address bar. */
  name: string
  /** Query parameter of the endpoint, if it differs from `name`. */
  wire?: string
  title: string
  /** Hint about the valid values, shown beside a value that the server rejected and in an empty search. */
  fault?: string
}

/** A filter of a list. Values of kind `several` are comma-separated; values of kind `day` look like `2026-01-31`. */
export type ListFilter = FilterBase &
  (
    | { kind: 'one' | 'several'; options: readonly Option[] }
    /** `text` is the label of the value, with the argument {day}. */
    | { kind: 'day'; text: TextWith<{ day: string }> }
    | {
        kind: 'search'
        find: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>
        /** Label of the selected option; undefined while it is unknown. */
        chosen: string | undefined
      }
  )

/** Filters, search and sort, as in the address bar. */
export type ListSearch = Readonly<Record<string, string | undefined>>

export type ListView = {
  search: ListSearch
  onSearch: (next: ListSearch, options?: SearchOptions) => void
}

type Props = { filters: readonly ListFilter[]; view: ListView; refused: RefusedFilters }

/** The active filters as chips that can be changed and removed, and a button that adds a filter. */
export function ListFilters({ filters, view, refused }: Props) {
  const t = useMessages(listMessages)
  const { search, onSearch } = view
  const isActive = ({ name }: ListFilter) => (search[name] ?? '') !== ''
  const activeFilters = filters.filter(isActive)
  // Only an added or removed filter is a step in the history.
  const set = (filter: ListFilter, value: string) =>
    onSearch({ ...search, [filter.name]: value }, { isReplaced: isActive(filter) && value !== '' })
  return (
    <>
      {activeFilters.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={search[filter.name] ?? ''}
          reason={refused[filter.wire ?? filter.name]}
          onSet={(value) => set(filter, value)}
        />
      ))}
      <div className={styles.more} data-none={activeFilters.length === filters.length}>
        <Popup
          label={t.addFilter}
          className={styles.add}
          face={
            <>
              <LineIcon box={16} path="M8 3v10M3 8h10" />
              {t.filter}
            </>
          }
        >
          {(close) => <AddFilter filters={filters} search={search} onSet={set} onClose={close} />}
        </Popup>
      </div>
      {activeFilters.length > 0 && (
        <button
          type="button"
          className={styles.clear}
          onClick={() =>
            onSearch({
              ...search,
              ...Object.fromEntries(activeFilters.map(({ name }) => [name, ''])),
            })
          }
        >
          {t.clearFilters}
        </button>
      )}
    </>
  )
}

type AddFilterProps = {
  filters: readonly ListFilter[]
  search: ListSearch
  onSet: (filter: ListFilter, value: string) => void
  onClose: () => void
}

/** Asks for the filter first, then for its value. */
function AddFilter({ filters, search, onSet, onClose }: AddFilterProps) {
  const [name, setName] = useState<string>()
  const filter = filters.find((each) => each.name === name)
  if (filter) {
    return (
      <Editor
        filter={filter}
        value={search[filter.name] ?? ''}
        onSet={(value) => onSet(filter, value)}
        onClose={onClose}
      />
    )
  }
  const items = filters
    .filter((each) => (search[each.name] ?? '') === '')
    .map((each) => ({ text: each.title, onPress: () => setName(each.name) }))
  // The popup stays open for the value.
  return <MenuItems items={items} close={() => undefined} />
}

type ChipProps = {
  filter: ListFilter
  value: string
  /** Message key of the reason why the server rejected the value. */
  reason: string | undefined
  onSet: (value: string) => void
}

function Chip({ filter, value, reason, onSet }: ChipProps) {
  const t = useMessages(listMessages)
  const gap = useGap()
  const colon = useColon()
  const { title } = filter
  const text = useValueText(filter, value)
  return (
    <span className={styles.chip} data-refused={reason !== undefined}>
      <Popup
        label={title}
        className={styles.value}
        face={
          <>
            <span className="soft">{title}</span> <bdi>{text}</bdi>
          </>
        }
      >
        {(close) => <Editor filter={filter} value={value} onSet={onSet} onClose={close} />}
      </Popup>
      <button
        type="button"
        className={styles.remove}
        aria-label={t.removeFilter({ filter: `${title}${colon}${text}` })}
        onClick={() => onSet('')}
      >
        <LineIcon box={16} path="M4.5 4.5l7 7M11.5 4.5l-7 7" />
      </button>
      {reason !== undefined && (
        <span role="alert" className={styles.reason}>
          {t.refusedFilter({ filter: title })}
          {gap}
          {filter.fault ?? t.chooseValid}
        </span>
      )}
    </span>
  )
}

/** Returns the label of a value. */
function useValueText(filter: ListFilter, value: string): string {
  const { locale } = useLocale()
  if (filter.kind === 'search') return filter.chosen ?? '…'
  if (filter.kind === 'day') {
    return filter.text({ day: formatDay(value, locale) })
  }
  const texts = new Map(filter.options.map((option) => [option.value, option.text]))
  const values = filter.kind === 'several' ? value.split(',') : [value]
  return formatList(
    values.map((each) => texts.get(each) ?? each),
    locale,
    'disjunction',
  )
}

type EditorProps = {
  filter: ListFilter
  value: string
  onSet: (value: string) => void
  onClose: () => void
}

function Editor(props: EditorProps) {
  const { filter, value, onSet, onClose } = props
  if (filter.kind === 'search') return <OptionSearch {...props} filter={filter} />
  if (filter.kind === 'day') {
    return <DayEditor title={filter.title} value={value} onSet={onSet} onClose={onClose} />
  }
  if (filter.kind === 'one') {
    const choose = (option: string) => {
      onSet(option)
      onClose()
    }
    return <Options filter={filter} selectedValues={[value]} type="radio" onToggle={choose} />
  }
  const selectedValues = value === '' ? [] : value.split(',')
  const toggle = (option: string) => {
    const nextValues = new Set(selectedValues)
    if (!nextValues.delete(option)) nextValues.add(option)
    const inOrder = filter.options.filter((each) => nextValues.has(each.value))
    onSet(inOrder.map((each) => each.value).join(','))
  }
  return (
    <Options filter={filter} selectedValues={selectedValues} type="checkbox" onToggle={toggle} />
  )
}

type DayProps = {
  title: string
  value: string
  onSet: (value: string) => void
  onClose: () => void
}

function DayEditor({ title, value, onSet, onClose }: DayProps) {
  const t = useMessages(listMessages)
  const id = useId()
  const [typed, setTyped] = useState(value)
  return (
    <form
      className={styles.editor}
      ref={focusFirst}
      onSubmit={(event) => {
        event.preventDefault()
        onSet(typed)
        onClose()
      }}
    >
      <label htmlFor={id}>{title}</label>
      <input id={id} type="date" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <button type="submit" className="primary-button">
        {t.apply}
      </button>
    </form>
  )
}

import { useId } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '../locale.ts'
import { LineIcon } from './line-icon.tsx'
import type { ListView } from './list-filters.tsx'
import styles from './list-page.module.css'
import { listMessages } from './list-messages.ts'
import { useListPreferences } from './list-preferences.ts'

/** Comfortable or compact rows, where the area keeps the choice. A phone has cards. */
export function DensityChoice() {
  const t = useMessages(listMessages)
  const { density, setDensity } = useListPreferences()
  if (!setDensity) return null
  const other = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <button
      type="button"
      className={styles.density}
      aria-label={t.compact}
      title={t[other]}
      aria-pressed={density === 'compact'}
      onClick={() => setDensity(other)}
    >
      <LineIcon
        path={
          density === 'compact' ? 'M4 5h12M4 8.3h12M4 11.6h12M4 15h12' : 'M4 5h12M4 10h12M4 15h12'
        }
      />
    </button>
  )
}

type SortProps = {
  columns: readonly { title: string; sort?: string }[]
  list: { isSortable: (sort: string) => boolean }
  view: ListView
}

/** The sorts of a phone, whose cards have no headers to press. */
export function SortChoice({ columns, list, view: { search, onSearch } }: SortProps) {
  const t = useMessages(listMessages)
  const id = useId()
  const offered = columns.flatMap(({ title, sort }) =>
    sort !== undefined && list.isSortable(sort)
      ? [
          { value: sort, text: fill(t.ascending, { column: title }) },
          { value: `-${sort}`, text: fill(t.descending, { column: title }) },
        ]
      : [],
  )
  const [first] = offered
  if (!first) return null
  return (
    <span className={styles.sort}>
      <label htmlFor={id} className="visually-hidden">
        {t.sortBy}
      </label>
      <select
        id={id}
        value={search['sort'] || first.value}
        onChange={({ target }) => onSearch({ ...search, sort: target.value })}
      >
        {offered.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

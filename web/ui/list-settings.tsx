import { useId, type ReactNode } from 'react'
import { useMessages } from '../locale.ts'
import { LineIcon } from './line-icon.tsx'
import type { ListView } from './list-filters.tsx'
import { listMessages } from './texts/messages.ts'
import { useListPreferences } from './list-preferences.ts'
import styles from './list-settings.module.css'
import { Popup } from './popup.tsx'

type Props = SortProps & {
  /** Controls in the popup only. */
  phoneTools: ReactNode
  children: ReactNode
}

/** Display settings and tools of a list: in the toolbar on wide screens, in a popup on a phone. */
export function ListSettings({ phoneTools, children, ...sorts }: Props) {
  const t = useMessages(listMessages)
  return (
    <>
      <span className={styles.wide}>
        <DensityChoice />
        {children}
      </span>
      <div className="phone-only">
        <Popup
          label={t.settings}
          name={t.settings}
          className="icon-button framed"
          face={<LineIcon path="M4 10h.01M10 10h.01M16 10h.01" strokeWidth={2.6} />}
        >
          {() => (
            <div className={styles.box}>
              <SortChoice {...sorts} />
              {children}
              {phoneTools}
            </div>
          )}
        </Popup>
      </div>
    </>
  )
}

/** A button for comfortable or compact rows; empty in an area that does not store the preference. */
function DensityChoice() {
  const t = useMessages(listMessages)
  const { density, setDensity } = useListPreferences()
  if (!setDensity) return null
  const isCompact = density === 'compact'
  const other = isCompact ? 'comfortable' : 'compact'
  return (
    <button
      type="button"
      className="icon-button framed"
      aria-label={t[other]}
      title={t[other]}
      onClick={() => setDensity(other)}
    >
      <LineIcon
        path={isCompact ? 'M4 5h12M4 10h12M4 15h12' : 'M4 5h12M4 8.3h12M4 11.6h12M4 15h12'}
      />
    </button>
  )
}

type SortProps = {
  columns: readonly { title: string; sort?: string | undefined }[]
  list: { isSortable: (sort: string) => boolean }
  view: ListView
  /** Label of the default order, if no column sorts by it. */
  ownOrder?: string | undefined
}

/** A select of the sorts for phones, whose cards have no column headers. */
function SortChoice({ columns, list, ownOrder, view: { search, onSearch } }: SortProps) {
  const t = useMessages(listMessages)
  const id = useId()
  const sortOptions = columns.flatMap(({ title, sort }) =>
    sort !== undefined && list.isSortable(sort)
      ? [
          { value: sort, text: t.ascending({ column: title }) },
          { value: `-${sort}`, text: t.descending({ column: title }) },
        ]
      : [],
  )
  const [first] = sortOptions
  if (!first) return null
  return (
    <>
      <label htmlFor={id}>{t.sortBy}</label>
      <select
        id={id}
        value={search['sort'] || (ownOrder === undefined ? first.value : '')}
        onChange={({ target }) => onSearch({ ...search, sort: target.value })}
      >
        {ownOrder !== undefined && <option value="">{ownOrder}</option>}
        {sortOptions.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </>
  )
}

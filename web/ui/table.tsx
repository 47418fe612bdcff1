import { memo, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import { LineIcon } from './line-icon.tsx'
import { listMessages } from './texts/messages.ts'
import { MenuItems, Popup, type MenuItem } from './popup.tsx'
import cards from './table-cards.module.css'
import room from './table-room.module.css'
import styles from './table.module.css'
import sortStyles from './table-sort.module.css'

/** Where a cell of a card stands: beside the name, among the facts below it, there or on a line of its own with its title before it, on such a line without it, or nowhere. */
type PhonePlace = 'state' | 'fact' | 'titled' | 'line' | 'plain' | 'none'
/** So many columns have room beside a panel. */
const few = 5

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Share of the width; a table whose columns all have one stays inside its place. */
  width?: number
  /** The name of its sort, where the list offers one. */
  sort?: string
  /** Left out, the cell is a line of its own below the others. */
  onPhone?: PhonePlace | ((row: Row) => PhonePlace)
  /** What a card has in place of the cell. */
  phoneText?: (row: Row) => ReactNode
}

/** What a list adds to its table. */
export type TableTools<Row> = {
  sort?: {
    /** The name of a column's sort, with `-` before it descending. */
    by: string
    isOffered: (sort: string) => boolean
    onSort: (sort: string) => void
  }
  selection?: {
    ids: ReadonlySet<string>
    toggle: (id: string, isRange: boolean) => void
    toggleAll: () => void
    /** Left out, each row can be selected. */
    canSelect?: ((row: Row) => boolean) | undefined
  }
  rowName?: ((row: Row) => string) | undefined
  rowMenu?: ((row: Row) => readonly MenuItem[]) | undefined
}

type Props<Row> = TableTools<Row> & {
  /** What the table holds, for screen readers. */
  caption: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  density?: 'comfortable' | 'compact'
  ref?: Ref<HTMLTableElement>
}

/** A table where there is room; on a phone each row is a card, with the same meaning to a screen reader. */
export function Table<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, density, ref, selection, rowName, rowMenu } = props
  const whole = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const isEven = columns.every(({ width }) => width !== undefined)
  return (
    <div className={room.room}>
      <div className={styles.place} data-even={isEven} data-few={columns.length <= few}>
        <table ref={ref} className={styles.table} role="table" data-density={density}>
          <caption className="visually-hidden">{caption}</caption>
          {isEven && (
            <colgroup>
              {selection && <col className={styles.narrow} />}
              {columns.map(({ title, width = 0 }) => (
                <col key={title} style={{ inlineSize: `${(width / whole) * 100}%` }} />
              ))}
              {rowMenu && <col className={styles.narrow} />}
            </colgroup>
          )}
          <Head<Row> {...{ columns, rows, selection, rowMenu }} sort={props.sort} />
          <tbody role="rowgroup">
            {rows.map((row) => (
              <TableRow<Row>
                key={row.id}
                row={row}
                columns={columns}
                isSelected={selection?.ids.has(row.id) ?? false}
                toggle={selection?.toggle}
                canSelect={selection?.canSelect?.(row) ?? true}
                rowName={rowName}
                rowMenu={rowMenu}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type HeadProps<Row> = Pick<Props<Row>, 'columns' | 'rows'> & {
  sort: TableTools<Row>['sort']
  selection: TableTools<Row>['selection']
  rowMenu: TableTools<Row>['rowMenu']
}

function Head<Row extends { id: string }>(props: HeadProps<Row>) {
  const { columns, rows, selection, rowMenu, sort } = props
  const t = useMessages(listMessages)
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <SelectAll selection={selection} rows={rows.filter(selection.canSelect ?? Boolean)} />
        )}
        {columns.map((column) => (
          <Title key={column.title} column={column} sort={sort} />
        ))}
        {rowMenu && (
          <th scope="col" role="columnheader">
            <span className="visually-hidden">{t.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type SelectAllProps = {
  selection: Omit<NonNullable<TableTools<never>['selection']>, 'canSelect'>
  rows: readonly { id: string }[]
}

function SelectAll({ selection, rows }: SelectAllProps) {
  const t = useMessages(listMessages)
  const areAll = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))
  return (
    <th scope="col" role="columnheader" className={styles.tick}>
      <label className="tick-area">
        <input
          type="checkbox"
          aria-label={t.selectAll}
          ref={(input) => {
            if (input) input.indeterminate = selection.ids.size > 0 && !areAll
          }}
          disabled={rows.length === 0}
          checked={areAll}
          onChange={selection.toggleAll}
        />
      </label>
    </th>
  )
}

type TitleProps<Row> = { column: Column<Row>; sort: TableTools<Row>['sort'] }

function Title<Row>({ column: { title, sort: name }, sort }: TitleProps<Row>) {
  const t = useMessages(listMessages)
  if (!sort || name === undefined || !sort.isOffered(name)) {
    return (
      <th scope="col" role="columnheader">
        {title}
      </th>
    )
  }
  const isDescending = sort.by === `-${name}`
  const isSorted = isDescending || sort.by === name
  const next = isSorted && !isDescending ? t.descending : t.ascending
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={sortStyles.sort}
        title={t.sortHint({ order: next({ column: title }) })}
        onClick={() => sort.onSort(isSorted && !isDescending ? `-${name}` : name)}
      >
        {title}
        <LineIcon
          box={16}
          className={sortStyles.arrow}
          path={isDescending ? 'M8 3v10M4.5 9.5 8 13l3.5-3.5' : 'M8 13V3M4.5 6.5 8 3l3.5 3.5'}
        />
      </button>
    </th>
  )
}

type RowProps<Row> = Pick<TableTools<Row>, 'rowName' | 'rowMenu'> & {
  row: Row
  columns: readonly Column<Row>[]
  isSelected: boolean
  toggle: ((id: string, isRange: boolean) => void) | undefined
  canSelect: boolean
}

/** Selecting one row draws only that row anew. */
const TableRow = memo(TableRowOf) as typeof TableRowOf

function TableRowOf<Row extends { id: string }>(props: RowProps<Row>) {
  const { row, columns, isSelected, toggle, canSelect, rowName, rowMenu } = props
  const [naming, ...others] = columns
  const name = rowName?.(row) ?? ''
  return (
    <tr
      role="row"
      className={columns.some(({ onPhone }) => onPhone) ? cards.card : undefined}
      data-id={row.id}
      data-selected={isSelected}
    >
      {toggle && canSelect && <Tick id={row.id} {...{ name, isSelected, toggle }} />}
      {toggle && !canSelect && <td role="cell" className={styles.tick} data-part="tick" />}
      <th scope="row" role="rowheader">
        {naming?.cell(row)}
      </th>
      {others.map(({ title, cell, onPhone, phoneText }) => (
        <td
          key={title}
          role="cell"
          data-title={title}
          data-phone={typeof onPhone === 'function' ? onPhone(row) : onPhone}
        >
          {phoneText ? (
            <>
              <span className={cards.wide}>{cell(row)}</span>
              <span className={cards.narrow}>{phoneText(row)}</span>
            </>
          ) : (
            cell(row)
          )}
        </td>
      ))}
      {rowMenu && <RowMenu name={name} items={rowMenu(row)} />}
    </tr>
  )
}

function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  const t = useMessages(listMessages)
  const label = t.actionsFor({ name })
  return (
    <td role="cell" className={styles.menu} data-part="menu">
      {items.length > 0 && (
        <Popup
          label={label}
          name={label}
          className={styles.dots}
          face={<LineIcon path="M4 10h.01M10 10h.01M16 10h.01" line={2.6} />}
        >
          {(close) => <MenuItems items={items} close={close} />}
        </Popup>
      )}
    </td>
  )
}

type TickProps = {
  id: string
  name: string
  isSelected: boolean
  toggle: (id: string, isRange: boolean) => void
}

function Tick({ id, name, isSelected, toggle }: TickProps) {
  const t = useMessages(listMessages)
  return (
    <td role="cell" className={styles.tick} data-part="tick">
      <label className="tick-area">
        <input
          type="checkbox"
          aria-label={t.select({ name })}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            toggle(id, (nativeEvent as unknown as MouseEvent).shiftKey)
          }
        />
      </label>
    </td>
  )
}

import { memo, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import { LineIcon } from './line-icon.tsx'
import { listMessages } from './texts/messages.ts'
import { MenuItems, Popup, type MenuItem } from './popup.tsx'
import cards from './table-cards.module.css'
import room from './table-room.module.css'
import { sharesOf } from './column-shares.ts'
import styles from './table.module.css'
import sortStyles from './table-sort.module.css'

/**
 * Place of a cell in a card: `state` is beside the name, `fact` and `titled` are below it (`titled` with the title of
 * the column), `line` is a separate line with the title, `plain` a separate line without it. `none` hides the cell.
 */
export type PhonePlace = 'state' | 'fact' | 'titled' | 'line' | 'plain' | 'none'
/** Maximum number of columns of a table that fits into a narrower place without scrolling (table-room.module.css). */
const maxFewColumns = 5

/** A column with its title and cells. Lists declare their columns as `ListColumn`, and `useColumns` makes these. */
export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Share of the width. If every column has one, the table never exceeds its container. */
  width?: number | undefined
  /** Name of the sort by this column; undefined if the list has none. */
  sort?: string | undefined
  /** Place in a card; by default a separate line below the other cells. */
  onPhone?: PhonePlace | ((row: Row) => PhonePlace) | undefined
  /** Content in a card, in place of `cell`. */
  phoneText?: ((row: Row) => ReactNode) | undefined
  /** Name of the row, if this column is the first. */
  nameOf?: ((row: Row) => string) | undefined
}

/** Sorting, selection and row menus of a table. */
export type TableTools<Row> = {
  sort?: {
    /** Name of a column's sort; a leading `-` means descending. */
    by: string
    isOffered: (sort: string) => boolean
    onSort: (sort: string) => void
  }
  selection?: {
    ids: ReadonlySet<string>
    toggle: (id: string, isRange: boolean) => void
    toggleAll: () => void
    /** Returns true if the row can be selected; by default every row can. */
    canSelect?: ((row: Row) => boolean) | undefined
  }
  /** Name of a row in its buttons. */
  rowName?: ((row: Row) => string) | undefined
  rowMenu?: ((row: Row) => readonly MenuItem[]) | undefined
}

type Props<Row> = TableTools<Row> & {
  /** Caption, for screen readers. */
  caption: string
  /** Columns; the first is the row header. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  density?: 'comfortable' | 'compact'
  ref?: Ref<HTMLTableElement>
}

/** A table; on a phone each row is shown as a card, but screen readers still read a table. */
export function Table<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, density, ref, selection, rowName, rowMenu } = props
  const hasWidths = columns.every(({ width }) => width !== undefined)
  return (
    <div className={room.room}>
      <div
        className={styles.place}
        data-even={hasWidths}
        data-few={columns.length <= maxFewColumns}
      >
        <table
          ref={ref}
          className={`cards-on-phone ${styles.table}`}
          role="table"
          data-density={density}
        >
          <caption className="visually-hidden">{caption}</caption>
          {hasWidths && (
            <colgroup>
              {selection && <col className={styles.narrow} />}
              {sharesOf(columns).map((share, index) => (
                <col key={index} style={{ inlineSize: `${share}%` }} />
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
          <SelectAll
            selection={selection}
            rows={selection.canSelect ? rows.filter(selection.canSelect) : rows}
          />
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
  const isAscending = sort.by === name
  const isDescending = sort.by === `-${name}`
  const order = isDescending ? 'descending' : 'ascending'
  const next = isAscending ? t.descending : t.ascending
  return (
    <th scope="col" role="columnheader" aria-sort={isAscending || isDescending ? order : 'none'}>
      <button
        type="button"
        className={sortStyles.sort}
        title={t.sortHint({ order: next({ column: title }) })}
        onClick={() => sort.onSort(isAscending ? `-${name}` : name)}
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

/** A row, memoized so that selecting it renders no other. The cast restores the type parameter, which `memo` loses. */
const TableRow = memo(TableRowOf) as typeof TableRowOf

function TableRowOf<Row extends { id: string }>(props: RowProps<Row>) {
  const { row, columns, isSelected, toggle, canSelect, rowName, rowMenu } = props
  const [nameColumn, ...others] = columns
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
        {nameColumn?.cell(row)}
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
          face={<LineIcon path="M4 10h.01M10 10h.01M16 10h.01" strokeWidth={2.6} />}
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
            toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
    </td>
  )
}

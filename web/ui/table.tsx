import type { ReactNode } from 'react'
import styles from './table.module.css'

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode }

type Props<Row> = {
  /** What the table holds, for screen readers. */
  caption: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** A table where there is room; on a phone each row is a card, with the same meaning to a screen reader. */
export function Table<Row extends { id: string }>({ caption, columns, rows }: Props<Row>) {
  const [naming, ...others] = columns
  if (!naming) return null
  return (
    <div className={styles.place}>
      <table className={styles.table} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title }) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              <th scope="row" role="rowheader">
                {naming.cell(row)}
              </th>
              {others.map(({ title, cell }) => (
                <td key={title} role="cell" data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

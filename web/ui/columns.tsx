import { useMemo, type ComponentProps, type ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import type { Locale, PlainKeys } from '#contract/locale.ts'
import { formatList } from '#contract/text.ts'
import { nameOf } from '#contract/full-name.ts'
import { useLocale } from '../locale.ts'
import { CutText } from './cut-text.tsx'
import { CellTime } from './facts.tsx'
import { Identity } from './identity.tsx'
import { NameChips } from './name-chips.tsx'
import { RecordName } from './record-name.tsx'
import type { Column, PhonePlace } from './table.tsx'

/** The kinds of columns, with the values that they show. */
type Values = {
  /** A text in one line; on a phone, a fact. */
  text: string | null
  /** An identifier or address, from left to right. */
  code: string
  /** The name of the record, as a link to its page. */
  link: string
  /** Initials, name and email. */
  person: { firstname: string; lastname: string; email: string }
  /** A time in full; empty if null. On a phone, a fact with the title, hidden if null. */
  time: string | null
  /** The first name and the number of the others. On a phone, a line with all names; hidden if there are none. */
  names: readonly string[]
}
type Kind = keyof Values

/** Returns a value of a row, from the texts and in the language of the list. */
type FromRow<Row, Texts, Result> = (row: Row, t: Texts, locale: Locale) => Result

type Options<Row, None> = {
  /** Key of the text for rows without a value. For a `time`, only screen readers read it. */
  none?: None
  /** The page that a `link` opens. */
  to?: (row: Row) => Link
  /** Link, dialog and signs of a `person`. */
  identity?: (row: Row) => Omit<ComponentProps<typeof Identity>, 'name' | 'email'>
}

/** The value: by default the property with the column's id, and for a person the row. */
type ValueSource<Row, Texts, K extends Kind> =
  | { value: FromRow<Row, Texts, Values[K]> }
  | (K extends 'person'
      ? Row extends Values[K]
        ? { value?: never }
        : never
      : {
          value?: never
          id: { [P in keyof Row]-?: Row[P] extends Values[K] ? P : never }[keyof Row]
        })

/**
 * A column of a list. Its kind decides what a cell shows, and where a card on a phone shows it. A column without a kind
 * has its own `cell`.
 */
export type ListColumn<Row, Texts> = {
  /** Key of the title in the texts of the list. */
  id: PlainKeys<Texts> & string
  /** Share of the width. If every column has one, the table never exceeds its container. */
  width?: number
  /** Name of the sort by this column. */
  sort?: string
  /** Place in a card, if it is not the one of the kind. */
  onPhone?: PhonePlace | ((row: Row) => PhonePlace)
  /** Content in a card, if it is not that of the cell. */
  phoneText?: FromRow<Row, Texts, ReactNode>
} & (
  | { kind?: never; cell: FromRow<Row, Texts, ReactNode> }
  | ({
      [K in Kind]: { kind: K } & ValueSource<Row, Texts, K> &
        (K extends 'link' ? { to: (row: Row) => Link } : unknown)
    }[Kind] &
      Options<Row, PlainKeys<Texts>>)
)

/** The columns of a list by the type of its rows and its texts. */
export type ListColumns<Row, Texts extends Readonly<Record<Locale, unknown>>> = readonly ListColumn<
  Row,
  Texts['en']
>[]

/** Returns the columns of a table in the language of the page, memoized by the language, `columns` and `texts`. */
export function useColumns<Row, Texts>(
  columns: readonly ListColumn<Row, Texts>[],
  texts: Readonly<Record<Locale, Texts>>,
): readonly Column<Row>[] {
  const { locale } = useLocale()
  const t = texts[locale]
  return useMemo(() => columns.map((each) => columnOf(each, t, locale)), [columns, t, locale])
}

function columnOf<Row, Texts>(
  column: ListColumn<Row, Texts>,
  t: Texts,
  locale: Locale,
): Column<Row> {
  const { id, width, sort, onPhone, phoneText } = column
  return {
    title: t[id] as string,
    width,
    sort,
    ...(column.kind === undefined
      ? { cell: (row: Row) => column.cell(row, t, locale) }
      : cellsOfKind<Row>(column, t as TextsByKey, locale)),
    ...(onPhone && { onPhone }),
    ...(phoneText && { phoneText: (row: Row) => phoneText(row, t, locale) }),
  }
}

type TextsByKey = Readonly<Record<string, string>>
type AnyColumn<Row> = { id: string; kind: Kind; value?: FromRow<Row, TextsByKey, never> } & Options<
  Row,
  string
>
type Cells<Row> = Pick<Column<Row>, 'cell' | 'onPhone' | 'phoneText' | 'nameOf'>

/** Returns the cells of a column with a kind. `ListColumn` has checked the types of its values. */
function cellsOfKind<Row>(checked: object, t: TextsByKey, locale: Locale): Cells<Row> {
  const column = checked as AnyColumn<Row>
  const { id, kind, value, none } = column
  const read = (row: Row) =>
    value ? value(row, t, locale) : ((kind === 'person' ? row : row[id as keyof Row]) as never)
  const options = { ...column, none: none === undefined ? undefined : t[none] }
  return kinds[kind](read, options, locale)
}

type Kinds = {
  [K in Kind]: <Row>(
    read: (row: Row) => Values[K],
    options: Options<Row, string | undefined>,
    locale: Locale,
  ) => Cells<Row>
}

const kinds: Kinds = {
  text: (read, { none }) => ({
    onPhone: 'fact',
    cell: (row) => {
      const text = read(row) ?? ''
      if (text === '' && none !== undefined) return <span className="soft">{none}</span>
      return <CutText>{text}</CutText>
    },
  }),
  code: (read) => ({
    cell: (row) => <CutText dir="ltr">{read(row)}</CutText>,
  }),
  link: (read, { to }) => ({
    nameOf: read,
    cell: (row) => to && <RecordName to={to(row)}>{read(row)}</RecordName>,
  }),
  person: (read, { identity }) => ({
    nameOf: (row) => nameOf(read(row)),
    cell: (row) => (
      <Identity name={nameOf(read(row))} email={read(row).email} {...identity?.(row)} />
    ),
  }),
  time: (read, { none = '' }) => ({
    onPhone: (row) => (read(row) === null ? 'none' : 'titled'),
    cell: (row) => <CellTime time={read(row)} missing={none} />,
  }),
  names: (read, { none = '' }, locale) => ({
    onPhone: (row) => (read(row).length === 0 ? 'none' : 'line'),
    cell: (row) => <NameChips names={read(row)} none={none} />,
    phoneText: (row) => formatList(read(row), locale),
  }),
}

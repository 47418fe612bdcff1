import { useDeferredValue, type ComponentProps, type ReactNode } from 'react'
import type { Link, Page as PageLink } from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { ButtonTo } from '../link-to.tsx'
import { useLocale } from '../locale.ts'
import { useColumns, type ListColumn } from './columns.tsx'
import { filterOf, type AnyFilter } from './enum-filters.ts'
import { GuideLink } from './guide-link.tsx'
import { ListFilters, type ListFilter } from './list-filters.tsx'
import type { ListTexts } from './list-none.tsx'
import type { SavedView } from './list-preferences.ts'
import { ListSettings } from './list-settings.tsx'
import { ListTable, type ListState, type TableProps } from './list-table.tsx'
import { Page, TextHeader } from './page.tsx'
import { SearchField } from './search-field.tsx'
import styles from './list-page.module.css'
import { ViewTabs, type Views } from './view-tabs.tsx'

type Props<Row extends { id: string }, Texts extends ListTexts> = TableProps<Row> & {
  /** Texts of the list: of its page, and of the columns, filters and views by their names. */
  texts: Readonly<Record<Locale, Texts>>
  /** Texts that depend on the search, in place of those of `texts`. */
  t?: ListTexts | undefined
  columns: readonly ListColumn<Row, NoInfer<Texts>>[]
  /** The page of the list, for its views. */
  page?: PageLink<string, string>
  /** The heading; by default title, introduction and the link to `guide`. */
  header?: ReactNode
  /** Page of the developer documentation. */
  guide?: string
  /** The page of a new record. */
  add?: Link
  /** The button for a new record, if it is not a link. */
  action?: ReactNode
  /** Built-in views as tabs: the query of each by the key of its name. */
  views?: Views<NoInfer<Texts>>
  /** Returns the number of rows of a built-in view as text; undefined if unknown. */
  countOf?: (query: SavedView['query']) => string | undefined
  /** Other tabs, for a page without `views`. */
  tabs?: ReactNode
  /** Notice below the header, such as pending approvals. */
  notice?: ReactNode
  filters?: readonly AnyFilter<NoInfer<Texts>>[]
  /** Further controls, such as the export: at the end of the toolbar; on a phone, in the settings popup. */
  tools?: ReactNode
  /**
   * Controls of the introduction, repeated in the settings popup of a phone, which hides the introduction. By default,
   * the link to `guide`.
   */
  phoneTools?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A page with a list in each of its states: loading, failed, empty, loaded, with more rows to load. */
export function ListPage<Row extends { id: string }, Texts extends ListTexts>(
  props: Props<Row, Texts>,
) {
  const { texts, header, guide, add, action, tabs, notice, children, ...others } = props
  const { page, countOf, tools, phoneTools, t: ownTexts, columns, filters, ...rest } = others
  const { view, list, views } = rest
  const { locale } = useLocale()
  const groupTexts = texts[locale]
  const t = { ...groupTexts, ...ownTexts }
  const table = {
    ...rest,
    t,
    columns: useColumns(columns, texts),
    filters: filters?.map((each) =>
      filterOf(each, { endpoint: list.endpoint, t: groupTexts, locale }),
    ),
  }
  const settings = {
    ...table,
    tools,
    phoneTools: phoneTools ?? (guide && <GuideLink page={guide} />),
  }
  return (
    <Page isWide={view !== undefined}>
      <div className={styles.head}>
        {header === undefined ? <TextHeader {...t} isOfList guide={guide} /> : header}
        {add && (
          <ButtonTo to={add} kind="primary">
            {t.add}
          </ButtonTo>
        )}
        {action}
      </div>
      {notice}
      {tabs}
      {view ? (
        <Toolbar {...settings} view={view}>
          {page && views && <ViewTabs {...{ page, texts, views, countOf, view }} />}
        </Toolbar>
      ) : (
        tools
      )}
      <ListTable {...useDeferredValue(table)} />
      {children}
    </Page>
  )
}

type ToolbarProps = Omit<ComponentProps<typeof ListSettings>, 'list' | 'children'> & {
  t: ListTexts
  list: ListState
  filters?: readonly ListFilter[] | undefined
  tools: ReactNode
  /** The tabs of the views. */
  children: ReactNode
}

/** The views with the settings beside them, and below them search and filters. Without views, all are in one line. */
function Toolbar({ t, list, view, filters, tools, children, ...settings }: ToolbarProps) {
  const controls = <ListSettings {...{ ...settings, list, view }}>{tools}</ListSettings>
  const hasSearch = list.endpoint.query?.shape['q'] !== undefined
  const hasFilters = hasSearch || filters !== undefined
  return (
    <div className={styles.bar}>
      {children && (
        <div className={styles.tabs}>
          <div>{children}</div>
          {controls}
        </div>
      )}
      {(hasFilters || !children) && (
        <div className={styles.toolbar}>
          {hasSearch && (
            <SearchField
              isBare
              label={t.search ?? ''}
              placeholder={t.searchShort}
              value={view.search['q'] ?? ''}
              refused={list.refused['q']}
              onSearch={(q) => view.onSearch({ ...view.search, q }, { isReplaced: true })}
            />
          )}
          {filters && <ListFilters filters={filters} view={view} refused={list.refused} />}
          {!children && controls}
        </div>
      )}
    </div>
  )
}

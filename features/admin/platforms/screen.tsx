import * as adminLinks from '#contract/admin-links.ts'
import { numberFormat, type Locale } from '#contract/locale.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ActiveState, Ago } from '#web/ui/facts.tsx'
import type { ListFilter } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { GuideLink } from '#web/ui/guide-link.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { PlatformMark } from '#web/ui/platform-mark.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import type { Column } from '#web/ui/table.tsx'
import { connectMessages, messages, summaryMessages } from './texts/messages.ts'
import { exportPlatforms, listPlatforms, maxListedUsers, type ListedPlatform } from './contract.ts'
import styles from './page.module.css'

/** Page of the developer documentation. */
const guide = 'add-a-platform'
export const PlatformsHeader = headerOf(messages, true, guide)

export function PlatformsPage() {
  const view = usePageSearch(adminLinks.platforms)
  const t = useMessages(messages)
  const query = { notices: view.search.notices }
  const list = useList(listPlatforms, query)
  return (
    <ListPage
      header={<PlatformsHeader />}
      phoneTools={<GuideLink page={guide} />}
      action={
        <ButtonTo to={adminLinks.newPlatform()} kind="primary">
          {t.add}
        </ButtonTo>
      }
      tools={<ExportButton endpoint={exportPlatforms} query={query} name="platforms" />}
      view={view}
      filters={useFilters()}
      rowName={({ name }) => name}
      t={t}
      columns={useColumns()}
      list={list}
    />
  )
}

function useFilters(): ListFilter[] {
  const t = useMessages(messages)
  const options = [{ value: 'late', text: t.notDelivered }]
  return [{ kind: 'one', name: 'notices', title: t.notices, options }]
}

function useColumns(): Column<ListedPlatform>[] {
  const t = useMessages(messages)
  const [connect, words] = [useMessages(connectMessages), useMessages(summaryMessages)]
  const { locale } = useLocale()
  return [
    {
      title: t.name,
      width: 8,
      cell: ({ id, name, logo }) => (
        <span className={styles.named}>
          <PlatformMark name={name} logo={logo} size="small" />
          <RecordName to={adminLinks.platform({ id })}>{name}</RecordName>
        </span>
      ),
    },
    {
      title: t.state,
      width: 4,
      onPhone: 'state',
      cell: ({ active }) => <ActiveState active={active} t={t} />,
    },
    {
      title: connect.test,
      width: 4,
      onPhone: ({ tested }) => (tested ? 'fact' : 'none'),
      cell: ({ tested }) => <Tested tested={tested} />,
    },
    {
      title: words.users,
      width: 4,
      onPhone: 'titled',
      cell: ({ users }) => countOf(users, locale),
    },
    {
      title: words.opened,
      width: 4,
      onPhone: ({ openedAt }) => (openedAt === null ? 'none' : 'titled'),
      cell: ({ openedAt }) => <Opened at={openedAt} />,
    },
    { title: t.address, width: 5, onPhone: 'plain', cell: ({ url }) => <CutText>{url}</CutText> },
    {
      title: t.notices,
      width: 4,
      onPhone: ({ notices }) => (notices.waiting === 0 ? 'none' : 'fact'),
      cell: ({ notices }) => <Notices waiting={notices.waiting} />,
    },
  ]
}

function countOf(users: number, locale: Locale): string {
  const format = numberFormat(locale)
  return users > maxListedUsers ? `${format.format(maxListedUsers)}+` : format.format(users)
}

/** Shows whether a test login succeeded with the present registration, with an earlier one, or never. */
function Tested({ tested }: Pick<ListedPlatform, 'tested'>) {
  const t = useMessages(connectMessages)
  const text = tested ? (tested.isCurrent ? t.tested : t.testedBefore) : t.notTested
  return (
    <span className="tag" data-kind={tested?.isCurrent ? 'good' : 'off'}>
      {text}
    </span>
  )
}

function Opened({ at }: { at: string | null }) {
  const t = useMessages(summaryMessages)
  return at === null ? <span className="soft">{t.openedNever}</span> : <Ago time={at} missing="" />
}

function Notices({ waiting }: { waiting: number }) {
  const t = useMessages(messages)
  return waiting === 0 ? t.allDelivered : t.waiting({ count: waiting })
}

import * as adminLinks from '#contract/admin-links.ts'
import type { Query } from '#contract/endpoint.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ActiveState, Moment } from '#web/ui/facts.tsx'
import { listedCount } from '#web/ui/listed-count.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { PlatformMark } from '#web/parts/platform-mark.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import { connectMessages, messages, summaryMessages } from './texts/messages.ts'
import { exportPlatforms, listPlatforms, type ListedPlatform } from './contract.ts'

const texts = joinTexts(connectMessages, summaryMessages, messages)

/** Page of the developer documentation. */
const guide = 'add-a-platform'
export const PlatformsHeader = headerOf(messages, { isOfList: true, guide })

export function PlatformsPage() {
  const list = usePageList(adminLinks.platforms, listPlatforms)
  return (
    <ListPage
      {...list}
      texts={texts}
      guide={guide}
      add={adminLinks.newPlatform()}
      filters={filters}
      tools={<ExportButton endpoint={exportPlatforms} query={list.query} name="platforms" />}
      rowName={({ name }) => name}
      columns={columns}
    />
  )
}

const filters: ListFilters<Query<typeof listPlatforms>, typeof texts> = [
  { name: 'notices', label: (_, t) => t.notDelivered },
]

const columns: ListColumns<ListedPlatform, typeof texts> = [
  {
    id: 'name',
    width: 10,
    cell: ({ id, name, logo }) => (
      <span className="line-3">
        <PlatformMark name={name} logo={logo} size="small" />
        <RecordName to={adminLinks.platform({ id })}>{name}</RecordName>
      </span>
    ),
  },
  {
    id: 'state',
    width: 4,
    onPhone: 'state',
    cell: ({ active }, t) => <ActiveState active={active} t={t} />,
  },
  {
    id: 'health',
    width: 5,
    onPhone: ({ day }) => (day ? 'fact' : 'none'),
    cell: ({ day }) => day && <Health day={day} />,
  },
  {
    id: 'lastRejected',
    width: 5,
    onPhone: ({ lastRejected }) => (lastRejected ? 'titled' : 'none'),
    cell: ({ lastRejected }) => lastRejected && <Rejected {...lastRejected} />,
  },
  {
    id: 'users',
    width: 4,
    onPhone: 'titled',
    cell: ({ users }, _, locale) => listedCount(users, locale),
  },
  {
    id: 'opened',
    kind: 'time',
    width: 5,
    value: ({ openedAt }) => openedAt,
    none: 'openedNever',
  },
  {
    id: 'test',
    width: 3,
    onPhone: ({ tested }) => (tested ? 'fact' : 'none'),
    cell: ({ tested }) => <Tested tested={tested} />,
  },
  {
    id: 'notices',
    width: 4,
    onPhone: ({ notices }) => (notices.waiting === 0 ? 'none' : 'fact'),
    cell: ({ notices: { waiting } }, t) => waiting > 0 && t.waiting({ count: waiting }),
  },
]

/** Shows the logins of the last 24 hours, and the share of denied attempts if there are any. */
function Health({ day: { logins, denied } }: { day: NonNullable<ListedPlatform['day']> }) {
  const t = useMessages(summaryMessages)
  if (denied === 0) return <span data-zero={logins === 0}>{t.healthOf({ count: logins })}</span>
  const percent = Math.max(1, Math.round((100 * denied) / (logins + denied)))
  return (
    <>
      {t.healthOf({ count: logins })}
      <span className="second-line">{t.deniedShare({ percent })}</span>
    </>
  )
}

/** Shows the error of the latest rejected request, and its time. */
function Rejected({ error, at }: NonNullable<ListedPlatform['lastRejected']>) {
  return (
    <>
      <code dir="ltr">{error}</code>
      <span className="second-line">
        <Moment time={at} />
      </span>
    </>
  )
}

/** Shows whether a test login succeeded with the present registration or with an earlier one; nothing if never. */
function Tested({ tested }: Pick<ListedPlatform, 'tested'>) {
  const t = useMessages(connectMessages)
  if (!tested) return null
  if (!tested.isCurrent)
    return (
      <span className="tag" data-kind="off">
        {t.testedBefore}
      </span>
    )
  return (
    <span className="tag" data-kind="good">
      {t.tested}
    </span>
  )
}

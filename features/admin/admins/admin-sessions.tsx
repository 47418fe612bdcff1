import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Device } from '#web/parts/device.tsx'
import { CellTime } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { accountMessages } from './texts/messages.ts'
import { listSessionsOfAdmin } from './contract.ts'

type Session = Reply<typeof listSessionsOfAdmin>[number]

/** Fetches an admin's sessions. The query key starts with the admin's key, so a change refetches both. */
export function useAdminSessions(id: string) {
  return useQuery({
    queryKey: ['admin-user', id, 'sessions'],
    queryFn: ({ signal }) => call(listSessionsOfAdmin, { params: { adminUserId: id } }, { signal }),
    staleTime: 0,
  })
}

/** The open sessions of an admin. */
export function AdminSessions({ id }: { id: string }) {
  const t = useMessages(accountMessages)
  const { isPending, error, data, refetch } = useAdminSessions(id)
  const columns = useColumns()
  return (
    <Panel title={t.sessions}>
      {isPending && <Skeleton rows={2} text={t.loadingSessions} />}
      {error && <Failure text={t.sessionsFailed} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="soft">{t.noSessions}</p>}
      {data && data.length > 0 && <Table caption={t.sessions} rows={data} columns={columns} />}
    </Panel>
  )
}

function useColumns(): Column<Session>[] {
  const t = useMessages(accountMessages)
  return [
    { title: t.browser, width: 34, cell: ({ browser }) => <Device browser={browser} /> },
    { title: t.ipAddress, width: 26, cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    {
      title: t.loginTime,
      width: 20,
      cell: ({ loginTime }) => <CellTime time={loginTime} missing="" />,
    },
    {
      title: t.lastSeen,
      width: 20,
      cell: ({ lastSeen }) => <CellTime time={lastSeen} missing="" />,
    },
  ]
}

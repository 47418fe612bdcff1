import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listTokens } from './contract.ts'
import { kindOf } from './kind.tsx'
import { messages } from './messages.ts'

/** Asked for only by whoever wants to see them. */
export function Links({ id }: { id: string }) {
  const t = useMessages(messages)
  const [isShown, setShown] = useState(false)
  return (
    <Panel title={t.links}>
      {isShown ? (
        <LinkList id={id} />
      ) : (
        <div className="button-row">
          <button type="button" className="secondary-button" onClick={() => setShown(true)}>
            {t.showLinks}
          </button>
        </div>
      )}
    </Panel>
  )
}

function LinkList({ id }: { id: string }) {
  const t = useMessages(messages)
  const columns = useColumns()
  const links = useQuery({
    queryKey: ['partner-user', id, 'links'],
    queryFn: ({ signal }) => call(listTokens, { params: { id } }, { signal }),
    staleTime: 0,
  })
  if (links.isPending) return <Skeleton rows={2} text={t.loadingOne} />
  if (links.isError) {
    return <Failure text={t.failedOne} error={links.error} onRetry={() => void links.refetch()} />
  }
  if (links.data.length === 0) return <p className="soft">{t.noLinks}</p>
  return <Table caption={t.links} keyOf={(link) => link.id} rows={links.data} columns={columns} />
}

function useColumns(): Column<Reply<typeof listTokens>[number]>[] {
  const t = useMessages(messages)
  return [
    { title: t.kind, cell: ({ kind }) => kindOf(kind, t) },
    { title: t.createdAt, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { title: t.expiresAt, cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
    {
      title: t.usedAt,
      cell: ({ usedAt }) => (usedAt === null ? t.unused : <Moment time={usedAt} />),
    },
  ]
}

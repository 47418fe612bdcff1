import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useWords } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listTokens } from './contract.ts'
import { kindOf } from './kind.tsx'
import { words } from './messages.ts'

/** Asked for only by whoever wants to see them. */
export function Links({ id }: { id: string }) {
  const say = useWords(words)
  const [isShown, setShown] = useState(false)
  return (
    <Panel title={say.links}>
      {isShown ? (
        <LinkList id={id} />
      ) : (
        <div className="button-row">
          <button type="button" className="secondary-button" onClick={() => setShown(true)}>
            {say.showLinks}
          </button>
        </div>
      )}
    </Panel>
  )
}

function LinkList({ id }: { id: string }) {
  const say = useWords(words)
  const columns = useColumns()
  const links = useQuery({
    queryKey: ['partner-user', id, 'links'],
    queryFn: ({ signal }) => call(listTokens, { params: { id } }, { signal }),
    staleTime: 0,
  })
  if (links.isPending) return <Skeleton rows={2} text={say.loadingOne} />
  if (links.isError) {
    return <Failure text={say.failedOne} error={links.error} onRetry={() => void links.refetch()} />
  }
  if (links.data.length === 0) return <p className="soft">{say.noLinks}</p>
  return <Table caption={say.links} keyOf={(link) => link.id} rows={links.data} columns={columns} />
}

function useColumns(): Column<Reply<typeof listTokens>[number]>[] {
  const say = useWords(words)
  return [
    { title: say.kind, cell: ({ kind }) => kindOf(kind, say) },
    { title: say.createdAt, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { title: say.expiresAt, cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
    {
      title: say.usedAt,
      cell: ({ usedAt }) => (usedAt === null ? say.unused : <Moment time={usedAt} />),
    },
  ]
}

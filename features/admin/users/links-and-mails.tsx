import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { fill, type MessagesOf } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listMails, listTokens, resendMail } from './contract.ts'
import { messages } from './messages.ts'

type Link = Reply<typeof listTokens>[number]
type Mail = Reply<typeof listMails>[number]

/** How often the list is read while the mail server has not taken a mail yet. */
const refreshMs = 3000

/** Loaded only when the admin asks for them. */
export function Links({ id }: { id: string }) {
  const t = useMessages(messages)
  const [isShown, setShown] = useState(false)
  const links = useQuery({
    queryKey: ['partner-user', id, 'links'],
    queryFn: ({ signal }) => call(listTokens, { params: { id } }, { signal }),
    staleTime: 0,
    enabled: isShown,
  })
  const columns: Column<Link>[] = [
    { title: t.kind, cell: ({ kind }) => nameOfKind(kind, t) },
    { title: t.createdAt, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { title: t.expiresAt, cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
    {
      title: t.usedAt,
      cell: ({ usedAt }) => <Moment time={usedAt} missing={t.unused} />,
    },
  ]
  return (
    <Panel title={t.links}>
      {isShown ? (
        <Rows query={links} caption={t.links} none={t.noLinks} columns={columns} />
      ) : (
        <div className="button-row">
          <Button onClick={() => setShown(true)}>{t.showLinks}</Button>
        </div>
      )}
    </Panel>
  )
}

/** The mails to a user, and whether the mail server took them. */
export function Mails({ id }: { id: string }) {
  const t = useMessages(messages)
  const mails = useQuery({
    queryKey: ['partner-user', id, 'mails'],
    queryFn: ({ signal }) => call(listMails, { params: { id } }, { signal, background: true }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((mail) => mail.state === 'queued') ? refreshMs : false,
  })
  const sending = useMutation({
    mutationFn: (mailId: string) => call(resendMail, { params: { id: mailId }, body: {} }),
    onSuccess: () => {
      showSuccess(t.resent)
      void mails.refetch()
    },
  })
  const columns = useMailColumns(sending.isPending, sending.mutate)
  return (
    <Panel title={t.mails}>
      {sending.isError && <Failure text={t.resendFailed} error={sending.error} />}
      <Rows query={mails} caption={t.mails} none={t.noMails} columns={columns} />
    </Panel>
  )
}

function useMailColumns(isSending: boolean, onResend: (mailId: string) => void): Column<Mail>[] {
  const t = useMessages(messages)
  return [
    { title: t.kind, cell: ({ kind }) => nameOfKind(kind, t) },
    {
      title: t.state,
      cell: ({ state, lastError }) => (
        <>
          {t[`mail_${state}`]} {lastError !== null && <small dir="auto">{lastError}</small>}
        </>
      ),
    },
    {
      title: t.sentAt,
      cell: ({ sentAt }) => <Moment time={sentAt} missing={t.notSent} />,
    },
    {
      title: t.action,
      cell: ({ id, kind, state }) =>
        state === 'queued' ? (
          t.waiting
        ) : (
          <Button
            isInRow
            aria-label={fill(t.resendOf, { kind: nameOfKind(kind, t) })}
            isPending={isSending}
            onClick={() => onResend(id)}
          >
            {t.resend}
          </Button>
        ),
    },
  ]
}

type RowsProps<Row> = {
  query: UseQueryResult<Row[]>
  caption: string
  none: string
  columns: readonly Column<Row>[]
}

function Rows<Row extends { id: string }>({ query, caption, none, columns }: RowsProps<Row>) {
  const t = useMessages(messages)
  const { data, error, refetch } = query
  return (
    <>
      {query.isPending && <Skeleton rows={3} text={t.loadingOne} />}
      {error && <Failure text={t.failedOne} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="soft">{none}</p>}
      {data && data.length > 0 && <Table caption={caption} rows={data} columns={columns} />}
    </>
  )
}

/** The name of a kind of mail or link; a kind that this page does not know is shown as it is. */
function nameOfKind(kind: string, t: MessagesOf<typeof messages>): string {
  const name: unknown = (t as Record<string, unknown>)[`kind_${kind.replaceAll('-', '_')}`]
  return typeof name === 'string' ? name : kind
}

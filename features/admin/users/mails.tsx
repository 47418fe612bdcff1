import { useMutation, useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listMails, resendMail } from './contract.ts'
import { kindOf } from './kind.tsx'
import { messages } from './messages.ts'

type Mail = Reply<typeof listMails>[number]

/** Until the mail server has taken it. */
const waitMs = 3000

/** What was mailed to her, and whether it was taken. */
export function Mails({ id }: { id: string }) {
  const t = useMessages(messages)
  const mails = useQuery({
    queryKey: ['partner-user', id, 'mails'],
    queryFn: ({ signal }) => call(listMails, { params: { id } }, { signal, background: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? waitMs : false),
  })
  const sending = useMutation({
    mutationFn: (mailId: string) => call(resendMail, { params: { id: mailId }, body: {} }),
    onSuccess: () => {
      showSuccess(t.resent)
      void mails.refetch()
    },
  })
  const columns = useColumns(sending.isPending, sending.mutate)
  return (
    <Panel title={t.mails}>
      {mails.isPending && <Skeleton rows={3} text={t.loadingOne} />}
      {mails.isError && (
        <Failure text={t.failedOne} error={mails.error} onRetry={() => void mails.refetch()} />
      )}
      {sending.isError && <Failure text={t.resendFailed} error={sending.error} />}
      {mails.data?.length === 0 && <p className="soft">{t.noMails}</p>}
      {mails.data && mails.data.length > 0 && (
        <Table caption={t.mails} keyOf={(mail) => mail.id} rows={mails.data} columns={columns} />
      )}
    </Panel>
  )
}

function useColumns(isSending: boolean, onResend: (mailId: string) => void): Column<Mail>[] {
  const t = useMessages(messages)
  return [
    { title: t.kind, cell: ({ kind }) => kindOf(kind, t) },
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
      cell: ({ sentAt }) => (sentAt === null ? '—' : <Moment time={sentAt} />),
    },
    {
      title: t.action,
      cell: ({ id: mailId, kind, state }) =>
        state === 'queued' ? (
          t.waiting
        ) : (
          <button
            type="button"
            className="secondary-button row-button"
            aria-label={fill(t.resendOf, { kind: kindOf(kind, t) })}
            aria-disabled={isSending || undefined}
            onClick={() => !isSending && onResend(mailId)}
          >
            {t.resend}
          </button>
        ),
    },
  ]
}

function isWaiting({ state }: Mail): boolean {
  return state === 'queued'
}

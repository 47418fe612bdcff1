import { useMutation, useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useWords } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listMails, resendMail } from './contract.ts'
import { kindOf } from './kind.tsx'
import { words } from './messages.ts'

type Mail = Reply<typeof listMails>[number]

/** Until the mail server has taken it. */
const waitMs = 3000

/** What was mailed to her, and whether it was taken. */
export function Mails({ id }: { id: string }) {
  const say = useWords(words)
  const mails = useQuery({
    queryKey: ['partner-user', id, 'mails'],
    queryFn: ({ signal }) => call(listMails, { params: { id } }, { signal, background: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? waitMs : false),
  })
  const sending = useMutation({
    mutationFn: (mailId: string) => call(resendMail, { params: { id: mailId }, body: {} }),
    onSuccess: () => {
      showSuccess(say.resent)
      void mails.refetch()
    },
  })
  const columns = useColumns(sending.isPending, sending.mutate)
  return (
    <Panel title={say.mails}>
      {mails.isPending && <Skeleton rows={3} text={say.loadingOne} />}
      {mails.isError && (
        <Failure text={say.failedOne} error={mails.error} onRetry={() => void mails.refetch()} />
      )}
      {sending.isError && <Failure text={say.resendFailed} error={sending.error} />}
      {mails.data?.length === 0 && <p className="soft">{say.noMails}</p>}
      {mails.data && mails.data.length > 0 && (
        <Table caption={say.mails} keyOf={(mail) => mail.id} rows={mails.data} columns={columns} />
      )}
    </Panel>
  )
}

function useColumns(isSending: boolean, onResend: (mailId: string) => void): Column<Mail>[] {
  const say = useWords(words)
  return [
    { title: say.kind, cell: ({ kind }) => kindOf(kind, say) },
    {
      title: say.state,
      cell: ({ state, lastError }) => (
        <>
          {say[`mail_${state}`]} {lastError !== null && <small dir="auto">{lastError}</small>}
        </>
      ),
    },
    {
      title: say.sentAt,
      cell: ({ sentAt }) => (sentAt === null ? '—' : <Moment time={sentAt} />),
    },
    {
      title: say.action,
      cell: ({ id: mailId, kind, state }) =>
        state === 'queued' ? (
          say.waiting
        ) : (
          <button
            type="button"
            className="secondary-button row-button"
            aria-label={fill(say.resendOf, { kind: kindOf(kind, say) })}
            aria-disabled={isSending || undefined}
            onClick={() => !isSending && onResend(mailId)}
          >
            {say.resend}
          </button>
        ),
    },
  ]
}

function isWaiting({ state }: Mail): boolean {
  return state === 'queued'
}

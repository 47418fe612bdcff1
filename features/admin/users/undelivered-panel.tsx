import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Moment, Recent } from '#web/ui/facts.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { resendMail } from './mails-contract.ts'
import { nameOfKind } from './emails.tsx'
import { messages } from './messages.ts'
import { listUndelivered } from './undelivered-contract.ts'
import { undeliveredMessages } from './undelivered-messages.ts'

type Mail = Reply<typeof listUndelivered>[number]

const everyMs = 60_000

type Props = {
  userLink: (id: string, text: ReactNode) => ReactNode
}

export const UndeliveredHeader = headerOf(undeliveredMessages)

/** Emails that the mail server has not taken, with what it said, and a way to try again. */
export function UndeliveredEmails({ userLink }: Props) {
  const [t, words] = [useMessages(messages), useMessages(undeliveredMessages)]
  const mails = useQuery({
    queryKey: ['undelivered-mails'],
    queryFn: ({ signal }) => call(listUndelivered, {}, { signal }),
    staleTime: 0,
    refetchInterval: everyMs,
  })
  const sending = useMutation({
    mutationFn: (id: string) => call(resendMail, { params: { id }, body: {} }),
    onSuccess: () => {
      showSuccess(t.resent)
      void mails.refetch()
    },
  })
  const columns = useColumns(userLink, sending)
  const { data, dataUpdatedAt, error, refetch } = mails
  return (
    <Page>
      <UndeliveredHeader />
      {sending.isError && <Failure text={t.resendFailed} error={sending.error} />}
      {mails.isPending && <Skeleton rows={6} text={words.loading} />}
      {error && <Failure text={words.failed} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <div className="empty" role="status">
          <Illustration scene="empty" />
          <strong>{words.none}</strong>
        </div>
      )}
      {data && data.length > 0 && <Table caption={words.title} rows={data} columns={columns} />}
      {data && (
        <div className="button-row">
          <p className="soft">
            {words.checkedAt} <Moment time={new Date(dataUpdatedAt).toISOString()} />
          </p>
          <Button isPending={mails.isFetching} onClick={() => void refetch()}>
            {words.checkAgain}
          </Button>
        </div>
      )}
    </Page>
  )
}

type Sending = { isPending: boolean; mutate: (id: string) => void }

function useColumns(userLink: Props['userLink'], sending: Sending): Column<Mail>[] {
  const [t, words] = [useMessages(messages), useMessages(undeliveredMessages)]
  return [
    {
      title: words.to,
      width: 28,
      cell: ({ to, userId }) => {
        const address = <bdi dir="ltr">{to}</bdi>
        return userId === null ? address : userLink(userId, address)
      },
    },
    {
      title: words.email,
      width: 36,
      cell: ({ kind, state, lastError }) => (
        <div>
          {nameOfKind(kind, t)}{' '}
          <span className="tag" data-kind={state === 'failed' ? 'bad' : undefined}>
            {t[`mail_${state}`]}
          </span>
          {lastError !== null && (
            <small className="second-line" dir="auto">
              {lastError}
            </small>
          )}
        </div>
      ),
    },
    {
      title: words.since,
      width: 18,
      cell: ({ createdAt }) => <Recent time={createdAt} missing="" />,
    },
    {
      title: t.action,
      width: 18,
      cell: ({ id, kind, canResend }) =>
        canResend && (
          <Button
            isInRow
            aria-label={fill(t.resendOf, { kind: nameOfKind(kind, t) })}
            isPending={sending.isPending}
            onClick={() => sending.mutate(id)}
          >
            {t.resend}
          </Button>
        ),
    },
  ]
}

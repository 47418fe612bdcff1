import { useMutation, useQuery } from '@tanstack/react-query'
import { textWith } from '#contract/text.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formatRecentInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useColon, useLocale, useMessages } from '#web/locale.ts'
import { useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { CellTime } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { useLinkActions, userTexts } from './actions.tsx'
import type { Details } from './contract.ts'
import { invitationOf } from './facts.tsx'
import { MailFaultText } from './mail-fault.tsx'
import { mailKindMessages } from './texts/messages.ts'
import { listMails, resendMail } from './mails-contract.ts'
import styles from './user-page.module.css'

type Mail = Reply<typeof listMails>[number]

/** Polling interval in milliseconds while a mail is queued. */
const refreshMs = 3000

type Props = { user: Details; onRevoked: () => void }

/** Lists the emails to a user, with their delivery to the mail server and the state of their links. */
export function Emails({ user, onRevoked }: Props) {
  const { id } = user
  const t = useMessages(userTexts)
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
  const links = useLinkActions(user, () => {
    void mails.refetch()
    onRevoked()
  })
  const { ask, dialog } = useActions(links)
  const columns = useColumns(sending, (linkId) => ask(linkId, 'revoke'))
  const { data, error, refetch } = mails
  return (
    <Panel title={t.emails} intro={t.emailsHint}>
      {sending.isError && <Failure text={t.resendFailed} error={sending.error} />}
      {mails.isPending && <Skeleton rows={3} text={t.loadingOne} />}
      {error && <Failure text={t.emailsFailed} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && !user.invitation && <p className="soft">{t.noMails}</p>}
      {data && data.length > 0 && <Table caption={t.emails} rows={data} columns={columns} />}
      {data && !data.some(({ kind }) => kind === 'invitation') && <OldInvitation user={user} />}
      {dialog}
    </Panel>
  )
}

/** Shows the dates of an invitation that is no longer in the list, because emails are deleted after a while. */
function OldInvitation({ user }: Pick<Props, 'user'>) {
  const t = useMessages(userTexts)
  const colon = useColon()
  const { locale } = useLocale()
  if (!user.invitation) return null
  return (
    <p className="soft">
      {t.invitation + colon + invitationOf(user, t, locale)} · {t.mailNotKept}
    </p>
  )
}

type Sending = { isPending: boolean; mutate: (mailId: string) => void }

function useColumns(sending: Sending, onRevoke: (linkId: string) => void): Column<Mail>[] {
  const t = useMessages(userTexts)
  const names = useMessages(mailKindMessages)
  return [
    { title: t.emailOf, width: 34, cell: (mail) => <NameAndState mail={mail} /> },
    {
      title: t.sentAt,
      width: 16,
      cell: ({ sentAt }) => <CellTime time={sentAt} missing={t.notSent} />,
    },
    { title: t.link, width: 26, cell: ({ link }) => <LinkState link={link} /> },
    {
      title: t.action,
      width: 24,
      cell: ({ id, kind, canResend, link }) => (
        <span className="wrap-2">
          {canResend && (
            <Button
              isInRow
              aria-label={t.resendOf({ kind: names[kind] })}
              isPending={sending.isPending}
              onClick={() => sending.mutate(id)}
            >
              {t.resend}
            </Button>
          )}
          {link?.canRevoke && (
            <Button
              isInRow
              aria-label={t.revokeLinkOf({ link: names[kind] })}
              onClick={() => onRevoke(link.id)}
            >
              {t.revokeLink}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

const tagKinds = { queued: undefined, sent: 'good', failed: 'bad', obsolete: undefined } as const

function NameAndState({ mail: { kind, state, fault, lastError } }: { mail: Mail }) {
  const t = useMessages(userTexts)
  const names = useMessages(mailKindMessages)
  return (
    <div>
      {names[kind]}{' '}
      <span className="tag" data-kind={tagKinds[state]}>
        {t[`mail_${state}`]}
      </span>
      <MailFaultText fault={fault} lastError={lastError} />
    </div>
  )
}

function LinkState({ link }: { link: Mail['link'] }) {
  const t = useMessages(userTexts)
  const { locale } = useLocale()
  if (!link) return <span className="visually-hidden">{t.noLink}</span>
  const { state, expiresAt, openedAt, usedAt } = link
  const times = {
    open: expiresAt,
    opened: openedAt,
    used: usedAt,
    voided: null,
    expired: expiresAt,
  }
  const at = times[state]
  const time = at === null ? '' : formatRecentInSentence(at, locale, defaultTimeZone())
  return <span className={styles.linkState}>{textWith(t[`link_${state}`], { time })}</span>
}

import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { fill, type MessagesOf } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { CutText } from '#web/ui/cut-text.tsx'
import { Recent } from '#web/ui/facts.tsx'
import type { Column } from '#web/ui/table.tsx'
import { MailFaultText } from './mail-fault.tsx'
import { mailKindMessages } from './mail-kind-messages.ts'
import { messages } from './messages.ts'
import type { listUndelivered } from './undelivered-contract.ts'
import { undeliveredMessages } from './undelivered-messages.ts'

export type UndeliveredMail = Reply<typeof listUndelivered>[number]

export type RecipientLinks = {
  userLink: (id: string, text: ReactNode) => ReactNode
  /** To the invitations of an address. */
  invitationLink: (email: string, text: ReactNode) => ReactNode
  /** Undefined where the admin may not see admins. */
  adminLink: ((text: ReactNode) => ReactNode) | undefined
}

type Sending = { isPending: boolean; send: (mail: UndeliveredMail) => void }

export function useUndeliveredColumns(
  links: RecipientLinks,
  sending: Sending,
): Column<UndeliveredMail>[] {
  const [t, words] = [useMessages(messages), useMessages(undeliveredMessages)]
  const kinds = useMessages(mailKindMessages)
  return [
    {
      title: words.to,
      sort: 'to',
      width: 28,
      cell: (mail) => <Recipient mail={mail} links={links} />,
    },
    {
      title: words.email,
      width: 34,
      onPhone: 'plain',
      cell: ({ kind, fault, lastError }) => (
        <div>
          {kinds[kind]}
          <MailFaultText fault={fault} lastError={lastError} />
        </div>
      ),
    },
    {
      title: words.status,
      width: 11,
      onPhone: 'state',
      cell: ({ state, isSending }) => (
        <span className="tag" data-kind={state === 'failed' && !isSending ? 'bad' : undefined}>
          {isSending ? words.sending : t[`mail_${state}`]}
        </span>
      ),
    },
    {
      title: words.since,
      sort: 'created',
      width: 13,
      onPhone: 'titled',
      cell: ({ createdAt }) => <Recent time={createdAt} missing="" />,
    },
    resendColumn(t, kinds, sending),
  ]
}

function resendColumn(
  t: MessagesOf<typeof messages>,
  kinds: MessagesOf<typeof mailKindMessages>,
  { isPending, send }: Sending,
): Column<UndeliveredMail> {
  return {
    title: t.action,
    width: 14,
    onPhone: ({ canResend }) => (canResend ? 'plain' : 'none'),
    cell: (mail) =>
      mail.canResend && (
        <Button
          isInRow
          aria-label={fill(t.resendOf, { kind: `${kinds[mail.kind]}, ${mail.to}` })}
          isPending={isPending}
          onClick={() => send(mail)}
        >
          {t.resend}
        </Button>
      ),
  }
}

/** The address leads to what can be done about it. */
function Recipient({ mail, links }: { mail: UndeliveredMail; links: RecipientLinks }) {
  const words = useMessages(undeliveredMessages)
  const { to, userId, isAdmin, invitationId, company } = mail
  const address = <bdi dir="ltr">{to}</bdi>
  return (
    <div>
      {linked(address)}
      {(company !== null || isAdmin) && (
        <small className="second-line">
          {isAdmin ? words.ofAdmin : <CutText>{company?.name ?? ''}</CutText>}
        </small>
      )}
    </div>
  )

  function linked(text: ReactNode): ReactNode {
    if (userId !== null) return links.userLink(userId, text)
    if (invitationId !== null) return links.invitationLink(to, text)
    return (isAdmin && links.adminLink?.(text)) || text
  }
}

import { useEffect, useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import * as adminLinks from '#contract/admin-links.ts'
import type { Link } from '#contract/links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { joinParts } from '#contract/text.ts'
import { joinTexts, useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { CutText } from '#web/ui/cut-text.tsx'
import { Recent } from '#web/ui/facts.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { MailFaultText } from './mail-fault.tsx'
import { mailKindMessages, messages, undeliveredMessages } from './texts/messages.ts'
import type { listUndelivered } from './undelivered-contract.ts'
import styles from './undelivered.module.css'

export type UndeliveredMail = Reply<typeof listUndelivered>[number]

type MailProps = { mail: UndeliveredMail }

type Sending = {
  isPending: boolean
  /** Id of the mail that was sent again last; after a bulk action, of the first one. */
  lastId: string | undefined
  send: (mail: UndeliveredMail) => void
}

export const texts = joinTexts(messages, undeliveredMessages)

type Columns = ListColumns<UndeliveredMail, typeof texts>

export function useUndeliveredColumns({ isPending, lastId, send }: Sending): Columns {
  const kinds = useMessages(mailKindMessages)
  const { locale } = useLocale()
  return [
    ...mailColumns,
    {
      id: 'action',
      width: 21,
      onPhone: 'plain',
      cell: (mail, t) => {
        if (mail.whyNot !== null)
          return <WhyNot wasResent={mail.id === lastId}>{t[`whyNot_${mail.whyNot}`]}</WhyNot>
        if (isCorrectable(mail)) return <Correction mail={mail} />
        return (
          <Button
            isInRow
            aria-label={t.resendOf({ kind: joinParts([kinds[mail.kind], mail.to], locale) })}
            isPending={isPending}
            onClick={() => send(mail)}
          >
            {t.resend}
          </Button>
        )
      },
    },
  ]
}

const mailColumns: Columns = [
  { id: 'to', width: 26, sort: 'to', cell: (mail) => <Recipient mail={mail} /> },
  {
    id: 'status',
    width: 10,
    onPhone: 'state',
    cell: ({ state, isSending }, t) => (
      <span className="tag" data-kind={state === 'failed' && !isSending ? 'bad' : undefined}>
        {isSending ? t.sending : t[`mail_${state}`]}
      </span>
    ),
  },
  { id: 'email', width: 31, onPhone: 'plain', cell: (mail) => <Content mail={mail} /> },
  { id: 'since', kind: 'time', width: 12, sort: 'created', value: ({ createdAt }) => createdAt },
]

/** The reason why a mail cannot be sent again. Receives the focus if it replaces the button that had it. */
function WhyNot({ wasResent, children }: { wasResent: boolean; children: string }) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wasResent && document.activeElement === document.body) text.current?.focus()
  }, [wasResent])
  return (
    <small ref={text} tabIndex={-1} className="soft">
      {children}
    </small>
  )
}

/**
 * Returns a menu that offers to send a mail again although its address did not exist, because the recipient's side may
 * have fixed it. Correcting the address is the primary action.
 */
export function useRowMenu(sending: Sending): (mail: UndeliveredMail) => MenuItem[] {
  const t = useMessages(texts)
  return (mail) => {
    if (mail.whyNot !== null || !isCorrectable(mail)) return []
    const resend = () => {
      if (!sending.isPending) sending.send(mail)
    }
    return [{ text: t.resend, onPress: resend }]
  }
}

export function isCorrectable({ fault, userId, invitationId, company }: UndeliveredMail): boolean {
  return fault === 'address' && (userId !== null || (invitationId !== null && company !== null))
}

/** A link to correct a nonexistent address: to the page of the user, who must change it, or to a new invitation. */
function Correction({ mail }: MailProps) {
  const t = useMessages(texts)
  const { userId, invitationId, to, company } = mail
  const linkTo = (page: Link, text: string) => (
    <LinkTo to={page} className="secondary-button row-button">
      {text}
      <span className="visually-hidden">
        : <bdi>{to}</bdi>
      </span>
    </LinkTo>
  )
  if (userId !== null) return linkTo(adminLinks.user({ id: userId, tab: 'emails' }), t.seeUser)
  if (invitationId === null || company === null) return null
  const corrected = { company: company.id, replaces: invitationId, q: to }
  return linkTo(adminLinks.invite(corrected), t.correct)
}

/**
 * Shows the kind of a mail, the number of attempts and, if the mail has failed, the reason. Shows only the kind while
 * the mail is being sent again, because the reason is outdated.
 */
function Content({ mail }: MailProps) {
  const kinds = useMessages(mailKindMessages)
  const { kind, fault, lastError, isSending } = mail
  if (isSending) return kinds[kind]
  const tries = <Tries mail={mail} />
  return (
    <div>
      {fault === null ? (
        <>
          {kinds[kind]}
          {tries}
        </>
      ) : (
        <MailFaultText mailName={kinds[kind]} {...{ fault, lastError, tries }} />
      )}
    </div>
  )
}

function Tries({ mail: { tries, triedAt } }: MailProps) {
  const t = useMessages(texts)
  return (
    <span className="second-line">
      {tries === 0 ? t.notTried : t.tried({ count: tries })}
      {triedAt !== null && (
        <>
          {' · '}
          {t.lastTry} <Recent time={triedAt} missing="" />
        </>
      )}
    </span>
  )
}

/** Shows the address, which links to the page where the admin can act on it, and the company. */
function Recipient({ mail }: MailProps) {
  const t = useMessages(texts)
  const { to, isAdmin, company } = mail
  const page = pageOf(mail)
  const at = Math.max(0, to.lastIndexOf('@'))
  const address = (
    <bdi dir="ltr" title={to} className={styles.address}>
      {to.slice(0, at)}
      <wbr />
      {to.slice(at)}
    </bdi>
  )
  return (
    // The outer element is needed because cards turn the content of their heading into a flexbox.
    <div>
      <div className={styles.recipient}>
        {page ? <LinkTo to={page}>{address}</LinkTo> : address}
        {(company !== null || isAdmin) && (
          <small className="second-line">
            {isAdmin ? t.ofAdmin : <CutText>{company?.name ?? ''}</CutText>}
          </small>
        )}
      </div>
    </div>
  )
}

function pageOf({ to, userId, invitationId, isAdmin }: UndeliveredMail): Link | undefined {
  if (userId !== null) return adminLinks.user({ id: userId, tab: 'emails' })
  if (invitationId !== null) return adminLinks.invitations({ q: to })
  return isAdmin ? adminLinks.admins() : undefined
}

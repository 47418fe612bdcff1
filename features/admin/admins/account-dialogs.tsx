import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import {
  activateAdmin,
  deactivateAdmin,
  endAdminSessions,
  resetAdmin,
  revokeAdminInvitation,
  suspendAdmin,
  type AdminUser,
} from './contract.ts'

type Props = { admin: AdminUser; onClose: () => void; onDone: (admin: AdminUser) => void }

/** Returns the labels of the reason field and the texts of the expected errors. */
function useWords() {
  const { reason, reasonHint, ownAccount, beyondAccount } = useMessages(accountMessages)
  const { lastSuperAdmin } = useMessages(messages)
  return { reason, reasonHint, ownAccount, beyondOwn: beyondAccount, lastSuperAdmin }
}

export function ActivationDialog({ admin, onClose, onDone }: Props) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const name = nameOf(admin)
  const { id, active } = admin
  return (
    <ReasonDialog
      t={words}
      endpoint={active ? deactivateAdmin : activateAdmin}
      params={{ adminUserId: id }}
      isOptional
      isDangerous={active}
      title={(active ? t.askDeactivate : t.askActivate)({ name })}
      action={active ? t.deactivate : t.activate}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess((active ? t.doneDeactivate : t.doneActivate)({ name }))
        onDone(reply as AdminUser)
      }}
    >
      <p>{(active ? t.effectDeactivate : t.effectActivate)({ name })}</p>
    </ReasonDialog>
  )
}

/** A dialog that locks an admin out for a day, until a permanent measure is decided. */
export function SuspendDialog({ admin, onClose, onDone }: Props) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const name = nameOf(admin)
  return (
    <ReasonDialog
      t={{ ...words, changedMeanwhile: t.suspendedLately }}
      endpoint={suspendAdmin}
      params={{ adminUserId: admin.id }}
      isDangerous
      title={t.askSuspend({ name })}
      action={t.suspend}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.doneSuspend({ name }))
        onDone(reply as AdminUser)
      }}
    >
      <p>{t.effectSuspend({ name })}</p>
    </ReasonDialog>
  )
}

export function ResetDialog({ admin, onClose, onDone }: Props) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const name = nameOf(admin)
  const isCompany = settings().adminSignIn === 'oidc'
  const { joined } = admin
  const effect = isCompany ? t.effectResetCompany : t.effectReset
  return (
    <ReasonDialog
      t={words}
      endpoint={resetAdmin}
      params={{ adminUserId: admin.id }}
      isDangerous={joined}
      title={(joined ? t.askReset : t.askResend)({ name })}
      action={joined ? t.reset : t.resend}
      onClose={onClose}
      onDone={(reply) => {
        const facts = { name, email: admin.email }
        showSuccess((isCompany ? t.doneResetCompany : t.doneReset)(facts))
        onDone(reply as AdminUser)
      }}
    >
      <p>{(joined ? effect : t.effectResend)({ name })}</p>
    </ReasonDialog>
  )
}

export function RevokeDialog({ admin, onClose, onDone }: Props) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const name = nameOf(admin)
  return (
    <ReasonDialog
      t={words}
      endpoint={revokeAdminInvitation}
      params={{ adminUserId: admin.id }}
      isDangerous
      title={t.askRevoke({ name })}
      action={t.revoke}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.doneRevoke)
        onDone(reply as AdminUser)
      }}
    >
      <p>{t.effectRevoke({ name })}</p>
    </ReasonDialog>
  )
}

type EndProps = Omit<Props, 'onDone'> & { onDone: () => void }

export function EndSessionsDialog({ admin, onClose, onDone }: EndProps) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const name = nameOf(admin)
  return (
    <ReasonDialog
      t={words}
      endpoint={endAdminSessions}
      params={{ adminUserId: admin.id }}
      isDangerous
      title={t.askEnd({ name })}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.ended({ count: (reply as { ended: number }).ended }))
        onDone()
      }}
    >
      <p>{t.endEffect({ name })}</p>
    </ReasonDialog>
  )
}

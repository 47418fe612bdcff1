import { counted, fill } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { accountMessages } from './account-messages.ts'
import {
  activateAdmin,
  deactivateAdmin,
  endAdminSessions,
  resetAdmin,
  revokeAdminInvitation,
  suspendAdmin,
  type AdminUser,
} from './contract.ts'
import { messages } from './messages.ts'

type Props = { admin: AdminUser; onClose: () => void; onDone: (admin: AdminUser) => void }

/** Words of the reason, and of what the server may refuse. */
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
      title={fill(active ? t.askDeactivate : t.askActivate, { name })}
      action={active ? t.deactivate : t.activate}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(fill(active ? t.doneDeactivate : t.doneActivate, { name }))
        onDone(reply as AdminUser)
      }}
    >
      <p>{fill(active ? t.effectDeactivate : t.effectActivate, { name })}</p>
    </ReasonDialog>
  )
}

/** Locks an admin out until something that lasts is decided. */
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
      title={fill(t.askSuspend, { name })}
      action={t.suspend}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(fill(t.doneSuspend, { name }))
        onDone(reply as AdminUser)
      }}
    >
      <p>{fill(t.effectSuspend, { name })}</p>
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
      title={fill(joined ? t.askReset : t.askResend, { name })}
      action={joined ? t.reset : t.resend}
      onClose={onClose}
      onDone={(reply) => {
        const facts = { name, email: admin.email }
        showSuccess(fill(isCompany ? t.doneResetCompany : t.doneReset, facts))
        onDone(reply as AdminUser)
      }}
    >
      <p>{fill(joined ? effect : t.effectResend, { name })}</p>
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
      title={fill(t.askRevoke, { name })}
      action={t.revoke}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.doneRevoke)
        onDone(reply as AdminUser)
      }}
    >
      <p>{fill(t.effectRevoke, { name })}</p>
    </ReasonDialog>
  )
}

type EndProps = Omit<Props, 'onDone'> & { onDone: () => void }

export function EndSessionsDialog({ admin, onClose, onDone }: EndProps) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const { locale } = useLocale()
  const name = nameOf(admin)
  return (
    <ReasonDialog
      t={words}
      endpoint={endAdminSessions}
      params={{ adminUserId: admin.id }}
      isDangerous
      title={fill(t.askEnd, { name })}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(counted(t.ended, (reply as { ended: number }).ended, locale))
        onDone()
      }}
    >
      <p>{fill(t.endEffect, { name })}</p>
    </ReasonDialog>
  )
}

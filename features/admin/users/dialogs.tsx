import type { ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import {
  disablePasskey,
  endSessions,
  resetPassword,
  type Details,
  type PartnerUser,
} from './contract.ts'
import { revokeLink } from './mails-contract.ts'
import { messages } from './messages.ts'
import { userPageMessages } from './user-page-messages.ts'

type Props = {
  user: Pick<PartnerUser, 'id' | 'firstname' | 'lastname' | 'email'>
  onClose: () => void
  onDone: () => void
}

/** `check`: what to ask first, where it is known. */
export function PasswordLinkDialog({
  user,
  check,
  onClose,
  onDone,
}: Props & { check?: ReactNode }) {
  const t = useMessages(messages)
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={resetPassword}
      params={{ id: user.id }}
      title={fill(t.askPassword, { name })}
      action={t.send}
      onClose={onClose}
      onDone={() => {
        showSuccess(fill(t.sent, { name, email: user.email }))
        onDone()
      }}
    >
      <p>{fill(t.passwordEffect, { name })}</p>
      {check}
    </ReasonDialog>
  )
}

export function EndSessionsDialog({ user, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={endSessions}
      params={{ id: user.id }}
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

type RevokeProps = Props & { linkId: string }

export function RevokeLinkDialog({ user, linkId, onClose, onDone }: RevokeProps) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  return (
    <ReasonDialog
      t={t}
      endpoint={revokeLink}
      params={{ id: user.id, tokenId: linkId }}
      isOptional
      isDangerous
      title={fill(words.askRevokeLink, { name: nameOf(user) })}
      action={words.revokeLink}
      onClose={onClose}
      onDone={() => {
        showSuccess(words.linkRevoked)
        onDone()
      }}
    >
      <p>{words.revokeLinkEffect}</p>
    </ReasonDialog>
  )
}

type PasskeyProps = Omit<Props, 'user'> & {
  user: Details
  passkey: Details['workingPasskeys'][number]
}

export function DisablePasskeyDialog({ user, passkey, onClose, onDone }: PasskeyProps) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const names = { name: nameOf(user), passkey: passkey.name }
  const isLast = user.workingPasskeys.length === 1 && !user.secondFactors.includes('authenticator')
  return (
    <ReasonDialog
      t={t}
      endpoint={disablePasskey}
      params={{ id: user.id, passkeyId: passkey.id }}
      isDangerous
      title={fill(words.askDisableOne, names)}
      action={words.disableOneAction}
      onClose={onClose}
      onDone={() => {
        showSuccess(fill(words.disabledOne, names))
        onDone()
      }}
    >
      <p>{fill(words.disableOneEffect, names)}</p>
      {isLast && <p>{fill(words.disableLast, names)}</p>}
    </ReasonDialog>
  )
}

import { useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { disablePasskey, type Details } from './contract.ts'
import { revokeLink } from './mails-contract.ts'
import { messages, userPageMessages } from './texts/messages.ts'

type Props = { user: Details; onClose: () => void; onDone: () => void }

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
      title={words.askRevokeLink({ name: nameOf(user) })}
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

type PasskeyProps = Props & { passkey: Details['workingPasskeys'][number] }

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
      title={words.askDisableOne(names)}
      action={words.disableOneAction}
      onClose={onClose}
      onDone={() => {
        showSuccess(words.disabledOne(names))
        onDone()
      }}
    >
      <p>{words.disableOneEffect(names)}</p>
      {isLast && <p>{words.disableLast(names)}</p>}
    </ReasonDialog>
  )
}

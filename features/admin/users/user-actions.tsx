import { Suspense, useState } from 'react'
import { formatTime, defaultTimeZone } from '#contract/time.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMay } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordActions, type RecordAction } from '#web/ui/record-actions.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { ActivationDialog } from './activation.tsx'
import {
  type Details,
  disableTwoFactor,
  moveUser,
  recoverAccount,
  resetTwoFactor,
} from './contract.ts'
import { EndSessionsDialog, PasswordLinkDialog } from './dialogs.tsx'
import { IdentityFold } from './identity-check.tsx'
import { messages, userPageMessages } from './texts/messages.ts'
import styles from './user-page.module.css'

const MoveDialog = lazyPart(
  async () => (await import('./move-dialog.tsx')).MoveDialog,
  '/parts/move',
)

type Props = {
  user: Details
  onDone: () => void
  /** Called after an activation or deactivation, which can be undone. */
  onActivation: () => void
}

type Action = 'password' | 'twoFactor' | 'recover' | 'disable' | 'sessions' | 'activation' | 'move'
type Recovery = { supportCode: string; expiresAt: string }

/** The actions on the account, and their dialogs. */
export function UserActions(props: Props) {
  const words = useMessages(userPageMessages)
  const [action, setAction] = useState<Action>()
  return (
    <>
      <RecordActions {...useOffers(props)} graveTitle={words.emergency} onChoose={setAction} />
      <ActionDialog {...props} action={action} onClose={() => setAction(undefined)} />
    </>
  )
}

type Offers = { usual: RecordAction<Action>[]; grave: RecordAction<Action>[] }

function useOffers({ user }: Props): Offers {
  const mayMove = useMay(moveUser)
  const { secondFactor, sessions, active } = user
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const lost: Offers['usual'] = [
    { id: 'twoFactor', text: t.resetTwoFactor, hint: words.twoFactorHint },
    { id: 'recover', text: words.recover, hint: words.recoverHint },
  ]
  return {
    usual: [
      { id: 'password', text: t.resetPassword, hint: words.passwordHint },
      ...(secondFactor === 'none' ? [] : lost),
      ...(sessions.length > 0 ? [{ id: 'sessions', text: t.endSessions } as const] : []),
      ...(active ? [] : [{ id: 'activation', text: t.activate } as const]),
      ...(mayMove ? [{ id: 'move', text: words.move } as const] : []),
    ],
    grave: [
      ...(secondFactor === 'set'
        ? [{ id: 'disable', text: t.disableTwoFactor, hint: words.disableHint } as const]
        : []),
      ...(active ? [{ id: 'activation', text: t.deactivate } as const] : []),
    ],
  }
}

type DialogProps = Props & { action: Action | undefined; onClose: () => void }

function ActionDialog(props: DialogProps) {
  const { user, action, onClose, onDone, onActivation } = props
  const [recovery, setRecovery] = useState<Recovery>()
  const and = (then: () => void) => () => {
    onClose()
    then()
  }
  const about = { user, onClose }
  if (recovery)
    return <CodeDialog user={user} {...recovery} onClose={() => setRecovery(undefined)} />
  switch (action) {
    case undefined:
      return null
    case 'activation':
      return <ActivationDialog {...about} onDone={and(onActivation)} />
    case 'move':
      return (
        <Suspense>
          <MoveDialog {...about} onDone={and(onDone)} />
        </Suspense>
      )
    case 'sessions':
      return <EndSessionsDialog {...about} onDone={and(onDone)} />
    case 'password':
      return (
        <PasswordLinkDialog {...about} check={<IdentityFold user={user} />} onDone={and(onDone)} />
      )
    case 'recover':
      return (
        <RecoverDialog
          {...about}
          onDone={(begun) => {
            setRecovery(begun)
            and(onDone)()
          }}
        />
      )
    default:
      return <LinkDialog {...about} which={action} onDone={and(onDone)} />
  }
}

type LinkProps = {
  which: 'twoFactor' | 'disable'
  user: Details
  onClose: () => void
  onDone: () => void
}

/** A dialog to email the user a link, which the admin never sees, or to disable the second factors. */
export function LinkDialog({ which, user, onClose, onDone }: LinkProps) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const name = nameOf(user)
  const { endpoint, title, effect, action, done } = useLinkActions()[which]
  return (
    <ReasonDialog
      t={t}
      endpoint={endpoint}
      params={{ id: user.id }}
      title={title({ name })}
      action={action}
      isDangerous={which === 'disable'}
      onClose={onClose}
      onDone={() => {
        showSuccess(done({ name, email: user.email }))
        onDone()
      }}
    >
      <p>{effect({ name })}</p>
      {which === 'twoFactor' && <p>{words.twoFactorUntil}</p>}
      {which === 'twoFactor' && user.passwordFromMail && (
        <Notice kind="warning">{words.fromMail({ name })}</Notice>
      )}
      <IdentityFold user={user} />
    </ReasonDialog>
  )
}

/** Returns endpoint and texts of the actions on second factors. */
function useLinkActions() {
  const t = useMessages(messages)
  return {
    twoFactor: {
      endpoint: resetTwoFactor,
      title: t.askTwoFactor,
      effect: t.twoFactorEffect,
      action: t.send,
      done: t.sent,
    },
    disable: {
      endpoint: disableTwoFactor,
      title: t.askDisable,
      effect: t.disableEffect,
      action: t.disableTwoFactor,
      done: t.disabledNow,
    },
  }
}

type RecoverProps = { user: Details; onClose: () => void; onDone: (begun: Recovery) => void }

function RecoverDialog({ user, onClose, onDone }: RecoverProps) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={recoverAccount}
      params={{ id: user.id }}
      title={words.askRecover({ name })}
      action={words.startRecovery}
      onClose={onClose}
      onDone={(begun) => onDone(begun as Recovery)}
    >
      <p>{words.recoverEffect({ name })}</p>
      <p>{words.recoverCode({ name })}</p>
      <IdentityFold user={user} />
    </ReasonDialog>
  )
}

type CodeProps = Recovery & { user: Details; onClose: () => void }

/** Shows the support code, which the server returns only once. Starting again voids it and creates another one. */
function CodeDialog({ user, supportCode, expiresAt, onClose }: CodeProps) {
  const t = useMessages(userPageMessages)
  const { locale } = useLocale()
  const time = formatTime(expiresAt, locale, defaultTimeZone())
  return (
    <Dialog
      title={t.codeTitle({ name: nameOf(user) })}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t.codeRead}
        </Button>
      }
    >
      <p className={styles.code} dir="ltr">
        {supportCode.slice(0, 3)} {supportCode.slice(3)}
      </p>
      <p>{t.codeText({ time })}</p>
    </Dialog>
  )
}

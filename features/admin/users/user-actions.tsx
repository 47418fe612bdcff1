import { Suspense, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { formatTime, defaultTimeZone } from '#contract/time.ts'
import { nameOf } from '#contract/full-name.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { action, type Action } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RecordActions } from '#web/ui/record-actions.tsx'
import { useAccountActions, useFactorActions, userTexts } from './actions.tsx'
import { moveUser, recoverAccount, type Details } from './contract.ts'
import { IdentityFold } from './identity-check.tsx'
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

type Recovery = Reply<typeof recoverAccount>

/** The actions on the account, and their dialogs. */
export function UserActions({ user, onDone, onActivation }: Props) {
  const t = useMessages(userTexts)
  const [recovery, setRecovery] = useState<Recovery>()
  const { secondFactor, sessions } = user
  const check = <IdentityFold user={user} />
  const account = useAccountActions(user, { check, onDone, onActivation })
  const { twoFactor, disable } = useFactorActions(user, onDone)
  const name = nameOf(user)
  const actions: Record<string, Action> = {
    password: account.password,
    twoFactor,
    recover: action({
      endpoint: recoverAccount,
      params: { id: user.id },
      text: t.recover,
      choice: t.lostBoth,
      isOffered: secondFactor !== 'none',
      reason: 'required',
      t,
      title: t.askRecover({ name }),
      confirm: t.startRecovery,
      effect: [t.recoverEffect({ name }), t.recoverCode({ name })],
      children: check,
      onDone: (reply) => {
        setRecovery(reply)
        onDone()
      },
    }),
    sessions: { ...account.sessions, isOffered: sessions.length > 0 },
    disable,
    activation: account.activation,
    move: moveAction(user, t.move, onDone),
  }
  return (
    <>
      <RecordActions
        actions={actions}
        choices={{ text: t.resetAccess, title: t.whatLost }}
        graveTitle={t.emergency}
      />
      {recovery && <CodeDialog user={user} {...recovery} onClose={() => setRecovery(undefined)} />}
    </>
  )
}

function moveAction(user: Details, text: string, onDone: () => void): Action {
  return {
    endpoint: moveUser,
    text,
    dialog: (onClose) => (
      <Suspense>
        <MoveDialog {...{ user, onClose, onDone }} />
      </Suspense>
    ),
  }
}

type CodeProps = Recovery & { user: Details; onClose: () => void }

/** Shows the support code, which the server returns only once. A new recovery voids this code and has its own. */
function CodeDialog({ user, supportCode, expiresAt, onClose }: CodeProps) {
  const t = useMessages(userTexts)
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

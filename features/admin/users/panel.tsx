import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { ActivationDialog, UndoActivation, useUser } from './activation.tsx'
import { disableTwoFactor, resetPassword, resetTwoFactor, type Details } from './contract.ts'
import { Facts } from './facts.tsx'
import { Platforms } from './platforms.tsx'
import { Links, Mails } from './links-and-mails.tsx'
import { messages } from './messages.ts'
import { Sessions } from './sessions.tsx'

type Props = { id: string; backLink: (text: string) => ReactNode }

/** One user: all that an admin sees of the account, and can do with it. */
export function PartnerUserPanel({ id, backLink }: Props) {
  const t = useMessages(messages)
  return (
    <RecordPage back={backLink(t.back)} record={useUser(id)} t={t}>
      {(found) => <User user={found} />}
    </RecordPage>
  )
}

function User({ user }: { user: Details }) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const name = nameOf(user)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['partner-user', user.id] })
  return (
    <>
      <PageHeader title={<bdi>{name}</bdi>} name={name} intro={<bdi>{user.email}</bdi>} />
      {isChanged && (
        <UndoActivation
          key={String(user.active)}
          user={user}
          onUndone={refresh}
          onOver={() => setChanged(false)}
        />
      )}
      <Facts user={user}>
        <Button onClick={() => setAsking(true)}>{user.active ? t.deactivate : t.activate}</Button>
      </Facts>
      <Platforms user={user} onSaved={refresh} />
      <Sessions user={user} onEnded={refresh} />
      <UserActions user={user} onSent={refresh} />
      <Links id={user.id} />
      <Mails id={user.id} />
      {isAsking && (
        <ActivationDialog
          user={user}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            void refresh().then(() => setChanged(true))
          }}
        />
      )}
    </>
  )
}

/** Mails links to the user, which are never shown here, and disables the authenticator. */
function UserActions({ user, onSent }: { user: Details; onSent: () => void }) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<keyof ReturnType<typeof useActions>>()
  const name = nameOf(user)
  const actions = useActions()
  const action = asked && actions[asked]
  return (
    <Panel title={t.help} intro={t.helpHint}>
      <div className="button-row">
        <Button onClick={() => setAsked('password')}>{t.resetPassword}</Button>
        {user.secondFactor !== 'none' && (
          <Button onClick={() => setAsked('twoFactor')}>{t.resetTwoFactor}</Button>
        )}
        {user.secondFactor === 'set' && (
          <Button onClick={() => setAsked('disable')}>{t.disableTwoFactor}</Button>
        )}
      </div>
      {action && (
        <ReasonDialog
          t={t}
          endpoint={action.endpoint}
          params={{ id: user.id }}
          title={fill(action.title, { name })}
          action={action.action}
          isDangerous={asked === 'disable'}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            showSuccess(fill(action.done, { name, email: user.email }))
            onSent()
          }}
        >
          <p>{fill(action.effect, { name })}</p>
        </ReasonDialog>
      )}
    </Panel>
  )
}

/** What an admin can do for a user who lost the password or the phone. */
function useActions() {
  const t = useMessages(messages)
  return {
    password: {
      endpoint: resetPassword,
      title: t.askPassword,
      effect: t.passwordEffect,
      action: t.send,
      done: t.sent,
    },
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

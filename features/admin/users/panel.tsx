import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { ActivationDialog, UndoActivation } from './activation.tsx'
import { getUser, resetPassword, resetTwoFactor, type Details } from './contract.ts'
import { Facts } from './facts.tsx'
import { Links, Mails } from './links-and-mails.tsx'
import { messages } from './messages.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { Sessions } from './sessions.tsx'

type Props = { id: string; backLink: (text: string) => ReactNode }

/** One user: all that an admin sees of the account, and can do with it. */
export function PartnerUserPanel({ id, backLink }: Props) {
  const t = useMessages(messages)
  const user = useQuery({
    queryKey: ['partner-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    staleTime: 0,
  })
  return (
    <RecordPage back={backLink(t.back)} record={user} t={t}>
      {(found) => <User user={found} />}
    </RecordPage>
  )
}

function User({ user }: { user: Details }) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const name = `${user.firstname} ${user.lastname}`
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['partner-user', user.id] })
  return (
    <>
      <PageHeader title={<bdi>{name}</bdi>} name={name} intro={<bdi>{user.email}</bdi>} />
      {isChanged && (
        <UndoActivation
          key={String(user.active)}
          user={user}
          onUndone={() => void refresh()}
          onOver={() => setChanged(false)}
        />
      )}
      <Facts user={user}>
        <Button onClick={() => setAsking(true)}>{user.active ? t.deactivate : t.activate}</Button>
      </Facts>
      <Sessions user={user} onEnded={() => void refresh()} />
      <UserActions user={user} onSent={() => void refresh()} />
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

type ActionsProps = { user: Details; onSent: () => void }

/** Mails links to the user; they are never shown here. */
function UserActions({ user, onSent }: ActionsProps) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<'password' | 'two-factor'>()
  const name = `${user.firstname} ${user.lastname}`
  const isPassword = asked === 'password'
  return (
    <Panel title={t.help} intro={t.helpHint}>
      <div className="button-row">
        <Button onClick={() => setAsked('password')}>{t.resetPassword}</Button>
        {user.secondFactor !== 'none' && (
          <Button onClick={() => setAsked('two-factor')}>{t.resetTwoFactor}</Button>
        )}
      </div>
      {asked && (
        <ReasonDialog
          endpoint={isPassword ? resetPassword : resetTwoFactor}
          params={{ id: user.id }}
          title={fill(isPassword ? t.askPassword : t.askTwoFactor, { name })}
          action={t.send}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            showSuccess(fill(t.sent, { email: user.email }))
            onSent()
          }}
        >
          <p>{fill(isPassword ? t.passwordEffect : t.twoFactorEffect, { name })}</p>
        </ReasonDialog>
      )}
    </Panel>
  )
}

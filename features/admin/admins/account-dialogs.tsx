import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { counted, fill } from '#contract/locale.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/ui/device.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Moment, nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { accountMessages } from './account-messages.ts'
import {
  activateAdmin,
  deactivateAdmin,
  endAdminSessions,
  listAdminSessions,
  resetAdmin,
  suspendAdmin,
  type AdminUser,
} from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

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
  return (
    <ReasonDialog
      t={words}
      endpoint={resetAdmin}
      params={{ adminUserId: admin.id }}
      isDangerous
      title={fill(t.askReset, { name })}
      action={t.reset}
      onClose={onClose}
      onDone={(reply) => {
        const facts = { name, email: admin.email }
        showSuccess(fill(isCompany ? t.doneResetCompany : t.doneReset, facts))
        onDone(reply as AdminUser)
      }}
    >
      <p>{fill(isCompany ? t.effectResetCompany : t.effectReset, { name })}</p>
    </ReasonDialog>
  )
}

type SessionsProps = Omit<Props, 'onDone'> & {
  /** Whether the caller may end them. */
  isManageable: boolean
}

/** The open sessions of an admin, and the way to end them. */
export function SessionsDialog({ admin, isManageable, onClose }: SessionsProps) {
  const t = useMessages(accountMessages)
  const words = useWords()
  const { locale } = useLocale()
  const params = { adminUserId: admin.id }
  const sessions = useQuery({
    queryKey: ['admin-sessions', admin.id],
    queryFn: ({ signal }) => call(listAdminSessions, { params }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const name = nameOf(admin)
  const title = fill(t.sessionsTitle, { name })
  const list = <LoadedSessions sessions={sessions} />
  if (!isManageable || !sessions.data || sessions.data.length === 0) {
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t.close}</Button>}
      >
        {list}
      </Dialog>
    )
  }
  return (
    <ReasonDialog
      t={words}
      endpoint={endAdminSessions}
      params={params}
      isDangerous
      title={title}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(counted(t.ended, (reply as { ended: number }).ended, locale))
        onClose()
      }}
    >
      {list}
      <p>{fill(t.endEffect, { name })}</p>
    </ReasonDialog>
  )
}

type LoadedProps = { sessions: UseQueryResult<Reply<typeof listAdminSessions>> }

function LoadedSessions({ sessions: { isPending, error, data, refetch } }: LoadedProps) {
  const t = useMessages(accountMessages)
  if (isPending) return <Skeleton rows={2} text={t.loadingSessions} />
  if (data) return <SessionList sessions={data} />
  return <Failure text={t.sessionsFailed} error={error} onRetry={() => void refetch()} />
}

function SessionList({ sessions }: { sessions: Reply<typeof listAdminSessions> }) {
  const t = useMessages(accountMessages)
  if (sessions.length === 0) return <p className="soft">{t.noSessions}</p>
  return (
    <ul className={styles.sessions}>
      {sessions.map(({ id, browser, ipAddress, loginTime, lastSeen }) => (
        <li key={id}>
          <Device browser={browser} />
          <dl>
            <dt>{t.ipAddress}</dt>
            <dd dir="ltr">{ipAddress}</dd>
            <dt>{t.loginTime}</dt>
            <dd>
              <Moment time={loginTime} />
            </dd>
            <dt>{t.lastSeen}</dt>
            <dd>
              <Moment time={lastSeen} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

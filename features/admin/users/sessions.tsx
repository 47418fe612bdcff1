import { useState } from 'react'
import { formatDevice } from '#contract/device.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/ui/device.tsx'
import { nameOf, Recent } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { endSessionOfUser, type Details } from './contract.ts'
import { EndSessionsDialog } from './dialogs.tsx'
import { messages, userPageMessages } from './texts/messages.ts'

type Props = { user: Details; onEnded: () => void }
type Session = Details['sessions'][number]

export function Sessions({ user, onEnded }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<Session | 'all'>()
  const columns = useColumns(setAsked)
  const close = () => setAsked(undefined)
  const done = () => {
    close()
    onEnded()
  }
  return (
    <Panel title={t.sessions}>
      {user.sessions.length === 0 ? (
        <p className="soft">{t.noSessions}</p>
      ) : (
        <>
          <Table caption={t.sessions} rows={user.sessions} columns={columns} />
          <div className="button-row">
            <Button onClick={() => setAsked('all')}>{t.endSessions}</Button>
          </div>
        </>
      )}
      {asked === 'all' && <EndSessionsDialog user={user} onClose={close} onDone={done} />}
      {asked !== undefined && asked !== 'all' && (
        <EndOneDialog user={user} session={asked} onClose={close} onEnded={done} />
      )}
    </Panel>
  )
}

type OneProps = Props & { session: Session; onClose: () => void }

function EndOneDialog({ user, session, onClose, onEnded }: OneProps) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const { locale } = useLocale()
  const browser = formatDevice(session.browser, locale)
  return (
    <ReasonDialog
      t={t}
      endpoint={endSessionOfUser}
      params={{ id: user.id, sessionId: session.id }}
      isDangerous
      title={words.askEndOne({ name: nameOf(user) })}
      action={words.endOneAction}
      onClose={onClose}
      onDone={() => {
        showSuccess(words.endedOne)
        onEnded()
      }}
    >
      <p>{words.endOneEffect({ browser, ip: session.ipAddress })}</p>
    </ReasonDialog>
  )
}

function useColumns(onEnd: (session: Session) => void): Column<Session>[] {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const { locale } = useLocale()
  return [
    { title: t.browser, width: 27, cell: ({ browser }) => <Device browser={browser} /> },
    { title: t.ipAddress, width: 20, cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    {
      title: t.loginTime,
      width: 19,
      cell: ({ loginTime }) => <Recent time={loginTime} missing="" />,
    },
    { title: t.lastSeen, width: 19, cell: ({ lastSeen }) => <Recent time={lastSeen} missing="" /> },
    {
      title: t.action,
      width: 15,
      cell: (session) => (
        <Button
          isInRow
          aria-label={words.endOneOf({
            browser: formatDevice(session.browser, locale),
            ip: session.ipAddress,
          })}
          onClick={() => onEnd(session)}
        >
          {words.endOne}
        </Button>
      ),
    },
  ]
}

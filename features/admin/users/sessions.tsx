import { useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/ui/device.tsx'
import { Moment, nameOf } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { endSessions, type Details } from './contract.ts'
import { messages } from './messages.ts'

type Props = { user: Details; onEnded: () => void }

export function Sessions({ user, onEnded }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const columns = useColumns()
  const [isAsking, setAsking] = useState(false)
  const name = nameOf(user)
  return (
    <Panel title={t.sessions}>
      {user.sessions.length === 0 ? (
        <p className="soft">{t.noSessions}</p>
      ) : (
        <>
          <Table caption={t.sessions} rows={user.sessions} columns={columns} />
          <div className="button-row">
            <Button onClick={() => setAsking(true)}>{t.endSessions}</Button>
          </div>
        </>
      )}
      {isAsking && (
        <ReasonDialog
          t={t}
          endpoint={endSessions}
          params={{ id: user.id }}
          isDangerous
          title={fill(t.askEnd, { name })}
          action={t.endSessions}
          onClose={() => setAsking(false)}
          onDone={(reply) => {
            setAsking(false)
            showSuccess(counted(t.ended, (reply as { ended: number }).ended, locale))
            onEnded()
          }}
        >
          <p>{fill(t.endEffect, { name })}</p>
        </ReasonDialog>
      )}
    </Panel>
  )
}

function useColumns(): Column<Details['sessions'][number]>[] {
  const t = useMessages(messages)
  return [
    { title: t.browser, cell: ({ browser }) => <Device browser={browser} /> },
    { title: t.ipAddress, cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    { title: t.loginTime, cell: ({ loginTime }) => <Moment time={loginTime} /> },
    { title: t.lastSeen, cell: ({ lastSeen }) => <Moment time={lastSeen} /> },
  ]
}

import { useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { AskReason } from './ask-reason.tsx'
import { endSessions, type Details } from './contract.ts'
import { words } from './messages.ts'

type Props = { user: Details; onEnded: () => void }

export function Sessions({ user, onEnded }: Props) {
  const say = useWords(words)
  const { locale } = useLocale()
  const columns = useColumns()
  const [isAsking, setAsking] = useState(false)
  const name = `${user.firstname} ${user.lastname}`
  return (
    <Panel title={say.sessions}>
      {user.sessions.length === 0 ? (
        <p className="soft">{say.noSessions}</p>
      ) : (
        <>
          <Table
            caption={say.sessions}
            keyOf={({ id }) => id}
            rows={user.sessions}
            columns={columns}
          />
          <div className="button-row">
            <button type="button" className="secondary-button" onClick={() => setAsking(true)}>
              {say.endSessions}
            </button>
          </div>
        </>
      )}
      {isAsking && (
        <AskReason
          endpoint={endSessions}
          params={{ id: user.id }}
          isDangerous
          title={fill(say.askEnd, { name })}
          action={say.endSessions}
          onClose={() => setAsking(false)}
          onDone={(reply) => {
            setAsking(false)
            showSuccess(counted(say.ended, (reply as { ended: number }).ended, locale))
            onEnded()
          }}
        >
          <p>{fill(say.endEffect, { name })}</p>
        </AskReason>
      )}
    </Panel>
  )
}

function useColumns(): Column<Details['sessions'][number]>[] {
  const say = useWords(words)
  return [
    { title: say.browser, cell: ({ browser }) => <bdi>{browser}</bdi> },
    { title: say.ipAddress, cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    { title: say.loginTime, cell: ({ loginTime }) => <Moment time={loginTime} /> },
    { title: say.lastSeen, cell: ({ lastSeen }) => <Moment time={lastSeen} /> },
  ]
}

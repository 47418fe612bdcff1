import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import type { SessionAction } from './confirm-session-action.tsx'
import { messages } from './texts/messages.ts'
import styles from './panel.module.css'
import { Row, type Session } from './row.tsx'

type ListProps = {
  sessions: readonly Session[]
  mayReport: boolean
  onAsk: (action: SessionAction) => void
}

/** The table of sessions; on a phone each is a card. */
export function List({ sessions, mayReport, onAsk }: ListProps) {
  const t = useMessages(messages)
  const otherCount = sessions.filter(({ current }) => !current).length
  return (
    <>
      {otherCount === 0 && <p className="soft">{t.onlyThis}</p>}
      <table className={`cards-on-phone ${styles.table}`} role="table">
        <caption className="visually-hidden">{t.title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[t.browser, t.ipAddress, t.loginTime, t.lastSeen].map((title) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
            <th scope="col" role="columnheader">
              <span className="visually-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sessions.map((session) => (
            <Row
              key={session.id}
              session={session}
              onEnd={() => onAsk({ kind: 'end', session })}
              onReport={mayReport ? () => onAsk({ kind: 'report', id: session.id }) : undefined}
            />
          ))}
        </tbody>
      </table>
      {otherCount > 0 && (
        <Button
          className={`at-start ${styles.others}`}
          onClick={() => onAsk({ kind: 'end-others' })}
        >
          {t.logOutOthers({ count: otherCount })}
        </Button>
      )}
    </>
  )
}

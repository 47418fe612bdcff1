import { formatDevice } from '#contract/device.ts'
import { nameOf } from '#contract/full-name.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { action, ActionButton, useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Device } from '#web/parts/device.tsx'
import { CellTime } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { useAccountActions, userTexts } from './actions.tsx'
import type { Details } from './contract.ts'
import { endSessionOfUser } from './sessions-contract.ts'

type Props = { user: Details; onEnded: () => void }
type Session = Details['sessions'][number]

export function Sessions({ user, onEnded }: Props) {
  const t = useMessages(userTexts)
  const { sessions: endAll } = useAccountActions(user, { onDone: onEnded, onActivation: onEnded })
  const { ask, dialog } = useActions(useSessionActions({ user, onEnded }))
  const columns = useColumns((session) => ask(session, 'end'))
  return (
    <Panel title={t.sessions}>
      {user.sessions.length === 0 ? (
        <p className="soft">{t.noSessions}</p>
      ) : (
        <>
          <Table caption={t.sessions} rows={user.sessions} columns={columns} />
          <div className="button-row">
            <ActionButton action={endAll} />
          </div>
        </>
      )}
      {dialog}
    </Panel>
  )
}

function useSessionActions({ user, onEnded }: Props) {
  const t = useMessages(userTexts)
  const { locale } = useLocale()
  return ({ id, browser, ipAddress }: Session) => ({
    end: action({
      endpoint: endSessionOfUser,
      params: { id: user.id, sessionId: id },
      text: t.endOneAction,
      danger: 'usual',
      reason: 'required',
      t,
      title: t.askEndOne({ name: nameOf(user) }),
      effect: t.endOneEffect({ browser: formatDevice(browser, locale), ip: ipAddress }),
      done: t.endedOne,
      onDone: onEnded,
    }),
  })
}

function useColumns(onEnd: (session: Session) => void): Column<Session>[] {
  const t = useMessages(userTexts)
  const { locale } = useLocale()
  return [
    { title: t.browser, width: 25, cell: ({ browser }) => <Device browser={browser} /> },
    { title: t.ipAddress, width: 19, cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    {
      title: t.loginTime,
      width: 18,
      cell: ({ loginTime }) => <CellTime time={loginTime} missing="" />,
    },
    {
      title: t.lastSeen,
      width: 18,
      cell: ({ lastSeen }) => <CellTime time={lastSeen} missing="" />,
    },
    {
      title: t.action,
      width: 20,
      cell: (session) => (
        <Button
          isInRow
          aria-label={t.endOneOf({
            browser: formatDevice(session.browser, locale),
            ip: session.ipAddress,
          })}
          onClick={() => onEnd(session)}
        >
          {t.endOne}
        </Button>
      ),
    },
  ]
}

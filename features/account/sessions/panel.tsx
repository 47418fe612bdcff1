import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Asking, type Asked } from './asking.tsx'
import { listSessions } from './contract.ts'
import { messages } from './messages.ts'
import styles from './panel.module.css'
import { Row, type Session } from './row.tsx'

const queryKey = ['sessions']

type Props = {
  onCurrentEnded: () => void
  /** "This was not me": the password has to be changed, and it has not been yet. */
  isCompromised: boolean
  onDisowned: () => void
  changePasswordUrl: string
}

/** Where the account is logged in; the current session first, as the server lists them. */
export function SessionsPanel(props: Props) {
  const { onCurrentEnded, isCompromised, onDisowned, changePasswordUrl } = props
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [heading, moveFocus] = useHeadingFocus()
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    staleTime: 0,
  })

  function settle(ended: Asked): void {
    if (ended.deed === 'end' && ended.session.current) return onCurrentEnded()
    const isGone = ({ id, current }: Session) =>
      ended.deed === 'end' ? id === ended.session.id : !current
    queryClient.setQueryData<Session[]>(queryKey, (known) =>
      known?.filter((session) => !isGone(session)),
    )
    if (ended.deed === 'disown') onDisowned()
    void queryClient.invalidateQueries({ queryKey })
    moveFocus()
  }

  return (
    <Panel title={t.title} intro={t.intro} headingRef={heading}>
      {isCompromised && <Disowned url={changePasswordUrl} />}
      {sessions.isPending && <Skeleton rows={3} text={t.loading} />}
      {sessions.isError && (
        <Failure text={t.failed} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && <List sessions={sessions.data} onAsk={setAsked} />}
      {asked && (
        <Asking asked={asked} onClose={() => setAsked(undefined)} onDone={() => settle(asked)} />
      )}
    </Panel>
  )
}

type ListProps = { sessions: readonly Session[]; onAsk: (asked: Asked) => void }

function List({ sessions, onAsk }: ListProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const others = sessions.filter(({ current }) => !current).length
  return (
    <>
      <p className={styles.count}>
        {others === 0 ? t.onlyThis : counted(t.count, sessions.length, locale)}
      </p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={() => onAsk({ deed: 'end', session })}
            onDisown={() => onAsk({ deed: 'disown', session })}
          />
        ))}
      </ul>
      {others > 0 && (
        <Button className={styles.others} onClick={() => onAsk({ deed: 'others' })}>
          {counted(t.logOutOthers, others, locale)}
        </Button>
      )}
    </>
  )
}

function Disowned({ url }: { url: string }) {
  const t = useMessages(messages)
  return (
    <Notice kind="warning" title={t.disownedTitle}>
      <p>{t.disownedText}</p>
      <a href={url}>{t.changePassword}</a>
    </Notice>
  )
}

/** What was pressed is gone: the focus goes to the heading. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [count, setCount] = useState(0)

  useEffect(() => {
    if (count > 0) heading.current?.focus()
  }, [count])

  return [heading, () => setCount((known) => known + 1)] as const
}

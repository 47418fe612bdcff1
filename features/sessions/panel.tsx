import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Dialog } from '#web/dialog.tsx'
import { Failure } from '#web/failure.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Skeleton } from '#web/skeleton.tsx'
import { sayDone } from '#web/snackbar.tsx'
import { formatTime } from '#contract/time.ts'
import { endSession, listSessions } from './contract.ts'
import { words } from './messages.ts'
import styles from './panel.module.css'

type Session = Reply<typeof listSessions>[number]

const queryKey = ['sessions']

/** Where the account is logged in; the current session first, as the server lists them. */
export function SessionsPanel({ onCurrentEnded }: { onCurrentEnded: () => void }) {
  const say = useWords(words)
  const { locale } = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Session>()
  const [endedCount, setEndedCount] = useState(0)
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    staleTime: 0,
  })

  useEffect(() => {
    // The row that had the focus is gone.
    if (endedCount > 0) heading.current?.focus()
  }, [endedCount])

  return (
    <section className={styles.panel} aria-labelledby="sessions">
      <header className={styles.header}>
        <h2 id="sessions" ref={heading} tabIndex={-1}>
          {say.title}
        </h2>
        <p>{say.intro}</p>
      </header>
      {sessions.isPending && <Skeleton rows={3} text={say.loading} />}
      {sessions.isError && (
        <Failure text={say.failed} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && (
        <>
          <p className={styles.count}>
            {sessions.data.length === 1
              ? say.onlyThis
              : counted(say.count, sessions.data.length, locale)}
          </p>
          <ul className={styles.list}>
            {sessions.data.map((session) => (
              <Row key={session.id} session={session} onEnd={() => setAsked(session)} />
            ))}
          </ul>
        </>
      )}
      {asked && (
        <ConfirmEnd
          session={asked}
          onClose={() => setAsked(undefined)}
          onEnded={() => {
            if (asked.current) return onCurrentEnded()
            sayDone(fill(say.ended, { browser: asked.browser || say.unknownBrowser }))
            setEndedCount((count) => count + 1)
          }}
        />
      )}
    </section>
  )
}

type RowProps = { session: Session; onEnd: () => void }

function Row({ session, onEnd }: RowProps) {
  const say = useWords(words)
  const browser = session.browser || say.unknownBrowser
  const { ipAddress } = session
  return (
    <li className={styles.row} aria-current={session.current || undefined}>
      <div>
        <p className={styles.browser}>
          <bdi>{browser}</bdi>
          {session.current && <span className={styles.current}>{say.current}</span>}
        </p>
        <dl className={styles.facts}>
          <Fact name={say.ipAddress}>
            <bdi dir="ltr">{ipAddress}</bdi>
          </Fact>
          <Fact name={say.loginTime}>
            <Time time={session.loginTime} />
          </Fact>
          <Fact name={say.lastSeen}>
            <Time time={session.lastSeen} />
          </Fact>
        </dl>
      </div>
      <button
        type="button"
        className="secondary-button"
        aria-label={fill(say.logOutOf, { browser, ipAddress })}
        onClick={onEnd}
      >
        {say.logOut}
      </button>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Time({ time }: { time: string }) {
  const { locale } = useLocale()
  const { timezone } = useMe()
  return <time dateTime={time}>{formatTime(time, locale, timezone)}</time>
}

type ConfirmProps = { session: Session; onClose: () => void; onEnded: () => void }

function ConfirmEnd({ session, onClose, onEnded }: ConfirmProps) {
  const say = useWords(words)
  const { locale } = useLocale()
  const { timezone } = useMe()
  const ending = useEnding(session, () => {
    onClose()
    onEnded()
  })
  const browser = session.browser || say.unknownBrowser
  const loginTime = formatTime(session.loginTime, locale, timezone)
  const { ipAddress } = session
  return (
    <Dialog
      title={session.current ? say.confirmCurrentTitle : fill(say.confirmTitle, { browser })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <button type="button" className="secondary-button" onClick={onClose}>
            {say.cancel}
          </button>
          <button
            type="button"
            className="primary-button danger-button"
            aria-disabled={ending.isPending || undefined}
            onClick={() => !ending.isPending && ending.mutate()}
          >
            {say.logOut}
          </button>
        </>
      }
    >
      <p>
        {session.current ? say.confirmCurrentText : fill(say.confirmText, { loginTime, ipAddress })}
      </p>
      {ending.isError && <Failure text={say.failedToEnd} error={ending.error} />}
    </Dialog>
  )
}

function useEnding(session: Session, onEnded: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await call(endSession, { params: { id: session.id }, body: {} })
      } catch (error) {
        // It has ended already, which is what was asked for.
        if (!(error instanceof Refusal) || error.code !== endSession.refusals.notFound) throw error
      }
    },
    onSuccess: () => {
      queryClient.setQueryData<Session[]>(queryKey, (known) =>
        known?.filter(({ id }) => id !== session.id),
      )
      onEnded()
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Dialog } from '#web/dialog.tsx'
import { fieldWords } from '#web/field-words.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Skeleton } from '#web/skeleton.tsx'
import { sayDone } from '#web/snackbar.tsx'
import { formatTime } from '#web/time.ts'
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
        <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
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
  const { locale } = useLocale()
  const { timezone } = useMe()
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
          <div>
            <dt>{say.ipAddress}</dt>
            <dd>
              <bdi dir="ltr">{ipAddress}</bdi>
            </dd>
          </div>
          <div>
            <dt>{say.loginTime}</dt>
            <dd>
              <time dateTime={session.loginTime}>
                {formatTime(session.loginTime, locale, timezone)}
              </time>
            </dd>
          </div>
          <div>
            <dt>{say.lastSeen}</dt>
            <dd>
              <time dateTime={session.lastSeen}>
                {formatTime(session.lastSeen, locale, timezone)}
              </time>
            </dd>
          </div>
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
      <div role="alert">
        {ending.isError && <Reason text={say.failedToEnd} error={ending.error} />}
      </div>
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

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const say = useWords(words)
  const { retry } = useWords(fieldWords)
  return (
    <div role="alert" className={styles.failed}>
      <Reason text={say.failed} error={error} />
      <button type="button" className="secondary-button" onClick={onRetry}>
        {retry}
      </button>
    </div>
  )
}

function Reason({ text, error }: { text: string; error: Error }) {
  const { requestId: place } = useWords(fieldWords)
  const id =
    'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined
  return (
    <p className={styles.reason}>
      <strong>{text}</strong>
      {id !== undefined && (
        <small>
          <bdi>{fill(place, { id })}</bdi>
        </small>
      )}
    </p>
  )
}

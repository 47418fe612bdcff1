import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { defaultTimeZone, formatClock, formatTime } from '#contract/time.ts'
import { nameOf } from '#contract/full-name.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMay } from '#web/me.ts'
import { useListLink, usePageSearch, useRecordId } from '#web/page-search.ts'
import { useParts } from '#web/parts/parts.ts'
import { periodOf } from '#web/parts/activity-periods.ts'
import { RecordColumns } from '#web/ui/record-actions.tsx'
import { PersonHeader } from '#web/parts/record-header.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { UserStatus } from '#web/parts/user-columns.tsx'
import { userTexts } from './actions.tsx'
import { useUser } from './activation.tsx'
import { ActivityOfUser } from './activity.tsx'
import { listActivity } from './activity-contract.ts'
import type { Details } from './contract.ts'
import { Emails } from './emails.tsx'
import { Facts } from './facts.tsx'
import { IdentityCard } from './identity-check.tsx'
import { Platforms } from './platforms.tsx'
import { Security } from './security.tsx'
import { RecoveryStrip } from './recovery-strip.tsx'
import { Sessions } from './sessions.tsx'
import { UndoActivation } from './undo-activation.tsx'
import { UserActions } from './user-actions.tsx'
import styles from './user-page.module.css'

/** The page of one user, with the details of the account and the actions on it. */
export function PartnerUserPanel() {
  const t = useMessages(userTexts)
  const listLink = useListLink(adminLinks.users)
  return (
    <RecordPage
      back={<LinkTo to={listLink}>{t.back}</LinkTo>}
      record={useUser(useRecordId())}
      t={t}
    >
      {(user) => <User key={user.id} user={user} />}
    </RecordPage>
  )
}

function User({ user }: { user: Details }) {
  const { Pending } = useParts()
  const { search, onPart } = usePageSearch(adminLinks.user)
  const t = useMessages(userTexts)
  const queryClient = useQueryClient()
  const [isChanged, setChanged] = useState(false)
  const maySeeActivity = useMay(listActivity)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['partner-user', user.id] })
  const main = useRef<HTMLDivElement>(null)
  const tabs = useTabs(user, () => void refresh())

  /**
   * Opens a tab, and scrolls to the tabs if they begin below the middle of the window, because phones show the actions
   * above them.
   */
  function openTab(next: string): void {
    onPart({ tab: next })
    const top = main.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight / 2) main.current?.scrollIntoView()
  }

  /** Opens the activity on the day of the last login. On phones, scrolls to the tabs. */
  function openLastDay(time: string): void {
    onPart({ tab: 'activity', period: periodOf(time, defaultTimeZone()) })
    // Scrolling needs the height of the activity, which is rendered in the next frame.
    if (window.matchMedia('(width < 960px)').matches)
      requestAnimationFrame(() => main.current?.scrollIntoView())
  }

  return (
    <>
      <Header user={user} onActivity={maySeeActivity ? openLastDay : undefined} />
      {/* RecoveryStrip shows the requests of the excepted kind. */}
      <Pending about={{ target: user.id }} except="replace-factors" />
      <RecoveryStrip userId={user.id} />
      {isChanged && (
        <UndoActivation
          key={String(user.active)}
          user={user}
          onUndone={refresh}
          onClose={() => setChanged(false)}
        />
      )}
      <RecordColumns
        mainRef={main}
        aside={<IdentityCard user={user} />}
        actions={
          <UserActions
            user={user}
            onDone={() => void refresh()}
            onActivation={() => void refresh().then(() => setChanged(true))}
          />
        }
      >
        <Tabs label={t.tabs} tabs={tabs} current={search.tab} onChange={openTab} />
      </RecordColumns>
    </>
  )
}

function useTabs(user: Details, onChanged: () => void) {
  const { search, onPart } = usePageSearch(adminLinks.user)
  const t = useMessages(userTexts)
  const maySeeActivity = useMay(listActivity)
  return [
    {
      id: 'overview',
      text: t.tab_overview,
      content: (
        <>
          <Security user={user} onChanged={onChanged} />
          <Platforms user={user} onSaved={onChanged} />
          <Facts user={user} />
        </>
      ),
    },
    ...(maySeeActivity
      ? [
          {
            id: 'activity',
            text: t.tab_activity,
            content: (
              <ActivityOfUser
                user={user}
                period={search.period}
                onPeriod={(period) => onPart({ tab: 'activity', period })}
              />
            ),
          },
        ]
      : []),
    {
      id: 'sessions',
      text: t.tab_sessions,
      content: <Sessions user={user} onEnded={onChanged} />,
    },
    {
      id: 'emails',
      text: t.tab_emails,
      content: <Emails user={user} onRevoked={onChanged} />,
    },
  ]
}

/** The user's local time when the page was opened; hidden if it equals the admin's. */
function LocalTime({ user: { timezone } }: { user: Details }) {
  const t = useMessages(userTexts)
  const { locale } = useLocale()
  const [now] = useState(() => new Date())
  const time = formatClock(now, locale, timezone)
  if (time === formatClock(now, locale, defaultTimeZone())) return null
  return <span title={timezone}>{t.localTime({ time })}</span>
}

type HeaderProps = {
  user: Details
  onActivity: ((lastLogin: string) => void) | undefined
}

/** The name, email, status, company and last login of the user. */
function Header({ user, onActivity }: HeaderProps) {
  const t = useMessages(userTexts)
  const { partner } = user
  return (
    <PersonHeader
      name={nameOf(user)}
      email={user.email}
      tags={
        <>
          <UserStatus status={user.status} />
          {user.newBrowsersRefused && (
            <span className="tag" data-kind="bad">
              {t.locked}
            </span>
          )}
        </>
      }
    >
      {partner ? (
        <LinkTo to={adminLinks.company({ id: partner.id })}>
          <bdi>{partner.name}</bdi>
        </LinkTo>
      ) : (
        <span>{t.noCompany}</span>
      )}
      <LocalTime user={user} />
      <LastLogin {...{ user, onActivity }} />
    </PersonHeader>
  )
}

/** The time of the last login, which opens the activity on its day. */
function LastLogin({ user: { lastLogin }, onActivity }: HeaderProps) {
  const t = useMessages(userTexts)
  const { locale } = useLocale()
  if (lastLogin === null) return <span>{t.neverSeen}</span>
  const text = t.seen({ time: formatTime(lastLogin, locale, defaultTimeZone()) })
  if (!onActivity) return <span>{text}</span>
  return (
    <button type="button" className={styles.seen} onClick={() => onActivity(lastLogin)}>
      {text}
    </button>
  )
}

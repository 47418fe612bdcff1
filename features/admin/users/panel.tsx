import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { formatRecent } from '#contract/relative-time.ts'
import { defaultTimeZone, formatOf, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMay } from '#web/me.ts'
import { periodOf } from '#web/ui/activity-periods.ts'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { RecordColumns } from '#web/ui/record-actions.tsx'
import { PersonHeader } from '#web/ui/record-header.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { UserStatus } from '#web/ui/user-columns.tsx'
import { useUser } from './activation.tsx'
import { ActivityOfUser, type ActivityInLog } from './activity.tsx'
import { listActivity } from './activity-contract.ts'
import type { Details } from './contract.ts'
import { Emails } from './emails.tsx'
import { Facts } from './facts.tsx'
import { IdentityCard } from './identity-check.tsx'
import { messages } from './messages.ts'
import type { FindCompanies } from './move-dialog.tsx'
import { Platforms } from './platforms.tsx'
import { Security } from './security.tsx'
import { RecoveryStrip, type RequestLink } from './recovery-strip.tsx'
import { Sessions } from './sessions.tsx'
import { UndoActivation } from './undo-activation.tsx'
import { UserActions } from './user-actions.tsx'
import { userPageMessages } from './user-page-messages.ts'
import styles from './user-page.module.css'

type Props = {
  id: string
  /** The tab in the address bar. */
  tab: string | undefined
  /** The period of the activity in the address bar. */
  period: string | undefined
  onTab: (tab: string, period?: string) => void
  backLink: (text: string) => ReactNode
  /** What waits for a second person. */
  pending: ReactNode
  requestLink: RequestLink
  /** Links of the names in the activity. */
  links: AuditLinks
  log: ActivityInLog
  /** For moving the user; undefined for an admin who may not. */
  findCompanies: FindCompanies | undefined
}

/** One user: all that an admin sees of the account, and can do with it. */
export function PartnerUserPanel({ id, backLink, ...rest }: Props) {
  const t = useMessages(messages)
  return (
    <RecordPage back={backLink(t.back)} record={useUser(id)} t={t}>
      {(found) => <User user={found} {...rest} />}
    </RecordPage>
  )
}

type UserProps = Omit<Props, 'id' | 'backLink'> & { user: Details }

function User({ user, tab, period, onTab, pending, links, log, ...rest }: UserProps) {
  const { requestLink, findCompanies } = rest
  const t = useMessages(userPageMessages)
  const queryClient = useQueryClient()
  const [isChanged, setChanged] = useState(false)
  const maySeeActivity = useMay(listActivity)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['partner-user', user.id] })
  const main = useRef<HTMLDivElement>(null)
  const tabs = useTabs({ user, period, onTab, links, log }, () => void refresh())

  /** On a phone the actions stand above: without it, a tab would open below the window. */
  function openTab(next: string): void {
    onTab(next)
    const top = main.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight / 2) main.current?.scrollIntoView()
  }

  /** The day of the last login, with the tabs at the top of a phone's window. */
  function openLastDay(time: string): void {
    onTab('activity', periodOf(time, defaultTimeZone()))
    // Once the activity is there, whose height makes room to scroll.
    if (window.matchMedia('(width < 960px)').matches)
      requestAnimationFrame(() => main.current?.scrollIntoView())
  }

  return (
    <>
      <Header user={user} links={links} onActivity={maySeeActivity ? openLastDay : undefined} />
      {pending}
      <RecoveryStrip userId={user.id} requestLink={requestLink} />
      {isChanged && (
        <UndoActivation
          key={String(user.active)}
          user={user}
          onUndone={refresh}
          onOver={() => setChanged(false)}
        />
      )}
      <RecordColumns
        mainRef={main}
        aside={<IdentityCard user={user} />}
        actions={
          <UserActions
            {...{ user, findCompanies }}
            onDone={() => void refresh()}
            onActivation={() => void refresh().then(() => setChanged(true))}
          />
        }
      >
        <Tabs label={t.tabs} tabs={tabs} current={tab} onChange={openTab} />
      </RecordColumns>
    </>
  )
}

type TabsProps = Pick<UserProps, 'user' | 'period' | 'onTab' | 'links' | 'log'>

function useTabs({ user, period, onTab, links, log }: TabsProps, onChanged: () => void) {
  const t = useMessages(userPageMessages)
  const maySeeActivity = useMay(listActivity)
  return [
    {
      id: 'overview',
      text: t.tab_overview,
      content: (
        <>
          <Security user={user} onChanged={onChanged} />
          <Platforms user={user} links={links} onSaved={onChanged} />
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
                links={linksBut(user, links)}
                log={log}
                period={period}
                onPeriod={(next) => onTab('activity', next)}
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

/** No link to the page itself. */
function linksBut({ id: own }: Details, links: AuditLinks): AuditLinks {
  const { user: link } = links
  return link ? { ...links, user: (id, name) => (id === own ? name : link(id, name)) } : links
}

/** What time it is for the user, where that is another than here. */
function LocalTime({ user: { timezone } }: { user: Details }) {
  const t = useMessages(userPageMessages)
  const { locale } = useLocale()
  const [now] = useState(() => new Date())
  const clock = (zone: string) =>
    formatOf(tags[locale], zone, { hour: '2-digit', minute: '2-digit' }).format(now)
  const time = clock(timezone)
  if (time === clock(defaultTimeZone())) return null
  return <span title={timezone}>{fill(t.localTime, { time })}</span>
}

type HeaderProps = Pick<Props, 'links'> & {
  user: Details
  onActivity: ((lastLogin: string) => void) | undefined
}

/** Who it is, at a glance. */
function Header({ user, links, onActivity }: HeaderProps) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const { locale } = useLocale()
  const name = nameOf(user)
  const { lastLogin, partner } = user
  const time = lastLogin === null ? '' : formatRecent(lastLogin, locale, defaultTimeZone())
  const seen = lastLogin === null ? words.neverSeen : fill(words.seen, { time })
  const company = <bdi>{partner?.name}</bdi>
  return (
    <PersonHeader
      name={name}
      email={user.email}
      tags={
        <>
          <UserStatus status={user.status} />
          {user.newBrowsersRefused && (
            <span className="tag" data-kind="bad">
              {words.locked}
            </span>
          )}
        </>
      }
    >
      {partner ? (links.company?.(partner.id, company) ?? company) : <span>{t.noCompany}</span>}
      <LocalTime user={user} />
      {lastLogin === null || !onActivity ? (
        <span>{seen}</span>
      ) : (
        <button type="button" className={styles.seen} onClick={() => onActivity(lastLogin)}>
          {seen}
        </button>
      )}
    </PersonHeader>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { formatRecent } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMay } from '#web/me.ts'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ActiveState, nameOf } from '#web/ui/facts.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { UserColumns, UserHeader } from '#web/ui/user-page.tsx'
import { UndoActivation, useUser } from './activation.tsx'
import { Activity, type ActivityInLog } from './activity.tsx'
import { listActivity, type Details } from './contract.ts'
import { Emails } from './emails.tsx'
import { Facts } from './facts.tsx'
import { IdentityCheck } from './identity-check.tsx'
import { messages } from './messages.ts'
import { Platforms } from './platforms.tsx'
import { Sessions } from './sessions.tsx'
import { UserActions } from './user-actions.tsx'
import { userPageMessages } from './user-page-messages.ts'
import styles from './user-page.module.css'

type Props = {
  id: string
  /** The tab in the address bar. */
  tab: string | undefined
  onTab: (tab: string) => void
  backLink: (text: string) => ReactNode
  /** Links of the names in the activity. */
  links: AuditLinks
  log: ActivityInLog
}

/** One user: all that an admin sees of the account, and can do with it. */
export function PartnerUserPanel({ id, backLink, ...rest }: Props) {
  const t = useMessages(messages)
  return (
    <RecordPage isWide back={backLink(t.back)} record={useUser(id)} t={t}>
      {(found) => <User user={found} {...rest} />}
    </RecordPage>
  )
}

type UserProps = Pick<Props, 'tab' | 'onTab' | 'links' | 'log'> & { user: Details }

function User({ user, tab, onTab, links, log }: UserProps) {
  const t = useMessages(userPageMessages)
  const queryClient = useQueryClient()
  const [isChanged, setChanged] = useState(false)
  const maySeeActivity = useMay(listActivity)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['partner-user', user.id] })
  const main = useRef<HTMLDivElement>(null)
  const tabs = useTabs({ user, links, log }, () => void refresh())

  /** On a phone the actions stand above: without it, a tab would open below the window. */
  function openTab(next: string): void {
    onTab(next)
    const top = main.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight / 2) main.current?.scrollIntoView()
  }

  return (
    <>
      <Header
        user={user}
        links={links}
        onActivity={maySeeActivity ? () => openTab('activity') : undefined}
      />
      {isChanged && (
        <UndoActivation
          key={String(user.active)}
          user={user}
          onUndone={refresh}
          onOver={() => setChanged(false)}
        />
      )}
      <UserColumns
        actions={
          <UserActions
            user={user}
            onDone={() => void refresh()}
            onActivation={() => void refresh().then(() => setChanged(true))}
          />
        }
        mainRef={main}
        main={<Tabs label={t.tabs} tabs={tabs} current={tab} onChange={openTab} />}
        aside={<IdentityCheck user={user} />}
      />
    </>
  )
}

function useTabs({ user, links, log }: Omit<UserProps, 'tab' | 'onTab'>, onChanged: () => void) {
  const t = useMessages(userPageMessages)
  const maySeeActivity = useMay(listActivity)
  return [
    {
      id: 'overview',
      text: t.tab_overview,
      content: (
        <>
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
            content: <Activity user={user} links={linksBut(user, links)} log={log} />,
          },
        ]
      : []),
    {
      id: 'sessions',
      text: t.tab_sessions,
      content: <Sessions user={user} onEnded={onChanged} />,
    },
    { id: 'emails', text: t.tab_emails, content: <Emails id={user.id} /> },
  ]
}

/** No link to the page itself. */
function linksBut({ id: own }: Details, links: AuditLinks): AuditLinks {
  const { user: link } = links
  return link ? { ...links, user: (id, name) => (id === own ? name : link(id, name)) } : links
}

type HeaderProps = Pick<Props, 'links'> & { user: Details; onActivity: (() => void) | undefined }

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
    <UserHeader
      name={name}
      tags={
        <>
          <ActiveState active={user.active} t={t} />
          {!user.onboarded && <span className="tag">{t.notYet}</span>}
          {user.newBrowsersRefused && (
            <span className="tag" data-kind="bad">
              {words.locked}
            </span>
          )}
        </>
      }
    >
      <EmailText email={user.email} />
      {partner ? (links.company?.(partner.id, company) ?? company) : <span>{t.noCompany}</span>}
      {lastLogin === null || !onActivity ? (
        <span>{seen}</span>
      ) : (
        <button type="button" className={styles.seen} onClick={onActivity}>
          {seen}
        </button>
      )}
    </UserHeader>
  )
}

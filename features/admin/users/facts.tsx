import type { ReactNode } from 'react'
import { fill, localeNames } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActiveState, Fact, Moment } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Details } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

export function Facts({ user, children }: { user: Details; children: ReactNode }) {
  const t = useMessages(messages)
  return (
    <Panel title={t.details}>
      <dl className="facts">
        <Fact name={t.state}>
          <ActiveState active={user.active} t={t} />
        </Fact>
        <Fact name={t.company}>
          <bdi>{user.partner?.name ?? t.noCompany}</bdi>
        </Fact>
        <Fact name={t.platforms}>
          <Platforms user={user} />
        </Fact>
        <Fact name={t.onboarded}>{user.onboarded ? t.yes : t.notYet}</Fact>
        <Fact name={t.secondFactor}>{t[`factor_${user.secondFactor}`]}</Fact>
        <Fact name={t.lastLogin}>
          {user.lastLogin === null ? t.never : <Moment time={user.lastLogin} />}
        </Fact>
        <Fact name={t.since}>
          <Moment time={user.createdAt} />
        </Fact>
        <Fact name={t.invitation}>
          <Invitation user={user} />
        </Fact>
        {user.jobTitle && (
          <Fact name={t.jobTitle}>
            <bdi>{user.jobTitle}</bdi>
          </Fact>
        )}
        {user.phone && (
          <Fact name={t.phone}>
            <bdi dir="ltr">{user.phone}</bdi>
          </Fact>
        )}
        <Fact name={t.timezone}>
          <bdi dir="ltr">{user.timezone}</bdi>
        </Fact>
        <Fact name={t.language}>
          <span lang={user.preferredLanguage}>{localeNames[user.preferredLanguage]}</span>
        </Fact>
      </dl>
      <div className="button-row">{children}</div>
    </Panel>
  )
}

function Platforms({ user }: { user: Details }) {
  const t = useMessages(messages)
  if (user.platforms.length === 0) return t.noPlatforms
  return user.platforms.map(({ id, name, state }) => (
    <span key={id} className={styles.platform}>
      <bdi>{name}</bdi>: {t[`entry_${state}`]}
    </span>
  ))
}

function Invitation({ user: { invitation } }: { user: Details }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  if (!invitation) return '—'
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const at = (time: string) => ({ time: formatTime(time, locale, timeZone) })
  const accepted = invitation.acceptedAt && fill(t.acceptedAt, at(invitation.acceptedAt))
  return [fill(t.invitedAt, at(invitation.createdAt)), accepted].filter(Boolean).join(' · ')
}

import type { ReactNode } from 'react'
import { fill, localeNames } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { Fact } from '#web/ui/fact.tsx'
import { ActiveState } from '#web/ui/active-state.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Details } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

export function Facts({ user, deed }: { user: Details; deed: ReactNode }) {
  const say = useWords(words)
  return (
    <Panel title={say.details}>
      <dl className="facts">
        <Fact name={say.state}>
          <ActiveState active={user.active} say={say} />
        </Fact>
        <Fact name={say.company}>
          <bdi>{user.partner?.name ?? say.noCompany}</bdi>
        </Fact>
        <Fact name={say.platforms}>
          <Platforms user={user} />
        </Fact>
        <Fact name={say.onboarded}>{user.onboarded ? say.yes : say.notYet}</Fact>
        <Fact name={say.secondFactor}>{say[`factor_${user.secondFactor}`]}</Fact>
        <Fact name={say.lastLogin}>
          {user.lastLogin === null ? say.never : <Moment time={user.lastLogin} />}
        </Fact>
        <Fact name={say.since}>
          <Moment time={user.createdAt} />
        </Fact>
        <Fact name={say.invitation}>
          <Invitation user={user} />
        </Fact>
        {user.jobTitle && (
          <Fact name={say.jobTitle}>
            <bdi>{user.jobTitle}</bdi>
          </Fact>
        )}
        {user.phone && (
          <Fact name={say.phone}>
            <bdi dir="ltr">{user.phone}</bdi>
          </Fact>
        )}
        <Fact name={say.timezone}>
          <bdi dir="ltr">{user.timezone}</bdi>
        </Fact>
        <Fact name={say.language}>
          <span lang={user.preferredLanguage}>{localeNames[user.preferredLanguage]}</span>
        </Fact>
      </dl>
      <div className="button-row">{deed}</div>
    </Panel>
  )
}

function Platforms({ user }: { user: Details }) {
  const say = useWords(words)
  if (user.platforms.length === 0) return say.noPlatforms
  return user.platforms.map(({ id, name, state }) => (
    <span key={id} className={styles.platform}>
      <bdi>{name}</bdi>: {say[`entry_${state}`]}
    </span>
  ))
}

function Invitation({ user: { invitation } }: { user: Details }) {
  const say = useWords(words)
  const { locale } = useLocale()
  if (!invitation) return '—'
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const at = (time: string) => ({ time: formatTime(time, locale, timeZone) })
  const accepted = invitation.acceptedAt && fill(say.acceptedAt, at(invitation.acceptedAt))
  return [fill(say.invitedAt, at(invitation.createdAt)), accepted].filter(Boolean).join(' · ')
}

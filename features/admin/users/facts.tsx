import type { ReactNode } from 'react'
import { fill, localeNames } from '#contract/locale.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActiveState, Fact, Moment } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Details } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

export function Facts({ user, children }: { user: Details; children: ReactNode }) {
  const t = useMessages(messages)
  const facts = [
    { name: t.state, value: <ActiveState active={user.active} t={t} /> },
    { name: t.company, value: <bdi>{user.partner?.name ?? t.noCompany}</bdi> },
    { name: t.platforms, value: <Platforms user={user} /> },
    { name: t.onboarded, value: user.onboarded ? t.yes : t.notYet },
    { name: t.secondFactor, value: t[`factor_${user.secondFactor}`] },
    { name: t.failures, value: failuresOf(user, t) },
    { name: t.lastLogin, value: <Moment time={user.lastLogin} missing={t.never} /> },
    { name: t.since, value: <Moment time={user.createdAt} /> },
    { name: t.invitation, value: <Invitation user={user} /> },
    { name: t.jobTitle, value: user.jobTitle && <bdi>{user.jobTitle}</bdi> },
    { name: t.phone, value: user.phone && <bdi dir="ltr">{user.phone}</bdi> },
    { name: t.timezone, value: <bdi dir="ltr">{user.timezone}</bdi> },
    {
      name: t.language,
      value: <span lang={user.preferredLanguage}>{localeNames[user.preferredLanguage]}</span>,
    },
  ]
  return (
    <Panel title={t.details}>
      <dl className="facts">
        {facts.map(
          ({ name, value }) =>
            value !== '' && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </dl>
      <div className="button-row">{children}</div>
    </Panel>
  )
}

function failuresOf(
  { failuresInARow, newBrowsersRefused }: Details,
  t: { failuresRestricted: string },
): string {
  const count = String(failuresInARow)
  if (newBrowsersRefused) return fill(t.failuresRestricted, { count })
  return failuresInARow === 0 ? '' : count
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
  if (!invitation) return <Moment time={null} missing={t.noInvitation} />
  const at = (time: string) => ({ time: formatTime(time, locale, defaultTimeZone()) })
  const accepted = invitation.acceptedAt && fill(t.acceptedAt, at(invitation.acceptedAt))
  return [fill(t.invitedAt, at(invitation.createdAt)), accepted].filter(Boolean).join(' · ')
}

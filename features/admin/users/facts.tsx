import type { ReactNode } from 'react'
import { profileForAdmins } from '#contract/profile-fields.ts'
import type { TextWith } from '#contract/text.ts'
import { langOf, localeNames, type Locale } from '#contract/locale.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { profileFieldMessages } from '#web/ui/texts/messages.ts'
import type { Details } from './contract.ts'
import { messages } from './texts/messages.ts'

const profileNames = Object.keys(profileForAdmins) as (keyof typeof profileForAdmins)[]

/** Shows the facts about a user that are known. */
export function Facts({ user }: { user: Details }) {
  const t = useMessages(messages)
  const fields = useMessages(profileFieldMessages)
  const { locale } = useLocale()
  const facts = [
    { name: t.onboarded, value: user.onboarded ? t.yes : t.notYet },
    {
      name: t.lastLogin,
      value: <Moment time={user.lastLogin} missing={t.never} />,
    },
    { name: t.since, value: <Moment time={user.createdAt} /> },
    { name: t.invitation, value: invitationOf(user, t, locale) },
    ...profileNames.map((name) => ({ name: fields[name], value: valueOf(user, name) })),
  ].filter(({ value }) => value !== '' && value !== undefined)
  return (
    <Panel title={t.details}>
      <dl className="facts">
        {facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Panel>
  )
}

function valueOf(user: Details, name: (typeof profileNames)[number]): ReactNode {
  if (name === 'preferredLanguage') {
    return <span lang={langOf(user[name])}>{localeNames[user[name]]}</span>
  }
  return user[name] && <bdi>{user[name]}</bdi>
}

/** Returns, for example, “Sent 3 Mar 2026, 10:12 UTC · accepted 4 Mar 2026, 09:30 UTC”; empty without an invitation. */
export function invitationOf(
  { invitation }: Details,
  t: Record<'invitedAt' | 'acceptedAt', TextWith<{ time: string }>>,
  locale: Locale,
): string {
  if (!invitation) return ''
  const at = (time: string) => ({ time: formatTime(time, locale, defaultTimeZone()) })
  const accepted = invitation.acceptedAt && t.acceptedAt(at(invitation.acceptedAt))
  return [t.invitedAt(at(invitation.createdAt)), accepted].filter(Boolean).join(' · ')
}

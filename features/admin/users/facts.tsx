import { counted, fill, localeNames, type Locale } from '#contract/locale.ts'
import { defaultTimeZone, formatTime, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Details } from './contract.ts'
import { messages } from './messages.ts'
import { userPageMessages } from './user-page-messages.ts'

export function Facts({ user }: { user: Details }) {
  const t = useMessages(messages)
  const words = useMessages(userPageMessages)
  const { locale } = useLocale()
  const facts = [
    { name: t.onboarded, value: user.onboarded ? t.yes : t.notYet },
    { name: t.secondFactor, value: factorsOf(user, { ...t, ...words }, locale) },
    { name: t.failures, value: failuresOf(user, t) },
    {
      name: t.lastLogin,
      value: user.lastLogin === null ? t.never : <Moment time={user.lastLogin} />,
    },
    { name: t.since, value: <Moment time={user.createdAt} /> },
    { name: t.invitation, value: invitationOf(user, t, locale) },
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
    </Panel>
  )
}

type FactorTexts = Record<`factor_${Details['secondFactor']}`, string> & {
  authenticatorApp: string
  passkeyCount: Parameters<typeof counted>[0]
}

/** “Set up: authenticator app, 2 passkeys”. */
function factorsOf(
  { secondFactor, hasAuthenticator, passkeys }: Details,
  t: FactorTexts,
  locale: Locale,
): string {
  const state = t[`factor_${secondFactor}`]
  if (secondFactor !== 'set') return state
  const names = [
    ...(hasAuthenticator ? [t.authenticatorApp] : []),
    ...(passkeys > 0 ? [counted(t.passkeyCount, passkeys, locale)] : []),
  ]
  return `${state}: ${new Intl.ListFormat(tags[locale], { type: 'unit' }).format(names)}`
}

function failuresOf(
  { failuresInARow, newBrowsersRefused }: Details,
  t: { failuresRestricted: string },
): string {
  const count = String(failuresInARow)
  if (newBrowsersRefused) return fill(t.failuresRestricted, { count })
  return failuresInARow === 0 ? '' : count
}

function invitationOf(
  { invitation }: Details,
  t: { invitedAt: string; acceptedAt: string },
  locale: Locale,
): string {
  if (!invitation) return ''
  const at = (time: string) => ({ time: formatTime(time, locale, defaultTimeZone()) })
  const accepted = invitation.acceptedAt && fill(t.acceptedAt, at(invitation.acceptedAt))
  return [fill(t.invitedAt, at(invitation.createdAt)), accepted].filter(Boolean).join(' · ')
}

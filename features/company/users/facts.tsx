import { formatList } from '#contract/text.ts'
import { langOf, localeNames } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { profileFieldMessages } from '#web/ui/texts/messages.ts'
import { useUserListTexts } from '#web/parts/user-columns.tsx'
import type { Colleague } from './contract.ts'
import { messages } from './texts/messages.ts'

export function Facts({ user }: { user: Colleague }) {
  const t = useMessages(messages)
  const fields = useMessages(profileFieldMessages)
  const { lastLogin, jobTitle, preferredLanguage, createdAt } = user
  return (
    <Panel title={t.details}>
      <dl className="facts">
        {jobTitle !== '' && (
          <Fact name={fields.jobTitle}>
            <bdi>{jobTitle}</bdi>
          </Fact>
        )}
        <Fact name={t.secondFactor}>
          <Factors user={user} />
        </Fact>
        <Fact name={t.lastLogin}>
          <Moment time={lastLogin} missing={t.never} />
        </Fact>
        <Fact name={t.since}>
          <Moment time={createdAt} />
        </Fact>
        <Fact name={fields.preferredLanguage}>
          <span lang={langOf(preferredLanguage)}>{localeNames[preferredLanguage]}</span>
        </Fact>
      </dl>
    </Panel>
  )
}

/** Lists the second factors with which the user can log in: “Authenticator app and 2 passkeys”. */
function Factors({ user: { mfa } }: { user: Colleague }) {
  const [t, listTexts] = [useMessages(messages), useUserListTexts()]
  const { locale } = useLocale()
  const names = [
    ...(mfa.totp && mfa.disabled !== true ? [t.authenticatorApp] : []),
    ...(mfa.passkeys > 0 ? [t.passkeyCount({ count: mfa.passkeys })] : []),
  ]
  if (names.length === 0) return listTexts.factor_none
  return formatList(names, locale)
}

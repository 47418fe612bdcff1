import { formatNearInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { accountMessages, messages } from './texts/messages.ts'
import { statusOf, type AdminUser } from './contract.ts'

const tones = { active: 'good', invited: undefined, locked: 'bad', deactivated: 'off' } as const

export function State({ admin }: { admin: AdminUser }) {
  const t = useMessages(messages)
  const words = useMessages(accountMessages)
  const { locale } = useLocale()
  const status = statusOf(admin)
  const { suspendedUntil } = admin
  const time =
    suspendedUntil === null ? '' : formatNearInSentence(suspendedUntil, locale, defaultTimeZone())
  const texts = {
    active: words.active,
    invited: words.waiting,
    locked: words.suspended({ time }),
    deactivated: t.deactivated,
  }
  return (
    <span>
      <span className="tag" data-kind={tones[status]}>
        {texts[status]}
      </span>
    </span>
  )
}

export function Roles({ roles }: Pick<AdminUser, 'roles'>) {
  const t = useMessages(messages)
  if (roles.length === 0) return <span className="soft">{t.noRole}</span>
  return (
    <ul className="tags">
      {roles.map((role) => (
        <li key={role} className="tag">
          {t[role]}
        </li>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { formatNear } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { accountMessages } from './account-messages.ts'
import { statusOf, type AdminUser } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type PersonProps = { admin: AdminUser; adminLink: (id: string, text: ReactNode) => ReactNode }

export function Person({ admin, adminLink }: PersonProps) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  return (
    <Identity
      name={nameOf(admin)}
      email={admin.email}
      link={(name) => (
        <span data-admin={admin.id} className={styles.person}>
          {adminLink(admin.id, name)}
          {admin.id === id && (
            <span data-self="" className="tag">
              {t.you}
            </span>
          )}
        </span>
      )}
    />
  )
}

const kinds = { active: 'good', invited: undefined, locked: 'bad', deactivated: 'off' } as const

export function State({ admin }: { admin: AdminUser }) {
  const t = useMessages(messages)
  const words = useMessages(accountMessages)
  const { locale } = useLocale()
  const status = statusOf(admin)
  const { suspendedUntil } = admin
  const time = suspendedUntil === null ? '' : formatNear(suspendedUntil, locale, defaultTimeZone())
  const texts = {
    active: words.active,
    invited: words.waiting,
    locked: fill(words.suspended, { time }),
    deactivated: t.deactivated,
  }
  return (
    <span>
      <span className="tag" data-kind={kinds[status]}>
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

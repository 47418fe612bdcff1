import { fill } from '#contract/locale.ts'
import { permissionsOf, rolePermissions } from '#contract/permission.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { accountMessages } from './account-messages.ts'
import type { AdminUser } from './contract.ts'
import { messages } from './messages.ts'
import { usePermissionText, type PagesFor } from './role-choices.tsx'
import styles from './page.module.css'

type RolesProps = { admin: AdminUser; pagesFor: PagesFor }

/** The roles, each with what it allows, and the pages that they open together. */
export function RolesPanel({ admin: { roles }, pagesFor }: RolesProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const textOf = usePermissionText()
  const pages = pagesFor(permissionsOf(roles))
  const list = new Intl.ListFormat(locale).format(pages)
  return (
    <Panel title={t.roles}>
      {roles.length === 0 && <p className="soft">{t.noRole}</p>}
      {roles.length > 0 && (
        <dl className={styles.roles}>
          {roles.map((role) => (
            <div key={role}>
              <dt>{t[role]}</dt>
              <dd>{textOf(rolePermissions[role])}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="soft">{pages.length === 0 ? t.seesNothing : fill(t.sees, { list })}</p>
    </Panel>
  )
}

export function Account({ admin }: { admin: AdminUser }) {
  const t = useMessages(messages)
  const words = useMessages(accountMessages)
  const { active, joined, secondFactor, lastLogin } = admin
  const isLocal = settings().adminSignIn === 'local'
  return (
    <Panel title={words.account}>
      <dl className="facts">
        <Fact name={words.state}>
          {active ? (joined ? words.active : words.waiting) : t.deactivated}
        </Fact>
        {isLocal && <Fact name={words.secondFactor}>{words[`factor_${secondFactor}`]}</Fact>}
        <Fact name={t.lastLogin}>{lastLogin === null ? t.never : <Moment time={lastLogin} />}</Fact>
      </dl>
    </Panel>
  )
}

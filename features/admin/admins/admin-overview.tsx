import { permissionsOf, type Role } from '#contract/permission.ts'
import { formatAgo } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { settings } from '#web/settings.ts'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { rich } from '#web/ui/rich.ts'
import { Panel } from '#web/ui/panel.tsx'
import { State } from './cells.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import type { AdminDetails } from './contract.ts'
import styles from './page.module.css'

/** Shows each role with its permissions, and the pages that the roles open together. */
export function RolesPanel({ admin: { roles, grants } }: { admin: AdminDetails }) {
  const t = useMessages(messages)
  const grantTextOf = useGrantText(grants)
  const pages = useParts().pagesFor(permissionsOf(roles))
  return (
    <Panel title={t.roles}>
      {roles.length === 0 && <p className="soft">{t.noRole}</p>}
      {roles.length > 0 && (
        <dl className={`stack-3 ${styles.roles}`}>
          {roles.map((role) => (
            <div key={role}>
              <dt className="strong">{t[role]}</dt>
              <dd>{t[`text_${role}`]}</dd>
              <dd>
                <small>{grantTextOf(role)}</small>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="soft">{pages.length === 0 ? t.seesNothing : t.sees({ list: pages })}</p>
    </Panel>
  )
}

/** Returns a function that describes when and by whom a role was granted. */
function useGrantText(grants: AdminDetails['grants']): (role: Role) => string {
  const t = useMessages(accountMessages)
  const { locale } = useLocale()
  return (role) => {
    const grant = grants.find((each) => each.role === role)
    if (!grant) return ''
    const time = formatAgo(grant.givenAt, locale, defaultTimeZone())
    return grant.givenBy === null ? t.givenAt({ time }) : t.given({ time, name: grant.givenBy })
  }
}

type InvitationProps = { invitation: NonNullable<AdminDetails['invitation']> }

/** Shows the state of the admin's set-up link and when it expires. */
export function Invitation({ invitation }: InvitationProps) {
  const t = useMessages(accountMessages)
  const { state, sentAt, sentBy, expiresAt } = invitation
  return (
    <Panel title={t.invitation}>
      <dl className="facts">
        <Fact name={t.state}>{t[`invitation_${state}`]}</Fact>
        <Fact name={t.sent}>
          <Moment time={sentAt} />
        </Fact>
        {sentBy !== null && (
          <Fact name={t.sentBy}>
            <bdi>{sentBy}</bdi>
          </Fact>
        )}
        {state !== 'revoked' && (
          <Fact name={state === 'open' ? t.worksUntil : t.worked}>
            <Moment time={expiresAt} />
          </Fact>
        )}
      </dl>
      {state !== 'open' && <p className="soft">{t.invitationOver}</p>}
    </Panel>
  )
}

/** Shows the state of the account, its second factor, the last login and the admin who added it. */
export function Account({ admin }: { admin: AdminDetails }) {
  const t = useMessages(messages)
  const words = useMessages(accountMessages)
  const { secondFactor, secondFactorSince, lastLogin, createdBy } = admin
  return (
    <Panel title={words.account}>
      <dl className="facts">
        <Fact name={words.state}>
          <State admin={admin} />
        </Fact>
        {settings().adminSignIn === 'local' && (
          <Fact name={words.secondFactor}>
            {words[`factor_${secondFactor}`]}{' '}
            {secondFactorSince !== null && (
              <span className="soft">
                {rich(words.since, { time: <Moment time={secondFactorSince} /> })}
              </span>
            )}
          </Fact>
        )}
        <Fact name={t.lastLogin}>
          <Moment time={lastLogin} missing={t.never} />
        </Fact>
        <Fact name={words.created}>
          <Moment time={admin.createdAt} />{' '}
          {createdBy !== null && (
            <span className="soft">{rich(words.byWhom, { name: <bdi>{createdBy}</bdi> })}</span>
          )}
        </Fact>
      </dl>
    </Panel>
  )
}

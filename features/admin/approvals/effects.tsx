import * as adminLinks from '#contract/admin-links.ts'
import type { ApprovalKind } from '#contract/approval.ts'
import { roles, type Role } from '#contract/permission.ts'
import { counted, fill } from '#contract/locale.ts'
import { formatTime, tags } from '#contract/time.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Changes } from '#web/ui/changes.tsx'
import { changesMessages } from '#web/ui/changes-messages.ts'
import { mostPeople, type ApprovalDetails } from './contract.ts'
import { endedMessages } from './ended-messages.ts'
import { effectMessages } from './effect-messages.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { openStates, useNames, useNear } from './words.tsx'

type Props = { approval: ApprovalDetails }

/** So many users are shown at once. */
const few = 20

const withValues: readonly ApprovalKind[] = [
  'platform-addresses',
  'company-deactivate',
  'service-account-add',
]

/** What the approval does, in sentences; values where a sentence could not hold them; and the users of an action for many. */
export function Effects({ approval }: Props) {
  const t = useMessages(messages)
  const { noneDone } = useMessages(endedMessages)
  const sentences = useSentences(approval)
  return (
    <>
      {approval.ended && <p className="soft">{noneDone}</p>}
      <ul className={styles.effects}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {withValues.includes(approval.kind) ? (
        <Values approval={approval} caption={t.exactly} />
      ) : null}
      <People approval={approval} />
    </>
  )
}

/** Without what the sentence above says. */
function Values({ approval, caption }: { approval: ApprovalDetails; caption: string }) {
  const { active: _, newSecret: __, ...after } = approval.proposal
  const { active: ___, newSecret: ____, ...before } = approval.before
  return <Changes before={before} after={after} names={approval.names} caption={caption} />
}

function People({ approval: { proposal, people } }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const more = Number(proposal['total'] ?? 0) - people.length
  if (people.length === 0) return null
  return (
    <details className={styles.affected} open={people.length <= few}>
      <summary>{t.people}</summary>
      <ul className={styles.people}>
        {people.map(({ id, name }) => (
          <li key={id}>
            <LinkTo to={adminLinks.user({ id })}>
              <bdi>{name}</bdi>
            </LinkTo>
          </li>
        ))}
      </ul>
      {people.length === mostPeople && more > 0 && <p>{counted(t.more, more, locale)}</p>}
    </details>
  )
}

function useSentences(approval: ApprovalDetails): string[] {
  const t = useMessages(effectMessages)
  const { locale } = useLocale()
  const { nameOfTarget } = useNames()
  const ofFactors = useFactorSentences()
  const rolesOf = useRoles()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { before, proposal } = approval
  const name = nameOfTarget(approval.target)
  const timeOf = (time: unknown) => formatTime(String(time), locale, timeZone)
  switch (approval.kind) {
    case 'replace-factors':
      return ofFactors(approval, name)
    case 'user-unlock':
      return [fill(t.unlocks, { name, time: timeOf(before['lockedSince']) }), t.keepsAll]
    case 'users-deactivate':
      return [counted(t.deactivatesMany, Number(proposal['total'] ?? 0), locale), t.lockedOut]
    case 'company-deactivate':
      return [fill(t.deactivatesCompany, { name }), t.lockedOut]
    case 'platform-addresses':
      return [fill(proposal['newSecret'] ? t.newSecret : t.changesPlatform, { name })]
    case 'service-account-add':
      return [fill(before['name'] === undefined ? t.addsService : t.changesService, { name })]
    case 'admin-roles': {
      const [held, wanted] = [before['roles'], proposal['roles']].map(rolesIn)
      return [
        ...rolesOf(t.gives, name, without(wanted, held)),
        ...rolesOf(t.takes, name, without(held, wanted)),
      ]
    }
    case 'admin-add': {
      const { firstname, lastname, email } = proposal
      const invited = `${String(firstname)} ${String(lastname)}`
      return [
        fill(t.invites, { name: invited, email: String(email) }),
        ...rolesOf(t.gives, invited, rolesIn(proposal['roles'])),
      ]
    }
    case 'admin-reset':
      return [fill(t.resets, { name })]
    case 'admin-deactivate':
      return [fill(t.deactivatesAdmin, { name })]
  }
}

function rolesIn(value: unknown): Role[] {
  return Array.isArray(value) ? roles.filter((role) => value.includes(role)) : []
}

function without(moved: readonly Role[] = [], others: readonly Role[] = []): Role[] {
  return moved.filter((role) => !others.includes(role))
}

/** None where there are no roles. */
function useRoles(): (text: string, name: string, moved?: readonly Role[]) => string[] {
  const words = useMessages(changesMessages)
  const { locale } = useLocale()
  return (text, name, moved = []) => {
    const names = moved.map((role) => words[`value_roles_${role}`])
    const list = new Intl.ListFormat(tags[locale]).format(names)
    return moved.length > 0 ? [fill(text, { name, roles: list })] : []
  }
}

function useFactorSentences(): (approval: ApprovalDetails, name: string) => string[] {
  const t = useMessages(effectMessages)
  const { locale } = useLocale()
  const near = useNear()
  return ({ state, before, proposal, notBefore, user }, name) => {
    const isAhead = openStates.includes(state)
    const isWhole = proposal['lost'] === 'password-and-factors'
    const things = [
      isWhole && t.thing_password,
      before['authenticator'] === true && t.thing_app,
      Number(before['passkeys'] ?? 0) > 0 && t.thing_passkeys,
      t.thing_codes,
    ].filter((thing) => thing !== false)
    const list = new Intl.ListFormat(tags[locale]).format(things)
    return [
      fill(isAhead ? t.mails : t.mailsOnly, {
        name,
        email: user?.email ?? '',
        time: near(notBefore),
      }),
      fill(t.replaces, { things: list }),
      isWhole ? t.needsCode : t.keepsPassword,
      t.endsSessions,
    ]
  }
}

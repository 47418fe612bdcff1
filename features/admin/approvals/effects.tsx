import type { ReactNode } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { ApprovalKind } from '#contract/approval.ts'
import { roles, type Role } from '#contract/permission.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { LinkTo } from '#web/link-to.tsx'
import type { TextWith } from '#contract/text.ts'
import { nameOf } from '#contract/full-name.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { Changes } from '#web/parts/changes.tsx'
import { changesMessages } from '#web/parts/texts/messages.ts'
import { maxPeople, type ApprovalDetails } from './contract.ts'
import { endedMessages, effectMessages, messages } from './texts/messages.ts'
import { Differences } from './differences.tsx'
import styles from './page.module.css'
import { openStates, useNames, useNear } from './words.tsx'

type Props = { approval: ApprovalDetails }

/** Maximum number of users for which the list starts expanded. */
const maxExpanded = 20

/** Kinds whose sentences leave out some of the changed values. */
const kindsWithValues: readonly ApprovalKind[] = [
  'platform-addresses',
  'platform-add',
  'api-add',
  'company-deactivate',
  'service-account-add',
]

/** Shows the effects of a request as sentences, exact values for some kinds, and the users of an action on many. */
export function Effects({ approval }: Props) {
  const { noneDone } = useMessages(endedMessages)
  const sentences = useSentences(approval)
  return (
    <>
      {approval.ended && <p className="soft">{noneDone}</p>}
      <ul className="marked">
        {sentences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
      {kindsWithValues.includes(approval.kind) && <Values approval={approval} />}
      <People approval={approval} />
      {approval.kind === 'configuration-apply' && <Differences approval={approval} />}
    </>
  )
}

/** Shows the changed values, except those that the sentences already state. */
function Values({ approval: { before, proposal, names } }: Props) {
  const { exactly } = useMessages(messages)
  const values = { before: withoutStated(before), after: withoutStated(proposal) }
  return <Changes {...values} names={names} caption={exactly} />
}

function withoutStated(values: ApprovalDetails['before']) {
  const stated = ['active', 'newSecret', 'graceHours', 'id', 'clientId']
  return Object.fromEntries(Object.entries(values).filter(([name]) => !stated.includes(name)))
}

function People({ approval: { proposal, people } }: Props) {
  const t = useMessages(messages)
  const more = Number(proposal['total'] ?? 0) - people.length
  if (people.length === 0) return null
  return (
    <details className={styles.affected} open={people.length <= maxExpanded}>
      <summary>{t.people}</summary>
      <ul className={styles.people}>
        {people.map(({ id, name }) => (
          <li key={id} className="line-2 tall">
            <LinkTo to={adminLinks.user({ id })}>
              <bdi>{name}</bdi>
            </LinkTo>
          </li>
        ))}
      </ul>
      {people.length === maxPeople && more > 0 && <p>{t.more({ count: more })}</p>}
    </details>
  )
}

function useSentences(approval: ApprovalDetails): ReactNode[] {
  const t = useMessages(effectMessages)
  const { locale } = useLocale()
  const { nameOfTarget } = useNames()
  const ofFactors = useFactorSentences()
  const ofPlatform = usePlatformSentences()
  const ofFile = useFileSentences()
  const rolesOf = useRoleSentences()
  const timeZone = defaultTimeZone()
  const { before, proposal } = approval
  const name = nameOfTarget(approval.target)
  const timeOf = (time: unknown) => formatTime(String(time), locale, timeZone)
  switch (approval.kind) {
    case 'replace-factors':
      return ofFactors(approval, name)
    case 'user-unlock':
      return [t.unlocks({ name, time: timeOf(before['lockedSince']) }), t.keepsAll]
    case 'users-deactivate':
      return [t.deactivatesMany({ count: Number(proposal['total'] ?? 0) }), t.lockedOut]
    case 'company-deactivate':
      return [t.deactivatesCompany({ name }), t.lockedOut]
    case 'platform-add':
    case 'api-add':
    case 'api-secret':
    case 'platform-addresses':
      return ofPlatform(approval, name)
    case 'service-account-add':
      return [(before['name'] === undefined ? t.addsService : t.changesService)({ name })]
    case 'admin-roles': {
      const [oldRoles, newRoles] = [rolesIn(before['roles']), rolesIn(proposal['roles'])]
      return [
        ...rolesOf(t.gives, name, without(newRoles, oldRoles)),
        ...rolesOf(t.takes, name, without(oldRoles, newRoles)),
      ]
    }
    case 'admin-add': {
      const fullName = fullNameIn(proposal)
      const invites = <Invites key="invites" name={fullName} email={String(proposal['email'])} />
      return [invites, ...rolesOf(t.gives, fullName, rolesIn(proposal['roles']))]
    }
    case 'admin-reset':
      return [t.resets({ name })]
    case 'admin-deactivate':
      return [t.deactivatesAdmin({ name })]
    case 'admin-activate':
      return [t.activatesAdmin({ name })]
    case 'configuration-apply':
      return ofFile(approval)
  }
}

function Invites({ name, email }: { name: string; email: string }) {
  const t = useMessages(effectMessages)
  return <TextWithEmail text={(values) => t.invites({ name, ...values })} email={email} />
}

/** Returns a function that builds the sentences about a configuration file. */
function useFileSentences(): (approval: ApprovalDetails) => string[] {
  const t = useMessages(effectMessages)
  return ({ state, proposal: { name, total } }) => [
    t.appliesFile({ file: String(name), count: Number(total) }),
    ...(openStates.includes(state) ? [t.ifUnchanged] : []),
  ]
}

/** Returns a function that builds the sentences about a platform or API: a new one, a new secret, or changes. */
function usePlatformSentences(): (approval: ApprovalDetails, name: string) => string[] {
  const t = useMessages(effectMessages)
  return ({ kind, proposal }, name) => {
    if (kind === 'platform-add') return [t.addsPlatform({ name })]
    if (kind === 'api-add') return [t.addsApi({ name, id: String(proposal['id']) })]
    const { active, newSecret, graceHours, ...others } = proposal
    if (newSecret) return [t.newSecret({ name, hours: Number(graceHours ?? 0) })]
    const isChanged = Object.keys(others).length > 0
    return [
      ...(active === true ? [t.activatesPlatform({ name })] : []),
      ...(isChanged ? [t.changesPlatform({ name })] : []),
    ]
  }
}

function fullNameIn({ firstname, lastname }: ApprovalDetails['proposal']): string {
  return nameOf({ firstname: String(firstname), lastname: String(lastname) })
}

function rolesIn(value: unknown): Role[] {
  return Array.isArray(value) ? roles.filter((role) => value.includes(role)) : []
}

function without(list: readonly Role[], others: readonly Role[]): Role[] {
  return list.filter((role) => !others.includes(role))
}

type RolesText = TextWith<{ name: string; roles: readonly string[] }>

/** Returns a function that builds a sentence about roles; no sentence for an empty list of roles. */
function useRoleSentences(): (text: RolesText, name: string, list: readonly Role[]) => string[] {
  const words = useMessages(changesMessages)
  return (text, name, list) => {
    const roles = list.map((role) => words[`value_roles_${role}`])
    return list.length > 0 ? [text({ name, roles })] : []
  }
}

function useFactorSentences(): (approval: ApprovalDetails, name: string) => ReactNode[] {
  const t = useMessages(effectMessages)
  const near = useNear()
  return ({ state, before, proposal, notBefore, user }, name) => {
    const mailsText = openStates.includes(state) ? t.mails : t.mailsOnly
    const includesPassword = proposal['lost'] === 'password-and-factors'
    const things = [
      includesPassword && t.thing_password,
      before['authenticator'] === true && t.thing_app,
      Number(before['passkeys'] ?? 0) > 0 && t.thing_passkeys,
      t.thing_codes,
    ].filter((thing) => thing !== false)
    const mails = (values: { email: string }) =>
      mailsText({ name, time: near(notBefore), ...values })
    return [
      <TextWithEmail key="mails" text={mails} email={user?.email ?? ''} />,
      t.replaces({ things }),
      includesPassword ? t.needsCode : t.keepsPassword,
      t.endsSessions,
    ]
  }
}

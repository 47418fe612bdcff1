import * as adminLinks from '#contract/admin-links.ts'
import type { Link } from '#contract/links.ts'
import { formatNearInSentence, formatRecentInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { LinkTo, useMayOpen } from '#web/link-to.tsx'
import { formatList, textWith } from '#contract/text.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { ConcernKind, Overview } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Topic = keyof typeof messages.en & `topic_${string}`
type Concern = Overview['concerns'][number]

const urgent: readonly ConcernKind[] = [
  'waitingApprovals',
  'sealingLate',
  'usedBreakGlass',
  'lockedAccounts',
  'lockedAdmins',
  'oldBackup',
]

/** Lists the concerns that need attention, each with a link to the page where an admin can resolve it. */
export function Concerns({ overview }: { overview: Overview }) {
  const t = useMessages(messages)
  const hintOf = useHints()
  const maySeeUsers = useMayOpen(adminLinks.users)
  const sentenceOf = useSentences()
  return (
    <section className={`card ${styles.concerns}`} aria-labelledby="concerns">
      <h2 id="concerns">{t.concerns}</h2>
      <ul className="bare">
        {overview.concerns.map((concern) => {
          const page = pageOf(concern, maySeeUsers)
          const sentence = sentenceOf(concern)
          const hint = hintOf(concern)
          return (
            <li key={concern.kind} data-urgent={urgent.includes(concern.kind)}>
              <LineIcon
                path="M10 3 17.5 16.5h-15zM10 8.5v3.5M10 14.3v.1"
                size={18}
                strokeWidth={1.6}
              />
              <span>
                {page ? <LinkTo to={page}>{sentence}</LinkTo> : sentence}{' '}
                {hint !== undefined && <span className={styles.hint}>{hint}</span>}
              </span>
            </li>
          )
        })}
        <CheckedTopics overview={overview} />
      </ul>
    </section>
  )
}

const topics: Readonly<Record<ConcernKind, Topic>> = {
  sealingLate: 'topic_log',
  usedBreakGlass: 'topic_breakGlass',
  waitingApprovals: 'topic_requests',
  undecidedApprovals: 'topic_requests',
  lockedAccounts: 'topic_lockouts',
  lockedAdmins: 'topic_lockouts',
  blockedAddresses: 'topic_addresses',
  undeliveredNotifications: 'topic_notices',
  undeliveredMails: 'topic_mails',
  failingWebhooks: 'topic_webhooks',
  expiringInvitations: 'topic_invitations',
  companiesWithoutOwner: 'topic_companies',
  unfinishedUsers: 'topic_users',
  unmetRequirements: 'topic_compliance',
  dormantCompanies: 'topic_companies',
  oldBackup: 'topic_backups',
}

/** Maximum number of topics to name; they fit in a line or two on a phone. */
const maxNames = 3

/** Shows which topics were checked and are fine, and when; topics that were not checked are left out. */
function CheckedTopics({ overview: { concerns, checked, statesAsOf } }: { overview: Overview }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const topicsWithConcern = new Set(concerns.map(({ kind }) => topics[kind]))
  const fineTopics = [...new Set(checked.map((kind) => topics[kind]))].filter(
    (topic) => !topicsWithConcern.has(topic),
  )
  if (fineTopics.length === 0 || statesAsOf === null) return null
  const names = fineTopics.map((topic) => t[topic])
  const isFolded = fineTopics.length > maxNames
  const time = formatRecentInSentence(statesAsOf, locale, defaultTimeZone())
  return (
    <li className={`soft ${styles.well}`}>
      <LineIcon path="M3.5 8.5l3 3 6-7" box={16} />
      <span>
        <span data-folds={isFolded}>{t.well({ topics: names })}</span>
        {isFolded && (
          <details>
            <summary>{t.wellCount({ count: fineTopics.length })}</summary>
            <span>{formatList(names, locale)}</span>
          </details>
        )}
        <span className="second-line">{t.checked({ time })}</span>
      </span>
    </li>
  )
}

function useSentences(): (concern: Concern) => string {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return ({ kind, count, since }) => {
    const time = since === null ? '' : formatRecentInSentence(since, locale, defaultTimeZone())
    return textWith(t[kind], { count: count ?? 0, time })
  }
}

/** Returns a function for the hint below a concern: the time left, or a remedy if the admin has no page for it. */
function useHints(): (concern: Concern) => string | undefined {
  const maySeeMails = useMayOpen(adminLinks.undeliveredMails)
  const t = useMessages(messages)
  const { locale } = useLocale()
  return ({ kind, until }) => {
    if (until !== null)
      return t.until({ time: formatNearInSentence(until, locale, defaultTimeZone()) })
    if (kind === 'sealingLate') return t.sealingLateHint
    if (kind === 'oldBackup') return t.oldBackupHint
    return kind === 'undeliveredMails' && !maySeeMails ? t.undeliveredMailsHint : undefined
  }
}

const lockoutActions = 'account_locked,account_restricted'

function logLink(action: string, search = {}): Link {
  return adminLinks.auditLog({ range: 'lastWeek', action, ...search })
}

/** Returns the page where an admin can resolve a concern; undefined if the portal has none. */
function pageOf({ kind }: Concern, maySeeUsers: boolean): Link | undefined {
  switch (kind) {
    case 'waitingApprovals':
      return adminLinks.approvals()
    case 'undecidedApprovals':
      return adminLinks.approvals({ decider: 'anyone', state: 'asked' })
    case 'failingWebhooks':
      return adminLinks.webhooks()
    case 'sealingLate':
    case 'oldBackup':
      return undefined
    case 'undeliveredMails':
      return adminLinks.undeliveredMails()
    case 'lockedAccounts':
      return maySeeUsers ? adminLinks.users({ status: 'locked' }) : logLink(lockoutActions)
    case 'lockedAdmins':
      return logLink(lockoutActions, { subSystem: 'admin' })
    case 'usedBreakGlass':
      return logLink('break_glass_used', { range: 'lastMonth' })
    case 'blockedAddresses':
      return logLink('address_blocked')
    case 'undeliveredNotifications':
      return adminLinks.platforms({ notices: 'late' })
    case 'unfinishedUsers':
      return adminLinks.users({ status: 'invited' })
    case 'unmetRequirements':
      return adminLinks.compliance()
    case 'expiringInvitations':
      return adminLinks.invitations({ expiresWithin: '48' })
    case 'companiesWithoutOwner':
      return adminLinks.companies({ delegated: 'withoutOwner' })
    case 'dormantCompanies':
      return adminLinks.companies({ noLoginFor: '60' })
  }
}

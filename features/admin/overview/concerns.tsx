import * as adminLinks from '#contract/admin-links.ts'
import { formatDistance } from '#contract/distance.ts'
import type { Link } from '#contract/links.ts'
import { formatNearInSentence, formatRecentInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { ButtonTo, useMayOpen } from '#web/link-to.tsx'
import { formatList, textWith } from '#contract/text.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { ConcernKind, Overview } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Topic = keyof typeof messages.en & `topic_${string}`
type Concern = Overview['concerns'][number]

const severities = ['now', 'week', 'later'] as const

type Severity = (typeof severities)[number]

const severityOf: Readonly<Record<ConcernKind, Severity>> = {
  sealingLate: 'now',
  usedBreakGlass: 'now',
  waitingApprovals: 'now',
  lockedAccounts: 'now',
  lockedAdmins: 'now',
  oldBackup: 'now',
  blockedAddresses: 'week',
  undeliveredNotifications: 'week',
  undeliveredMails: 'week',
  failingWebhooks: 'week',
  expiringInvitations: 'week',
  companiesWithoutOwner: 'week',
  undecidedApprovals: 'later',
  unfinishedUsers: 'later',
  unmetRequirements: 'later',
  dormantCompanies: 'later',
}

/** Shows whether everything is fine, and what needs attention, the most urgent first, each with one button. */
export function Concerns({ overview }: { overview: Overview }) {
  const t = useMessages(messages)
  const { concerns, checked } = overview
  const sorted = concerns.toSorted((one, other) => rankOf(one) - rankOf(other))
  const count = (severity: Severity) =>
    concerns.filter(({ kind }) => severityOf[kind] === severity).length
  const worst = severities.find((severity) => severity !== 'later' && count(severity) > 0)
  const verdict = () => {
    if (worst === 'now') return t.verdictNow({ count: count('now') })
    if (worst === 'week') return t.verdictWeek({ count: count('week') })
    return checked.length > 0 ? t.verdictFine : t.verdictNone
  }
  return (
    <section className={`card ${styles.concerns}`} aria-label={t.concerns} data-worst={worst}>
      <h2>
        <LineIcon path={worst ? warningPath : finePath} size={22} strokeWidth={1.6} />
        {verdict()}
      </h2>
      <ul className="bare">
        {sorted.map((concern) => (
          <ConcernRow key={concern.kind} concern={concern} />
        ))}
      </ul>
      <CheckedTopics overview={overview} />
    </section>
  )
}

const warningPath = 'M10 3 17.5 16.5h-15zM10 8.5v3.5M10 14.3v.1'
const finePath = 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M6.8 10.2l2.3 2.3 4.2-4.8'

function rankOf({ kind }: Concern): number {
  return severities.indexOf(severityOf[kind])
}

function ConcernRow({ concern }: { concern: Concern }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const maySeeUsers = useMayOpen(adminLinks.users)
  const [sentenceOf, hintOf] = [useSentences(), useHints()]
  const { kind, startedAt } = concern
  const severity = severityOf[kind]
  const page = pageOf(concern, maySeeUsers)
  const age = startedAt && t.since({ distance: formatDistance(startedAt, locale) })
  const facts = [age, hintOf(concern)].filter(Boolean)
  return (
    <li data-severity={severity}>
      <span className="tag" data-kind={tagKinds[severity]}>
        {t[`severity_${severity}`]}
      </span>
      <span>
        {sentenceOf(concern)}
        {facts.length > 0 && <span className="second-line">{facts.join(' · ')}</span>}
      </span>
      {page && <ButtonTo to={page}>{t[labelOf(kind, maySeeUsers)]}</ButtonTo>}
    </li>
  )
}

const tagKinds = { now: 'bad', week: 'low', later: undefined } as const

/** Returns the name of the button's text, which names the page that it opens. */
function labelOf(kind: ConcernKind, maySeeUsers: boolean) {
  if (kind === 'lockedAccounts' && !maySeeUsers) return 'view_events'
  return labels[kind] ?? 'view_events'
}

const labels: Partial<Record<ConcernKind, keyof typeof messages.en & `view_${string}`>> = {
  waitingApprovals: 'view_requests',
  undecidedApprovals: 'view_requests',
  lockedAccounts: 'view_users',
  unfinishedUsers: 'view_users',
  undeliveredNotifications: 'view_platforms',
  undeliveredMails: 'view_mails',
  failingWebhooks: 'view_webhooks',
  expiringInvitations: 'view_invitations',
  companiesWithoutOwner: 'view_companies',
  dormantCompanies: 'view_companies',
  unmetRequirements: 'view_requirements',
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
    <div className={`soft ${styles.well}`}>
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
    </div>
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
      return adminLinks.failedLogins()
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

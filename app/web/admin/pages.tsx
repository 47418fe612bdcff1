import { Link, useRouter, useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useAdminMe, useMay } from '#web/me.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listUsers, moveUser } from '../../../features/admin/users/contract.ts'
import { newPlatform, paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { visibleMenu } from '../guards.ts'
import { stringifySearch } from '../search.ts'
import { adminMenu } from './admin-menu.ts'
import type { SearchLink } from './overview.tsx'
import { useBulkOfUsers } from './bulk.tsx'
import { Pending } from './approvals.tsx'
import { activityInLog } from './entry-details.tsx'
import { useNameLinks } from './name-links.tsx'
import { linkTo, linkToOne, usePageSearch, type Search } from '../page-links.tsx'

const AuditLogPage = lazyPage(
  () => import('../../../features/admin/audit-log/page.tsx'),
  'AuditLogPage',
)
const BrandPage = lazyPage(() => import('../../../features/admin/brand/page.tsx'), 'BrandPage')
const OverviewPage = lazyPage(() => import('./overview.tsx'), 'AdminOverview')
const CompliancePage = lazyPage(
  () => import('../../../features/admin/compliance/page.tsx'),
  'CompliancePage',
)
const PartnerUsersPage = lazyPage(
  () => import('../../../features/admin/users/page.tsx'),
  'PartnerUsersPage',
)
const PartnerUserPanel = lazyPage(
  () => import('../../../features/admin/users/panel.tsx'),
  'PartnerUserPanel',
)
const InvitationsPage = lazyPage(
  () => import('../../../features/admin/invitations/page.tsx'),
  'InvitationsPage',
)
const InvitationPanel = lazyPage(
  () => import('../../../features/admin/invitations/panel.tsx'),
  'InvitationPanel',
)
const PlatformsPage = lazyPage(
  () => import('../../../features/admin/platforms/page.tsx'),
  'PlatformsPage',
)
const PlatformPanel = lazyPage(
  () => import('../../../features/admin/platforms/panel.tsx'),
  'PlatformPanel',
)

const AccountPage = lazyPage(() => import('./account.tsx'), 'AdminAccount')

Overview.preload = preloadOf(OverviewPage)
AuditLog.preload = preloadOf(AuditLogPage)
Brand.preload = preloadOf(BrandPage)
Compliance.preload = preloadOf(CompliancePage)
PartnerUsers.preload = preloadOf(PartnerUsersPage)
Invitations.preload = preloadOf(InvitationsPage)
Platforms.preload = preloadOf(PlatformsPage)
Account.preload = preloadOf(AccountPage)

const SearchLink: SearchLink = ({ to, search, ...props }) => (
  <Link to={to} search={search as never} {...props} />
)

export function Overview() {
  const { search, go } = usePageSearch(paths.overview)
  return (
    <OverviewPage
      range={search['range']}
      onRange={(range) => go(range === 'day' ? {} : { range })}
      link={SearchLink}
    />
  )
}

const auditLogUrl = (search: Search) => paths.auditLogs + stringifySearch(search)

/** The audit log. The history entry keeps the previous pages, since a link to one page does not need them. */
export function AuditLog() {
  const router = useRouter()
  const { search } = usePageSearch(paths.auditLogs)
  const { before = [] } = useLocation().state as { before?: string[] }
  const links = useNameLinks()
  return (
    <AuditLogPage
      search={search}
      before={before}
      hrefOf={auditLogUrl}
      links={links}
      go={(next, turned = [], isReplaced = false) =>
        router.history[isReplaced ? 'replace' : 'push'](auditLogUrl(next), { before: [...turned] })
      }
    />
  )
}

/** Links to the audit log of the last 30 days, as evidence from the running system. */
const logLink = (actions: readonly string[], text: ReactNode) =>
  linkTo(paths.auditLogs, { range: 'lastMonth', action: actions.join(',') })(text)

export function Brand() {
  return <BrandPage />
}

const dayMs = 24 * 60 * 60 * 1_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Lists with the users, admins and platforms that a finding counts. */
const listsOfFindings: Readonly<Record<string, [path: string, search: () => Search]>> = {
  unusedUsers: [paths.partnerUsers, () => ({ lastLoginBefore: daysAgo(90), sort: '-lastLogin' })],
  unusedAdmins: [paths.adminUsers, () => ({})],
  oldPasswords: [
    paths.partnerUsers,
    () => ({ status: 'active,invited,locked', secondFactor: 'none' }),
  ],
  longWithoutFactor: [
    paths.partnerUsers,
    () => ({ status: 'active,invited,locked', secondFactor: 'none' }),
  ],
  idlePlatforms: [paths.platforms, () => ({})],
}

export function Compliance() {
  const { search, go } = usePageSearch(paths.compliance)
  const { permissions } = useAdminMe()
  const visible = new Set(visibleMenu(adminMenu, permissions).map(({ target }) => target))
  const listLink = (what: string, text: ReactNode) => {
    const [path, search] = listsOfFindings[what] ?? []
    return path !== undefined && visible.has(path) ? linkTo(path, search?.() ?? {})(text) : text
  }
  const { platform: platformLink = (_id: string, text: ReactNode) => text } = useNameLinks()
  return <CompliancePage search={search} onSearch={go} {...{ logLink, listLink, platformLink }} />
}

const invitationsLink = linkTo(paths.invitations, { state: 'open,expired' })
const neverJoinedLink = linkTo(paths.partnerUsers, { status: 'invited' })

async function findCompanies(q: string, signal: AbortSignal) {
  const companies = await call(listPartners, { query: { q, limit: '20' } }, { signal })
  return companies.map(({ id, name }) => ({ id, name }))
}

export function PartnerUsers() {
  const { search, go, goWithin } = usePageSearch(paths.partnerUsers)
  const { user, tab, period, ...listed } = search
  const { bulk, dialog, allLink } = useBulkOfUsers()
  const links = useNameLinks()
  const mayMove = useMay(moveUser)
  if (user !== undefined) {
    return (
      <PartnerUserPanel
        key={user}
        id={user}
        tab={tab}
        period={period}
        onTab={(next, day) => goWithin({ ...search, tab: next, period: day })}
        backLink={linkTo(paths.partnerUsers, listed)}
        pending={<Pending about={{ target: user }} except="replace-factors" />}
        requestLink={linkToOne(paths.approvals, {}, 'approval')}
        links={links}
        log={activityInLog}
        findCompanies={mayMove ? findCompanies : undefined}
      />
    )
  }
  return (
    <>
      <PartnerUsersPage
        search={listed}
        onSearch={(next, isReplaced = false) => go(next, isReplaced)}
        userLink={linkToOne(paths.partnerUsers, listed, 'user')}
        invitationsLink={invitationsLink}
        bulk={bulk}
        bulkLink={allLink}
      />
      {dialog}
    </>
  )
}

const inviteLink = linkTo(paths.invitations, { form: 'new' }, 'primary-button')

/** Links to the user of an accepted invitation, by the address: nothing else is known, and only one user has it. */
const userOfAddress = (email: string, name: ReactNode) =>
  linkTo(paths.partnerUsers, { q: email, deactivated: 'true' })(name)

const accessOfCompany = linkToOne(paths.companies, { tab: 'access' }, 'company')

/** Returns the invitation to replace, from the link of an undelivered email; undefined without one. */
function replacedOf({ replaces: id, q: email }: Search) {
  return id === undefined || email === undefined ? undefined : { id, email }
}

export function Invitations() {
  const { search, onSearch } = usePageSearch(paths.invitations)
  const router = useRouter()
  const maySeeCompanies = useMay(listPartners)
  const replaced = replacedOf(search)
  if (search['form'] === undefined) {
    return (
      <InvitationsPage
        view={{ search, onSearch }}
        inviteLink={inviteLink}
        neverJoinedLink={neverJoinedLink}
        userLink={userOfAddress}
      />
    )
  }
  return (
    <InvitationPanel
      backLink={linkTo(replaced ? paths.mails : paths.invitations, {})}
      company={search['company']}
      replaced={replaced}
      onReplaced={() => router.navigate({ to: paths.mails as string, ignoreBlocker: true })}
      accessLink={maySeeCompanies ? accessOfCompany : undefined}
    />
  )
}

const usersOfPlatform = linkToOne(paths.partnerUsers, {}, 'platform', 'quiet-button')

/** Returns up to eight users whose name or address contains the query. */
const findUsers = async (q: string, signal: AbortSignal) => {
  const users = await call(listUsers, { query: { q, limit: 8 } }, { signal })
  return users.map((user) => ({ id: user.id, name: nameOf(user), email: user.email }))
}

export function Platforms() {
  const { search, go, onSearch } = usePageSearch(paths.platforms)
  const maySeeUsers = useMay(listUsers)
  const { platform, tab, ...listed } = search
  // The server sends a secret once: only this page holds it until the admin has stored it.
  const [secret, setSecret] = useState<{ id: string; clientSecret: string; isWaiting: boolean }>()
  if (platform === undefined) {
    return (
      <PlatformsPage
        view={{ search: listed, onSearch }}
        platformLink={linkToOne(paths.platforms, listed, 'platform')}
        addLink={linkTo(paths.platforms, { ...listed, platform: newPlatform }, 'primary-button')}
      />
    )
  }
  return (
    <PlatformPanel
      key={platform}
      id={platform === newPlatform ? undefined : platform}
      tab={tab}
      onTab={(next) => go({ ...search, tab: next })}
      backLink={linkTo(paths.platforms, listed)}
      pending={<Pending about={{ target: platform }} />}
      secret={secret?.id === platform ? secret : undefined}
      onSecret={(id, clientSecret, isWaiting = false) =>
        setSecret(clientSecret === null ? undefined : { id, clientSecret, isWaiting })
      }
      onAdded={(id) => go({ platform: id })}
      testHref={(id) => paths.testLogin + stringifySearch({ platform: id })}
      usersLink={maySeeUsers ? usersOfPlatform : undefined}
      findUsers={maySeeUsers ? findUsers : undefined}
      companiesLink={linkTo(paths.companies, {}, 'secondary-button')}
      inviteLink={linkTo(paths.invitations, { form: 'new' }, 'secondary-button')}
    />
  )
}

const TestLoginPage = lazyPage(
  () => import('../../../features/admin/platforms/test-page.tsx'),
  'TestLoginPage',
)

/** Page after a test login. It removes the code, which works only once, from the URL and the history. */
export function TestLogin() {
  const router = useRouter()
  const query: Search = useSearch({ strict: false })
  const [answer] = useState(() => ({
    platform: query['platform'] ?? '',
    state: query['state'] ?? '',
    code: query['code'] ?? '',
    error: query['error'] ?? '',
    description: query['error_description'] ?? '',
  }))
  useEffect(() => {
    if (answer.state !== '') router.history.replace(paths.testLogin)
  }, [router, answer])
  return <TestLoginPage answer={answer} />
}

export function Account() {
  return <AccountPage />
}

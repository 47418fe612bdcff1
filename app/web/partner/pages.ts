import * as links from '#contract/links.ts'
import { menuMessages as activity } from '../../../features/company/activity/texts/messages.ts'
import { menuMessages as invitations } from '../../../features/company/invitations/texts/messages.ts'
import { menuMessages as networks } from '../../../features/company/networks/texts/messages.ts'
import { menuMessages as overview } from '../../../features/company/overview/texts/messages.ts'
import { menuMessages as requests } from '../../../features/company/requests/texts/messages.ts'
import { menuMessages as review } from '../../../features/company/review/texts/messages.ts'
import { menuMessages as users } from '../../../features/company/users/texts/messages.ts'
import type { MenuIcon } from '../icon-paths.ts'
import { row, type MenuText, type PageRow } from '../page-list.ts'

/** Every page of users, in the order of the menu. Router, menu, preloads, messages and budgets are made from it. */
export const partnerPages: readonly PageRow[] = [
  row(links.home, 'app/web/home-screen.tsx', 'HomeScreen', ['account', 'home', 'home']),
  row(links.profile, 'app/web/profile-screen.tsx', 'Profile', [
    'account',
    'personalDetails',
    'person',
  ]),
  row(links.security, 'app/web/security-screen.tsx', 'Security', ['account', 'security', 'shield']),
  row(
    links.replaceAuthenticator,
    'app/web/replace-authenticator-screen.tsx',
    'ReplaceAuthenticator',
  ),
  company(links.companyOverview, 'overview/screen', 'CompanyOverviewPage', [overview, 'chart']),
  company(links.companyUsers, 'users/screen', 'CompanyUsersPage', [users, 'people']),
  company(links.companyUser, 'users/user-screen', 'ColleaguePanel'),
  company(links.companyInvitations, 'invitations/screen', 'CompanyInvitationsPage', [
    invitations,
    'letter',
  ]),
  company(links.inviteColleagues, 'invitations/invite-screen', 'InviteColleaguesPanel'),
  company(links.companyRequests, 'requests/screen', 'RequestsPage', [requests, 'checks']),
  company(links.companyReview, 'review/screen', 'ReviewPage', [review, 'approvals']),
  company(links.companyNetworks, 'networks/screen', 'NetworksPage', [networks, 'globe']),
  company(links.companyActivity, 'activity/screen', 'CompanyActivityPage', [activity, 'list']),
  row(links.help, 'features/pages/help/page.tsx', 'HelpPage', ['support', 'helpCenter', 'help']),
  row(links.join, 'features/company/membership/join-screen.tsx', 'JoinPage'),
]

// @__NO_SIDE_EFFECTS__
function company(
  page: PageRow['page'],
  module: string,
  component: string,
  menu?: readonly [text: MenuText, icon: MenuIcon],
) {
  const place = menu && (['company', ...menu] as const)
  return row(page, `features/company/${module}.tsx`, component, place)
}

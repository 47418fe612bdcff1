import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { Permission } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import { listApprovals } from '../../../features/admin/approvals/contract.ts'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listRequirements } from '../../../features/admin/compliance/contract.ts'
import { saveBrand } from '../../../features/admin/brand/contract.ts'
import { addInvitations, listInvitations } from '../../../features/admin/invitations/contract.ts'
import { ranges, type Range } from '../../../features/admin/overview/contract.ts'
import { OverviewPage } from '../../../features/admin/overview/page.tsx'
import { addPlatform, listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { listUndelivered } from '../../../features/admin/users/undelivered-contract.ts'
import { listWebhooks } from '../../../features/admin/webhooks/contract.ts'
import { newPlatform, paths } from '../addresses.ts'
import { isPermitted } from '../guards.ts'

type LinkProps = {
  to: string
  search: Readonly<Record<string, string>>
  tabIndex?: 0 | -1
  children: ReactNode
}

/** Link to another page of the area; on the server a plain link. */
export type SearchLink = ComponentType<LinkProps>

type Props = { range?: string | undefined; onRange: (range: Range) => void; link: SearchLink }

export function AdminOverview({ range, onRange, link }: Props) {
  const { permissions } = useAdminMe()
  const knownRange = range !== undefined && range in ranges ? (range as Range) : 'day'
  return <OverviewPage range={knownRange} onRange={onRange} links={linksOf(link, permissions)} />
}

type OverviewLinks = ComponentProps<typeof OverviewPage>['links']
type Listing = { access: { adminWithAnyOf: readonly Permission[] } }

function linksOf(SearchLink: SearchLink, permissions: readonly string[]): OverviewLinks {
  const may = ({ access }: Listing) => isPermitted(access.adminWithAnyOf, permissions)
  const to = linkTo(SearchLink)
  return {
    log: (search, props) => <SearchLink to={paths.auditLogs} search={search} {...props} />,
    ...(may(listUsers) && { users: (search, text) => to(paths.partnerUsers, search, text) }),
    ...(may(listInvitations) && {
      invitations: (search, text) => to(paths.invitations, search, text),
    }),
    ...(may(listPartners) && { companies: (search, text) => to(paths.companies, search, text) }),
    ...(may(listPlatforms) && { platforms: (search, text) => to(paths.platforms, search, text) }),
    ...(may(listUndelivered) && {
      mails: (text) => to(paths.mails, {}, text),
    }),
    ...(may(listApprovals) && {
      approvals: (search, text) => to(paths.approvals, search, text),
    }),
    ...(may(listWebhooks) && { webhooks: (text) => to(paths.webhooks, {}, text) }),
    ...(may(listRequirements) && { compliance: (text) => to(paths.compliance, {}, text) }),
    firstSteps: {
      ...(may(addPlatform) && {
        platform: (text) => to(paths.platforms, { platform: newPlatform }, text),
      }),
      ...(may(saveBrand) && { brand: (text) => to(paths.brand, {}, text) }),
      ...(may(addInvitations) && { user: (text) => to(paths.invitations, { form: 'new' }, text) }),
    },
    names: {
      ...(may(listUsers) && { user: (id, name) => to(paths.partnerUsers, { user: id }, name) }),
      ...(may(listPartners) && {
        company: (id, name) => to(paths.companies, { company: id }, name),
      }),
    },
  }
}

function linkTo(SearchLink: SearchLink) {
  return (path: string, search: LinkProps['search'], text: ReactNode) => (
    <SearchLink to={path} search={search}>
      {text}
    </SearchLink>
  )
}

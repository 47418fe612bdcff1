import { useMe } from '#web/me.ts'
import { CompanyOverviewPage } from '../../../features/company/overview/page.tsx'
import { paths } from '../addresses.ts'
import { linkTo, linkToOne } from '../page-links.tsx'

export function Overview() {
  const { permissions } = useMe()
  const mayManage = permissions.includes('company_users')
  return (
    <CompanyOverviewPage
      links={
        mayManage
          ? {
              withoutFactor: linkTo(paths.companyUsers, { status: 'active', secondFactor: 'none' }),
              user: linkToOne(paths.companyUsers, {}, 'user'),
              requests: linkTo(paths.companyRequests, {}),
              invitations: linkTo(paths.companyInvitations, { state: 'open' }),
            }
          : {}
      }
    />
  )
}

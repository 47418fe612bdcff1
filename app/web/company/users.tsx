import { useMe } from '#web/me.ts'
import { CompanyUsersPage } from '../../../features/company/users/page.tsx'
import { ColleaguePanel } from '../../../features/company/users/panel.tsx'
import { paths } from '../addresses.ts'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

export function Users() {
  const { search, onSearch } = usePageSearch(paths.companyUsers)
  const { permissions } = useMe()
  const { user, ...listed } = search
  if (user !== undefined) {
    return (
      <ColleaguePanel
        key={user}
        id={user}
        backLink={linkTo(paths.companyUsers, listed)}
        isOwner={permissions.includes('company_owner')}
      />
    )
  }
  return (
    <CompanyUsersPage
      search={listed}
      onSearch={onSearch}
      userLink={linkToOne(paths.companyUsers, listed, 'user')}
    />
  )
}

import { useMe } from '#web/me.ts'
import { CompanyActivityPage } from '../../../features/company/activity/page.tsx'
import { paths } from '../addresses.ts'
import { linkToOne, usePageSearch } from '../page-links.tsx'

export function Activity() {
  const { search, onSearch } = usePageSearch(paths.companyActivity)
  const { permissions } = useMe()
  const mayOpen = permissions.includes('company_users')
  return (
    <CompanyActivityPage
      search={search}
      onSearch={onSearch}
      links={mayOpen ? { user: linkToOne(paths.companyUsers, {}, 'user') } : {}}
    />
  )
}

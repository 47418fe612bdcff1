import { useMe } from '#web/me.ts'
import { RequestsPage } from '../../../features/company/requests/page.tsx'
import { paths } from '../addresses.ts'
import { linkToOne, usePageSearch } from '../page-links.tsx'

export function Requests() {
  const { search, onSearch } = usePageSearch(paths.companyRequests)
  const { id } = useMe()
  return (
    <RequestsPage
      view={{ search, onSearch }}
      ownId={id}
      userLink={linkToOne(paths.companyUsers, {}, 'user')}
    />
  )
}

import { useMe } from '#web/me.ts'
import { RecoveriesPanel } from '../../../features/company/approvals/panel.tsx'
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
      notice={<RecoveriesPanel mailed={search['approval']} />}
      userLink={linkToOne(paths.companyUsers, {}, 'user')}
    />
  )
}

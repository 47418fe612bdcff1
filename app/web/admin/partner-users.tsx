import { PartnerUsersPage } from '../../../features/admin/users/page.tsx'
import { PartnerUserPanel } from '../../../features/admin/users/panel.tsx'
import { paths } from '../addresses.ts'
import { linkTo, linkToOne } from './search-link.tsx'
import { usePageSearch } from './page-search.ts'

/** The list, or one of its people: both stand in the address bar. */
export function PartnerUsers() {
  const { search, go } = usePageSearch(paths.partnerUsers)
  const { user, ...shown } = search
  if (user !== undefined) {
    const backLink = linkTo(paths.partnerUsers, shown)
    return <PartnerUserPanel key={user} id={user} backLink={backLink} />
  }
  return (
    <PartnerUsersPage
      search={shown}
      onSearch={(next) => go(next, { replace: true })}
      userLink={linkToOne(paths.partnerUsers, shown, 'user')}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { PartnerUsersPage } from '../../../features/partner-users/page.tsx'
import { PartnerUserPanel } from '../../../features/partner-users/panel.tsx'
import { paths } from '../addresses.ts'
import { usePageSearch } from './search.ts'

/** The list, or one of its people: both stand in the address bar. */
export function PartnerUsers() {
  const { search, go } = usePageSearch(paths.partnerUsers)
  const { user, ...shown } = search
  if (user !== undefined) {
    return (
      <PartnerUserPanel
        key={user}
        id={user}
        backLink={(text) => (
          <Link to={paths.partnerUsers as string} search={shown as never}>
            {text}
          </Link>
        )}
      />
    )
  }
  return (
    <PartnerUsersPage
      search={shown}
      onSearch={(next) => go(next, { replace: true })}
      userLink={(id, text) => (
        <Link to={paths.partnerUsers as string} search={{ ...shown, user: id } as never}>
          {text}
        </Link>
      )}
    />
  )
}

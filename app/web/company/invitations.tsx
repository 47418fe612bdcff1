import { call } from '#web/api.ts'
import { CompanyInvitationsPage } from '../../../features/company/invitations/page.tsx'
import { InviteColleaguesPanel } from '../../../features/company/invitations/panel.tsx'
import { listOwnPlatforms } from '../../../features/company/users/contract.ts'
import { paths } from '../addresses.ts'
import { linkTo, usePageSearch } from '../page-links.tsx'

export function Invitations() {
  const { search, onSearch } = usePageSearch(paths.companyInvitations)
  const { form, ...listed } = search
  if (form !== undefined) {
    return (
      <InviteColleaguesPanel
        backLink={linkTo(paths.companyInvitations, listed)}
        findPlatforms={(signal) => call(listOwnPlatforms, {}, { signal })}
      />
    )
  }
  return (
    <CompanyInvitationsPage
      view={{ search: listed, onSearch }}
      inviteLink={linkTo(paths.companyInvitations, { ...listed, form: 'new' }, 'primary-button')}
    />
  )
}

import { InvitationsPage } from '../../../features/admin/invitations/page.tsx'
import { InvitationPanel } from '../../../features/admin/invitations/panel.tsx'
import { paths } from '../addresses.ts'
import { linkTo } from './search-link.tsx'
import { usePageSearch } from './page-search.ts'

const backLink = linkTo(paths.invitations, {})
const inviteLink = linkTo(paths.invitations, { form: 'new' }, 'primary-button')

export function Invitations() {
  const { search, go } = usePageSearch(paths.invitations)
  if (search['form'] === undefined) return <InvitationsPage inviteLink={inviteLink} />
  return <InvitationPanel backLink={backLink} onInvited={() => go({}, { replace: true })} />
}

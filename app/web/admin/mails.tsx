import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMay } from '#web/me.ts'
import { listAdminUsers } from '../../../features/admin/admins/contract.ts'
import { resendInvitations } from '../../../features/admin/invitations/contract.ts'
import { paths } from '../addresses.ts'
import { lazyPage } from '../area.tsx'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const UndeliveredEmails = lazyPage(
  () => import('../../../features/admin/users/undelivered-panel.tsx'),
  'UndeliveredEmails',
)

const invitationOfAddress = linkToOne(paths.invitations, {}, 'q')
const admins = linkTo(paths.adminUsers, {})

async function resendAll(ids: readonly string[]): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { results } = await call(resendInvitations, { headers, body: { ids: [...ids] } })
  const code = results.find((result) => result.code !== null)?.code ?? null
  if (code !== null) throw new Refusal(code)
}

export function Mails() {
  const { search, onSearch } = usePageSearch(paths.mails)
  const maySeeAdmins = useMay(listAdminUsers)
  return (
    <UndeliveredEmails
      view={{ search, onSearch }}
      userLink={(id, text, className) =>
        linkTo(paths.partnerUsers, { user: id, tab: 'emails' }, className)(text)
      }
      replaceLink={({ invitationId, to, company }, text) =>
        linkTo(
          paths.invitations,
          { form: 'new', company, replaces: invitationId, q: to },
          'secondary-button row-button',
        )(text)
      }
      invitationLink={invitationOfAddress}
      adminLink={maySeeAdmins ? admins : undefined}
      resendInvitations={resendAll}
    />
  )
}

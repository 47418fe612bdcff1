import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { useMay } from '#web/me.ts'
import { Loading } from '#web/ui/loading.tsx'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import type { CompanyDetails } from '../../../features/admin/companies/contract.ts'
import { listInvitations } from '../../../features/admin/invitations/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { activityInLog } from './entry-details.tsx'
import { useBulkOfUsers } from './bulk.tsx'
import { Pending } from './approvals.tsx'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const CompaniesPage = lazyPage(
  () => import('../../../features/admin/companies/page.tsx'),
  'CompaniesPage',
)
const CompanyPanel = lazyPage(
  () => import('../../../features/admin/companies/panel.tsx'),
  'CompanyPanel',
)
const UsersOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/users/company-users-panel.tsx')).UsersOfCompany,
  paths.partnerUsers,
)
const InvitationsOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/invitations/company-invitations-panel.tsx'))
      .InvitationsOfCompany,
  paths.invitations,
)
const ActivityOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/company-activity-panel.tsx'))
      .ActivityOfCompany,
  paths.auditLogs,
)

Companies.preload = preloadOf(CompaniesPage)

/** Placeholder for a company's id: opens the form for a new company. */
const newCompany = 'new'
const usersOfCompany = linkToOne(paths.partnerUsers, {}, 'company')
const withoutFactorOfCompany = linkToOne(paths.partnerUsers, { secondFactor: 'none' }, 'company')
const invitedOfCompany = linkToOne(paths.invitations, { state: 'open' }, 'company')
const inviteToCompany = linkToOne(paths.invitations, { form: 'new' }, 'company')
const inviteByButton = linkToOne(paths.invitations, { form: 'new' }, 'company', 'secondary-button')
const userLink = linkToOne(paths.partnerUsers, {}, 'user')

type ActivityProps = Pick<
  ComponentProps<typeof ActivityOfCompany>,
  'company' | 'period' | 'onPeriod'
>

function ActivityPart(props: ActivityProps) {
  return (
    <Suspense fallback={<Loading />}>
      <ActivityOfCompany
        {...props}
        links={{ user: userLink }}
        details={activityInLog.details}
        logLink={linkTo(paths.auditLogs, { company: props.company }, 'side-link')}
      />
    </Suspense>
  )
}

export function Companies() {
  const { search, go, goWithin, onSearch } = usePageSearch(paths.companies)
  const maySeeUsers = useMay(listUsers)
  const mayInvite = useMay(listInvitations)
  const maySeeLog = useMay(listEntries)
  const usersPart = useUsersPart()
  const { company, tab, period, ...listed } = search
  const activityPart = (id: string) => (
    <ActivityPart
      company={id}
      period={period}
      onPeriod={(next) => goWithin({ ...search, period: next })}
    />
  )
  if (company === undefined) {
    return (
      <CompaniesPage
        view={{ search: listed, onSearch }}
        companyLink={(id, text, part) =>
          linkTo(paths.companies, { ...listed, company: id, ...(part && { tab: part }) })(text)
        }
        peopleLink={maySeeUsers ? usersOfCompany : undefined}
        lackingLink={maySeeUsers ? withoutFactorOfCompany : undefined}
        invitedLink={mayInvite ? invitedOfCompany : undefined}
        inviteLink={mayInvite ? inviteToCompany : undefined}
        addLink={linkTo(paths.companies, { ...listed, company: newCompany }, 'primary-button')}
      />
    )
  }
  return (
    <CompanyPanel
      key={company}
      id={company === newCompany ? undefined : company}
      backLink={linkTo(paths.companies, listed)}
      inviteLink={mayInvite ? inviteByButton : undefined}
      lackingLink={maySeeUsers ? withoutFactorOfCompany : undefined}
      pending={<Pending about={{ target: company }} />}
      tab={tab}
      onTab={(next) => goWithin({ ...search, tab: next, period: undefined })}
      users={maySeeUsers ? usersPart : undefined}
      activity={maySeeLog ? activityPart : undefined}
      onAdded={(id) => go({ ...listed, company: id, tab: 'networks' })}
    />
  )
}

/** Returns a function that renders a company's users and open invitations for its page. */
function useUsersPart() {
  const { bulk, dialog } = useBulkOfUsers()
  return ({ id }: CompanyDetails) => (
    <Suspense fallback={<Loading />}>
      <UsersOfCompany company={id} userLink={userLink} bulk={bulk} />
      <InvitationsOfCompany
        company={id}
        listLink={linkTo(paths.invitations, { company: id, state: 'open,expired' }, 'side-link')}
      />
      {dialog}
    </Suspense>
  )
}

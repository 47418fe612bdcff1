import { Suspense } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { useMay } from '#web/me.ts'
import { Loading } from '#web/ui/loading.tsx'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
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
const ActivityOfCompany = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/company-activity-panel.tsx'))
      .ActivityOfCompany,
  paths.auditLogs,
)

Companies.preload = preloadOf(CompaniesPage)

/** In the place of a company's id: the form for a new company. */
const newCompany = 'new'
const usersOfCompany = linkToOne(paths.partnerUsers, {}, 'company')
const userLink = linkToOne(paths.partnerUsers, {}, 'user')

/** Its users and its part of the log are on the page of a company, too. */
const usersPart = (company: string, linkText: string) => (
  <Suspense fallback={<Loading />}>
    <UsersOfCompany
      company={company}
      userLink={userLink}
      listLink={linkTo(
        paths.partnerUsers,
        { company, deactivated: 'shown' },
        'side-link',
      )(linkText)}
    />
  </Suspense>
)
const activityPart = (company: string, linkText: string) => (
  <Suspense fallback={<Loading />}>
    <ActivityOfCompany
      company={company}
      links={{ user: userLink }}
      logLink={linkTo(paths.auditLogs, { company }, 'side-link')(linkText)}
    />
  </Suspense>
)

export function Companies() {
  const { search, go, onSearch } = usePageSearch(paths.companies)
  const maySeeUsers = useMay(listUsers)
  const maySeeLog = useMay(listEntries)
  const { company, tab, ...listed } = search
  if (company === undefined) {
    return (
      <CompaniesPage
        view={{ search: listed, onSearch }}
        companyLink={(id, text, part) =>
          linkTo(paths.companies, { ...listed, company: id, ...(part && { tab: part }) })(text)
        }
        peopleLink={maySeeUsers ? usersOfCompany : undefined}
        addLink={linkTo(paths.companies, { ...listed, company: newCompany }, 'primary-button')}
      />
    )
  }
  return (
    <CompanyPanel
      key={company}
      id={company === newCompany ? undefined : company}
      backLink={linkTo(paths.companies, listed)}
      tab={tab}
      onTab={(next) => go({ ...search, tab: next })}
      users={maySeeUsers ? usersPart : undefined}
      activity={maySeeLog ? activityPart : undefined}
      onAdded={(id) => go({ ...listed, company: id, tab: 'networks' })}
    />
  )
}

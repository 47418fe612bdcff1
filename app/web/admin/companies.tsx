import { useMay } from '#web/admin-me.ts'
import { CompaniesPage } from '../../../features/admin/companies/page.tsx'
import { CompanyPanel } from '../../../features/admin/companies/panel.tsx'
import { paths } from '../addresses.ts'
import { linkTo, linkToOne } from './search-link.tsx'
import { usePageSearch } from './page-search.ts'

/** In the place of an id: the form for one that is not there yet. */
const added = 'new'
const peopleLink = linkToOne(paths.partnerUsers, {}, 'company', 'side-link')

export function Companies() {
  const { search, go } = usePageSearch(paths.companies)
  const maySeePeople = useMay('manage_regular_user')
  const { company, q = '' } = search
  if (company === undefined) {
    return (
      <CompaniesPage
        q={q}
        onSearch={(typed) => go({ q: typed }, { replace: true })}
        companyLink={linkToOne(paths.companies, { q }, 'company')}
        addLink={linkTo(paths.companies, { q, company: added }, 'primary-button')}
      />
    )
  }
  return (
    <CompanyPanel
      key={company}
      id={company === added ? undefined : company}
      backLink={linkTo(paths.companies, { q })}
      peopleLink={maySeePeople ? peopleLink : undefined}
      onAdded={(id) => go({ q, company: id }, { replace: true })}
    />
  )
}

import { useMay } from '#web/me.ts'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import { newServiceAccount, paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const ServiceAccountsPage = lazyPage(
  () => import('../../../features/admin/service-accounts/page.tsx'),
  'ServiceAccountsPage',
)
const ServiceAccountPanel = lazyPage(
  () => import('../../../features/admin/service-accounts/panel.tsx'),
  'ServiceAccountPanel',
)

ServiceAccounts.preload = preloadOf(ServiceAccountsPage)

const eventsOfAccount = linkToOne(paths.auditLogs, {}, 'user')

export function ServiceAccounts() {
  const { search, go, onSearch } = usePageSearch(paths.serviceAccounts)
  const maySeeLog = useMay(listEntries)
  const { account, ...listed } = search
  if (account === undefined) {
    return (
      <ServiceAccountsPage
        view={{ search: listed, onSearch }}
        accountLink={linkToOne(paths.serviceAccounts, listed, 'account')}
        addLink={linkTo(paths.serviceAccounts, { account: newServiceAccount }, 'primary-button')}
      />
    )
  }
  return (
    <ServiceAccountPanel
      key={account}
      id={account === newServiceAccount ? undefined : account}
      backLink={linkTo(paths.serviceAccounts, listed)}
      eventsLink={maySeeLog ? eventsOfAccount : undefined}
      onAdded={(id) => go({ account: id })}
      onAsked={() => go({}, false)}
    />
  )
}

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

export function ServiceAccounts() {
  const { search, go } = usePageSearch(paths.serviceAccounts)
  const { account } = search
  if (account === undefined) {
    return (
      <ServiceAccountsPage
        view={{ search: {}, onSearch: () => go({}) }}
        accountLink={linkToOne(paths.serviceAccounts, {}, 'account')}
        addLink={linkTo(paths.serviceAccounts, { account: newServiceAccount }, 'primary-button')}
      />
    )
  }
  return (
    <ServiceAccountPanel
      key={account}
      id={account === newServiceAccount ? undefined : account}
      backLink={linkTo(paths.serviceAccounts, {})}
      onAdded={(id) => go({ account: id })}
      onAsked={() => go({}, false)}
    />
  )
}

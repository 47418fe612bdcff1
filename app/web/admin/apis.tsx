import { useState } from 'react'
import { newApi, paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const ApisPage = lazyPage(() => import('../../../features/admin/apis/page.tsx'), 'ApisPage')
const ApiPanel = lazyPage(() => import('../../../features/admin/apis/panel.tsx'), 'ApiPanel')

Apis.preload = preloadOf(ApisPage)

export function Apis() {
  const { search, go } = usePageSearch(paths.apis)
  const { api } = search
  // The server sends a secret once: only this page holds it until the admin has stored it.
  const [secret, setSecret] = useState<{ clientId: string; secret: string }>()
  if (api === undefined) {
    return (
      <ApisPage
        view={{ search: {}, onSearch: () => go({}) }}
        apiLink={linkToOne(paths.apis, {}, 'api')}
        addLink={linkTo(paths.apis, { api: newApi }, 'primary-button')}
      />
    )
  }
  return (
    <ApiPanel
      key={api}
      clientId={api === newApi ? undefined : api}
      backLink={linkTo(paths.apis, {})}
      platformLink={linkToOne(paths.platforms, {}, 'platform')}
      secret={secret?.clientId === api ? secret.secret : undefined}
      onSecret={(clientId, next) =>
        setSecret(next === null ? undefined : { clientId, secret: next })
      }
      onAdded={(clientId) => go({ api: clientId })}
    />
  )
}

import { useState } from 'react'
import { call } from '#web/api.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { newWebhook, paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const WebhooksPage = lazyPage(
  () => import('../../../features/admin/webhooks/page.tsx'),
  'WebhooksPage',
)
const WebhookPanel = lazyPage(
  () => import('../../../features/admin/webhooks/panel.tsx'),
  'WebhookPanel',
)

Webhooks.preload = preloadOf(WebhooksPage)

async function findPlatforms(signal: AbortSignal) {
  const platforms = await call(listPlatforms, { query: { limit: '200' } }, { signal })
  return platforms.map(({ id, name }) => ({ id, name }))
}

export function Webhooks() {
  const { search, go } = usePageSearch(paths.webhooks)
  const { webhook, tab, state } = search
  // The server sends a secret once: only this page holds it until the admin has stored it.
  const [secret, setSecret] = useState<{ id: string; secret: string }>()
  if (webhook === undefined) {
    return (
      <WebhooksPage
        view={{ search: {}, onSearch: () => go({}) }}
        webhookLink={linkToOne(paths.webhooks, {}, 'webhook')}
        addLink={linkTo(paths.webhooks, { webhook: newWebhook }, 'primary-button')}
      />
    )
  }
  return (
    <WebhookPanel
      key={webhook}
      id={webhook === newWebhook ? undefined : webhook}
      tab={tab}
      onTab={(next) => go({ webhook, tab: next })}
      view={{ search: { state }, onSearch: (next) => go({ webhook, tab, state: next['state'] }) }}
      backLink={linkTo(paths.webhooks, {})}
      findPlatforms={findPlatforms}
      secret={secret?.id === webhook ? secret.secret : undefined}
      onSecret={(id, next) => setSecret(next === null ? undefined : { id, secret: next })}
      onAdded={(id) => go({ webhook: id })}
      onRemoved={() => go({}, false)}
    />
  )
}

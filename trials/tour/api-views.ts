import * as adminLinks from '#contract/admin-links.ts'
import { db, run } from '#server/db.ts'
import { addApi } from '#test/apis.ts'
import { messages } from '../../features/admin/apis/texts/messages.ts'
import { formViews, openFirst, viewsOfList } from './admin-list-views.ts'
import { viewsOfDetail } from './detail-views.ts'
import type { View } from './view.ts'

const view = { of: 'apis', who: 'admin' } as const
const open = adminLinks.apis.path

/** The views of APIs and their actions. */
export const views: View[] = [
  ...viewsOfList({ of: 'apis', name: 'apis', path: open, call: '**/api/admin/apis' }),
  ...formViews('newApi', 'apis'),
  ...viewsOfDetail({
    of: 'api',
    name: 'api',
    path: `${open}/`,
    call: '**/api/admin/apis/*',
    id: 'api-nothing',
  }),
  {
    ...view,
    name: 'apis-none',
    state: 'empty',
    open: async (stage) => {
      await stage.page.route('**/api/admin/apis', (route) => route.fulfill({ json: [] }))
      await stage.go(open)
    },
  },
  { ...view, name: 'api-settings', state: 'normal', open: (stage) => openFirst(stage, open) },
  { ...view, name: 'api-inactive', state: 'normal', open: (stage) => openFirst(stage, open, 1) },
  {
    ...view,
    name: 'api-replace-secret',
    state: 'normal',
    open: async (stage) => {
      await openFirst(stage, open)
      await stage.press(messages[stage.locale].replace)
      await stage.sees('dialog[open]')
    },
  },
]

/** Adds an API that a platform may request, and an inactive one. */
export async function addRows(): Promise<void> {
  const { id } = await addApi({ id: 'https://api.example.com/orders', name: 'Orders' })
  await addApi({ id: 'urn:example:reports', name: 'Reports', format: 'jwt', active: false })
  const apis = JSON.stringify([{ id, scopes: ['orders.read'] }])
  await run(db)`update subsystems set apis = ${apis}::jsonb where id = 'business-hub'`
}

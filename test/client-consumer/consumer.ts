import { createServiceClient } from '@portico/client/service-account'
import {
  deactivateUser,
  exportUsers,
  getUser,
  listActions,
  listUsers,
} from '@portico/client/endpoints'

/** Compiled by trials/system/typed-client.trial.ts next to the installed package; never run. */

const portico = createServiceClient({
  portal: 'https://id.example.com',
  id: 'svc-nightly',
  key: {},
  // @ts-expect-error -- no such scope
  scopes: ['admin:everything'],
})

for await (const user of portico.list(listUsers, { query: { sort: '-lastLogin' } })) {
  const lastLogin: string | null = user.lastLogin
  // @ts-expect-error -- no such field
  const age: number = user.age
  void [lastLogin, age]
}

const params = { id: '01900000-0000-7000-8000-000000000001' }
const { sessions } = await portico.call(getUser, { params })
const ipAddresses: string[] = sessions.map(({ ipAddress }) => ipAddress)
await portico.call(deactivateUser, { params, body: { reason: 'Left' } })
// @ts-expect-error -- the id is missing
await portico.call(getUser, {})
// @ts-expect-error -- reasons are text
await portico.call(deactivateUser, { params, body: { reason: 7 } })
// @ts-expect-error -- closed to service accounts
await portico.call(exportUsers, {})
// @ts-expect-error -- one answer, without pages
portico.list(listActions, {})
void ipAddresses

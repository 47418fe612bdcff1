import { db, run } from '#server/db.ts'
import { addApi } from '#test/apis.ts'

/** Adds an API that a platform may request. Returns the values that identify it in requests. */
export async function addKnownApi(platformId: string) {
  const { id, clientId } = await addApi({ id: 'https://api.fuzzed.example/orders' })
  const apis = [{ id, scopes: ['orders.read'] }]
  await run(
    db,
  )`update subsystems set apis = ${JSON.stringify(apis)}::jsonb where id = ${platformId}`
  return {
    clientid: [clientId],
    resource: [id, 'urn:portico:any-api', 'https://nobody.example'],
    apis: [[], apis],
    scopes: [['orders.read'], ['orders.read', 'orders.write'], ['admin:users.read']],
    format: ['opaque', 'jwt'],
  }
}

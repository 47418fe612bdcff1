import { etagOf, versionOf } from '#contract/fields.ts'
import { listApis, listPlatformsOfApi, type Api } from '#domain/service-accounts/api.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import * as listing from './list-contract.ts'
import { addOrRequest, replaceOrRequest } from './approvals.ts'
import { changeApi, requireApi, type Credentials } from './save.ts'

export function apiRoutes(server: Server): void {
  serve(server, listing.listApis, async () => (await listApis(db)).map(asListed))
  serve(server, contract.getApi, ({ params }) => describe(params.clientId))
  serve(server, contract.addApi, async ({ body, caller }) => {
    const result = await addOrRequest(db, caller, body)
    return 'approval' in result ? result : describeNew(result)
  })
  serve(server, contract.changeApi, async ({ params, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    await changeApi(db, caller, { ...params, version, after: body })
    return describe(params.clientId)
  })
  serve(server, contract.replaceApiSecret, async ({ params, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    const result = await replaceOrRequest(db, caller, { ...params, version, ...body })
    return 'approval' in result ? result : describeNew(result)
  })
}

/** Returns the listed fields of an API, without the hash of its secret. */
function asListed({ id, clientId, name, format, scopes, active }: Api) {
  return { id, clientId, name, format, scopes, active }
}

async function describe(clientId: string) {
  const api = await requireApi(db, clientId)
  return {
    ...asListed(api),
    createdAt: api.createdAt,
    oldSecretUntil: api.oldClientSecretUntil,
    platforms: await listPlatformsOfApi(db, api.id),
    etag: etagOf(api.version),
  }
}

async function describeNew({ clientId, clientSecret }: Credentials) {
  return { ...(await describe(clientId)), clientSecret }
}

import * as client from 'openid-client'
import { createApi, newApiClientId, type Api } from '#domain/service-accounts/api.ts'
import { db, transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { discover } from './platform-client.ts'

/** APIs behind platforms, which introspect tokens as real OAuth clients. */

let count = 0

export type TestApi = { id: string; clientId: string; secret: string; config: client.Configuration }

type Facts = Partial<Pick<Api, 'id' | 'name' | 'scopes' | 'format' | 'active'>>

/** Adds an API to the database only. */
export async function addApi(facts: Facts = {}): Promise<Omit<TestApi, 'config'>> {
  count += 1
  const id = facts.id ?? `https://api-${count}.example/v1`
  const [clientId, secret] = [newApiClientId(), `secret of API ${count}`]
  await transaction(db, (tx) =>
    createApi(tx, {
      name: `API ${count}`,
      scopes: ['orders.read', 'orders.write'],
      format: 'opaque',
      active: true,
      ...facts,
      id,
      clientId,
      clientSecretHash: tokenHash(secret),
    }),
  )
  return { id, clientId, secret }
}

export async function newApi(facts: Facts = {}): Promise<TestApi> {
  const api = await addApi(facts)
  const auth = client.ClientSecretBasic(api.secret)
  return { ...api, config: await discover(api.clientId, auth) }
}

export function introspectedBy({ config }: TestApi, token: string) {
  return client.tokenIntrospection(config, token)
}

import { equal } from 'node:assert/strict'
import type { Service } from './service-accounts.ts'
import { addService, callAs, tokenOf, type Answer } from './service-accounts.ts'

/** Calls of service accounts that plan and apply configuration files. */

let count = 0

/** Returns a file with one platform, whose change takes two people, and its id. */
export function newPlatformFile(facts: object = {}) {
  count += 1
  const id = `shop-${count}`
  const url = `https://${id}.example`
  const redirectUris = [`${url}/callback`]
  const platform = { id, name: `Shop ${count}`, url, redirectUris, proof: 'none', ...facts }
  return { id, name: 'portico.yaml', configuration: { platforms: [platform] } }
}

/** Returns a file with one new company, which takes one person. */
export function newCompanyFile() {
  count += 1
  const name = `Quay ${count}`
  return { company: name, name: 'portico.yaml', configuration: { companies: [{ name }] } }
}

export type Caller = Service & { token: string }

/** Adds a service account that may apply configuration files, with a token. */
export async function newApplier(facts: Parameters<typeof addService>[0] = {}): Promise<Caller> {
  const scopes = ['admin:configuration' as const]
  const service = await addService({ scopes, ...facts })
  return { ...service, token: await tokenOf(service, { scope: 'admin:configuration' }) }
}

type FileToSend = { name: string; configuration: object; secrets?: object; reason?: string }

export function plan(
  { token }: Caller,
  { name, configuration, secrets }: FileToSend,
): Promise<Answer> {
  const body = { name, configuration, ...(secrets && { secrets }) }
  return callAs(token, '/admin/configuration/plan', { method: 'POST', body })
}

export function apply({ token }: Caller, sent: FileToSend): Promise<Answer> {
  const { name, configuration, secrets, reason } = sent
  const body = { name, configuration, ...(secrets && { secrets }), ...(reason && { reason }) }
  return callAs(token, '/admin/configuration', { method: 'POST', body })
}

/** Applies a file that needs an approval. Returns the id of the request. */
export async function requestFile(caller: Caller, sent: FileToSend): Promise<string> {
  const { status, body } = await apply(caller, sent)
  equal(status, 202, JSON.stringify(body))
  return body.approval.id
}

/** Returns the state and the outcome of a request, as the service account reads them. */
export async function stateOf({ token }: Caller, id: string): Promise<[string, string | null]> {
  const { status, body } = await callAs(token, `/admin/configuration/requests/${id}`)
  equal(status, 200, JSON.stringify(body))
  return [body.state, body.outcome]
}

import * as client from 'openid-client'
import { theServer } from './browser.ts'

export const issuer = 'http://localhost:8080/oidc'

/** What a platform reads of the provider before it asks for anything. */
export function discover(id: string, auth: client.ClientAuth): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), id, {}, auth, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: platformFetch,
  })
}

/** What a platform's server asks: no cookies, and no word of where it comes from. */
export async function platformFetch(
  url: string,
  options: client.CustomFetchOptions,
): Promise<Response> {
  const server = await theServer()
  const { body } = options
  const answer = await server.inject({
    method: options.method as 'GET',
    url,
    headers: options.headers,
    ...(body !== null && body !== undefined && { payload: String(body) }),
  })
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return new Response(answer.body, { status: answer.statusCode, headers })
}

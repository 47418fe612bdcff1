import * as client from 'openid-client'
import { theServer } from './browser.ts'

export const issuer = 'http://localhost:8080/oidc'

/** Reads the provider's metadata as a platform. */
export function discover(id: string, auth: client.ClientAuth): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), id, {}, auth, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: platformFetch,
  })
}

/** Sends a request as a platform's server, without cookies and without an origin. */
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

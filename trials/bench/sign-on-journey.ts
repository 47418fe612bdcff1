import type { Socket } from 'node:net'
import { ask } from './harness.ts'
import * as calls from './sso-calls.ts'

const maxRedirects = 5

/**
 * Signs a user on at a platform as a browser without any cookie does: request for a code, login, code, exchange,
 * userinfo. The login itself is left out: the browser comes back with the token of a session that exists already.
 * Throws if there is no code.
 */
export async function signOn(socket: Socket, sessionToken: string): Promise<void> {
  const jar = new Map<string, string>()
  const visit = async (url: string) => takeCookies(await ask(socket, requestOf(url, jar)), jar)
  const interaction = await visit(calls.authorizeUrl)
  // Answers with the login page, and records the time of the request.
  await visit(interaction)
  jar.set('portico', sessionToken)
  let url = interaction
  for (let count = 0; !url.includes('code=') && count < maxRedirects; count += 1)
    url = await visit(url)
  const code = new URL(url, 'http://localhost').searchParams.get('code')
  if (code === null) throw new Error(`no code: ${url}`)
  const { accessToken } = calls.tokensOf(await ask(socket, calls.exchange('/oidc', code)))
  await ask(socket, calls.userinfo(accessToken))
}

function requestOf(url: string, jar: ReadonlyMap<string, string>): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return `GET ${pathname}${search} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookies}\r\n\r\n`
}

/** Stores the cookies of a response, and returns the URL that it redirects to. */
function takeCookies(response: string, jar: Map<string, string>): string {
  for (const [, name = '', value = ''] of response.matchAll(/^set-cookie: ([^=]+)=([^;\r]*)/gim)) {
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return /^location: (\S+)/im.exec(response)?.[1] ?? ''
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Page } from '@playwright/test'
import { calculatePKCECodeChallenge } from 'openid-client'
import { addPerson, enterAs, server, type Person } from './people.ts'
import { urls } from './place.ts'
import { setLocale } from './stage.ts'

const verifier = 'a-verifier-of-the-journey-that-is-long-enough-for-rfc-7636'

/** A platform that answers each request with the request's own data. */
type Site = { id: string; origin: string; callback: string; home: string; signedOut: string }

const sites: Server[] = []

export async function enterNewSite(page: Page): Promise<{ site: Site; person: Person }> {
  await setLocale(page, 'en')
  const site = await startSite()
  const person = await addPerson({ subsystems: [site.id] })
  await enterAs(page, person)
  return { site, person }
}

/** Registers a public client. Its page /post submits its query as a form to the portal's logout. */
export async function startSite(): Promise<Site> {
  const listener = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const url = new URL(request.url ?? '', 'http://site')
    if (url.pathname === '/signed-out') {
      response.writeHead(303, { location: '/home?out' }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    if (url.pathname === '/post') {
      const fields = [...url.searchParams].map(
        ([name, value]) => `<input name="${name}" value="${value}">`,
      )
      const action = `${urls.portal}/oidc/session/end`
      response.end(
        `<form method="post" action="${action}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
      )
      return
    }
    response.end(`<title>Site</title><pre>${request.method} ${url.search} ${body}</pre>`)
  })
  sites.push(listener)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const id = `site-${(listener.address() as AddressInfo).port}`
  const site = {
    id,
    origin,
    callback: `${origin}/callback`,
    home: `${origin}/home`,
    signedOut: `${origin}/signed-out`,
  }
  const { people } = await server()
  await people.addPlatform({
    id,
    name: 'Site',
    url: site.home,
    redirectUris: [site.callback],
    postLogoutUris: [site.signedOut],
  })
  return site
}

export async function requestOf(site: Site, extra: Record<string, string> = {}): Promise<string> {
  return `/oidc/auth?${new URLSearchParams({
    client_id: site.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: site.callback,
    state: 'journey',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  })}`
}

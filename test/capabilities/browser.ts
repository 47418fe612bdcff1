import { randomBytes, randomInt } from 'node:crypto'
import { createCall, type Call } from '#contract/call.ts'
import { cookieHeader, keepCookies, type CookieJar } from '#test/cookie-jar.ts'

export type Browser = {
  url: string
  cookies: CookieJar
  ipAddress: string
  /** Makes typed calls of the API, with the CSRF token of specification §7. */
  call: Call
  /** Sends a request with the cookies of the browser; does not follow redirects. */
  fetch: typeof fetch
}

export type BrowserOptions = { ipAddress?: string; cookies?: CookieJar }

/** Opens a browser without a session, with its own IP address. */
export function openBrowser(url: string, options: BrowserOptions = {}): Browser {
  const { ipAddress = randomAddress(), cookies = new Map() } = options
  const send: typeof fetch = async (input, init = {}) => {
    const target = new URL(String(input), url)
    const answer = await fetch(target, {
      redirect: 'manual',
      ...init,
      headers: {
        'x-forwarded-for': ipAddress,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
        origin: new URL(url).origin,
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    })
    keepCookies(cookies, answer)
    return answer
  }
  const call = createCall({ fetch: send, base: (path) => `${url}/api${path}` })
  return { url, cookies, ipAddress, call, fetch: send }
}

function randomAddress(): string {
  return `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
}

/** Returns a suffix that no other program of the run uses. */
export function unique(): string {
  return randomBytes(5).toString('hex')
}

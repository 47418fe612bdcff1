import type { Server } from '#server/http.ts'

export type Browser = {
  cookies: Map<string, string>
  fetch: typeof fetch
}

const origin = 'http://localhost:8080'

let server: Promise<Server> | undefined

/**
 * Returns the whole server, built once per process; calls reach it without a port. Async, because node:test attributes
 * everything after awaiting a promise to the test that created it.
 */
export async function theServer(): Promise<Server> {
  server ??= import('../../app/server.ts').then(({ buildServer }) => buildServer())
  return await server
}

/** Closes the server if it was built. */
export async function closeServer(): Promise<void> {
  await (await server)?.close()
}

let addresses = 0

/** Returns an IP address for each browser, so that the rate limits of one test do not affect another. */
function nextAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}

/** Returns a browser that keeps cookies and sends the headers that browsers add automatically. */
export async function newBrowser(
  options: { ipAddress?: string; userAgent?: string } = {},
): Promise<Browser> {
  const target = await theServer()
  const cookies = new Map<string, string>()
  const ipAddress = options.ipAddress ?? nextAddress()
  return {
    cookies,
    fetch: async (input, init = {}) => {
      const headers: Record<string, string> = {
        'x-forwarded-for': ipAddress,
        'user-agent':
          options.userAgent ??
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
        origin,
        'sec-fetch-site': 'same-origin',
        ...Object.fromEntries(new Headers(init.headers)),
      }
      if (cookies.size > 0)
        headers['cookie'] = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await target.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: String(input),
        headers,
        remoteAddress: '127.0.0.1',
        ...(typeof init.body === 'string' && { payload: init.body }),
        ...(init.body instanceof Blob && { payload: Buffer.from(await init.body.arrayBuffer()) }),
      })
      for (const cookie of answer.cookies) {
        if (cookie.value === '' || cookie.maxAge === 0) cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      const body = [204, 304].includes(answer.statusCode) ? null : answer.rawPayload
      return new Response(body as ConstructorParameters<typeof Response>[0], {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          Array.isArray(value)
            ? value.map((each): [string, string] => [name, each])
            : [[name, String(value)] as [string, string]],
        ),
      })
    },
  }
}

import { request } from 'node:https'

export type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** An address that differs from the proxy's, on machines with several loopback addresses. */
export const clientAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

/** Returns a browser that opens pages over TLS and separates the cookies of each host. */
export function newTlsBrowser(ca: Buffer) {
  const jars = new Map<string, Map<string, string>>()
  const keep = (url: string, set: string) => {
    const { hostname } = new URL(url)
    const jar = jars.get(hostname) ?? new Map<string, string>()
    jars.set(hostname, jar)
    const [pair = ''] = set.split(';')
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  const jar = (url: string) => jars.get(new URL(url).hostname)

  async function get(url: string, options: Record<string, string> = {}): Promise<Answer> {
    const { method = 'GET', ...headers } = options
    const cookie = [...(jar(url) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const opens = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
    const isMute = 'upgrade' in headers
    const answer = await ask(url, {
      ca,
      method,
      headers: { ...(isMute ? {} : opens), ...headers, cookie },
    })
    for (const set of (answer.headers['set-cookie'] as string[] | undefined) ?? []) keep(url, set)
    return answer
  }

  async function follow(from: string): Promise<{ url: URL; body: string }> {
    let url = new URL(from)
    for (let step = 0; step < 10; step += 1) {
      const { headers, body } = await get(url.href)
      if (typeof headers['location'] !== 'string') return { url, body }
      url = new URL(headers['location'], url)
    }
    throw new Error(`too many redirects, the last to ${url}`)
  }

  return { get, follow, keep, jar }
}

type RequestOptions = { ca: Buffer; method: string; headers: Record<string, string> }

/** Sends a request that resolves every host name to this machine. */
function ask(url: string, options: RequestOptions): Promise<Answer> {
  const lookup = ((_: string, { all }: { all?: boolean }, done: (...args: unknown[]) => void) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { ...options, localAddress: clientAddress, lookup, agent: false },
      (answer) => {
        answer.toArray().then((parts) => {
          const body = Buffer.concat(parts).toString()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
        }, reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

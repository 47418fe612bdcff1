import { cookies } from '#server/cookies.ts'

export type Page = { address: string; page: string }

/** Returns a minimal browser that follows redirects and keeps cookies by host. */
export function newWalk(session: string): (start: string) => Promise<Page> {
  const jars: Record<string, Map<string, string>> = {
    localhost: new Map([[cookies.session, session]]),
    '127.0.0.1': new Map(),
  }
  return async (start) => {
    let url = new URL(start)
    for (let step = 0; step < 12; step += 1) {
      const jar = jars[url.hostname] ?? new Map<string, string>()
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { cookie, accept: 'text/html' },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null) return { address: url.href, page: await answer.text() }
      url = new URL(location, url)
    }
    throw new Error(`too many redirects, the last to ${url}`)
  }
}

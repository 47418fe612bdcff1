import type { Message } from './message.ts'
import type { Store } from './store.ts'

export type Asked = { parts: string[]; search: URLSearchParams; body: string }
export type Answer = {
  status?: number
  type: string
  body: string | Uint8Array
  headers?: Record<string, string>
}
export type Route = {
  method: 'GET' | 'DELETE'
  path: RegExp
  answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>
}

export function get(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path: new RegExp(`^${path}$`), answer }
}

/** A path whose first group is a mail's id, or `latest`. */
export function getOne(
  store: Store,
  path: string,
  answer: (found: Message, part: string) => Answer | undefined,
): Route {
  return get(path, ({ parts: [id = '', part = ''] }) => {
    const found = store.find(id)
    return found && answer(found, part)
  })
}

export function json(body: unknown, status = 200, headers = {}): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body), headers }
}

import type { Server } from '#server/http.ts'

/** Returns every route of the server, such as `GET /api/users/{id}`, read from its printed tree. */
export function routesOf(server: Server): string[] {
  const stack: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
      if (!match) return []
      const depth = (match[1]?.length ?? 0) / 4
      stack.length = depth
      stack[depth] = match[2] ?? ''
      const path = stack.join('').replaceAll(/:(\w+)/g, '{$1}')
      const methods = (match[3] ?? '').split(', ').filter((method) => method && method !== 'HEAD')
      return methods.map((method) => `${method} ${path}`)
    })
}

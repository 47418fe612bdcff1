import type { Kind } from '../fuzz/endpoints.ts'

type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { $ref?: string }[]
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object> }
}

/** Returns a document with the operations for this kind of caller, and the operations' ids. */
export function documentFor(document: Document, kind: Kind) {
  const scheme = kind === 'anyone' ? 'visitor' : kind
  const isFor = ({ security }: Operation) =>
    security.some((each) => scheme in each) || (kind === 'anyone' && security.length === 0)
  const copy = structuredClone(document)
  const operations = Object.values(copy.paths).flatMap((methods) => Object.values(methods))
  const callerOperations = operations.filter(isFor)
  for (const operation of callerOperations) {
    operation.security = operation.security.filter((each) => scheme in each)
    if (kind === 'serviceAccount')
      operation.parameters = operation.parameters?.filter((each) => !isOfBrowser(each)) ?? []
  }
  // Bearer authentication, because Schemathesis does not remove or corrupt OAuth tokens.
  const bearer = { type: 'http', scheme: 'bearer' }
  copy.components.securitySchemes['platform'] = bearer
  copy.components.securitySchemes['serviceAccount'] = bearer
  return { document: copy, ids: callerOperations.map(({ operationId }) => operationId) }
}

function isOfBrowser({ $ref }: { $ref?: string }): boolean {
  return $ref?.endsWith('OfBrowser') ?? false
}

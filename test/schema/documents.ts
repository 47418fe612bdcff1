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

/** The operations that are for this kind of caller, by their ids, in a document that says what this kind sends. */
export function documentFor(document: Document, kind: Kind) {
  const scheme = kind === 'anyone' ? 'visitor' : kind
  const isFor = ({ security }: Operation) =>
    security.some((each) => scheme in each) || (kind === 'anyone' && security.length === 0)
  const copy = structuredClone(document)
  const operations = Object.values(copy.paths).flatMap((methods) => Object.values(methods))
  const own = operations.filter(isFor)
  for (const operation of own) {
    operation.security = operation.security.filter((each) => scheme in each)
    if (kind === 'serviceAccount')
      operation.parameters = operation.parameters?.filter((each) => !isOfBrowser(each)) ?? []
  }
  // Schemathesis takes away and spoils the tokens of this scheme, but not those of OAuth.
  const bearer = { type: 'http', scheme: 'bearer' }
  copy.components.securitySchemes['platform'] = bearer
  copy.components.securitySchemes['serviceAccount'] = bearer
  return { document: copy, ids: own.map(({ operationId }) => operationId) }
}

function isOfBrowser({ $ref }: { $ref?: string }): boolean {
  return $ref?.endsWith('OfBrowser') ?? false
}

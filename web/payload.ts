/** What is being judged, and what has been found wrong with it so far. */
export type Payload = { value: unknown; issues: Issue[] }

/** After a final one the value is looked at no further: it is of the wrong kind. */
export type Issue = { path: PropertyKey[]; message: string; isFinal: boolean; errors?: Issue[][] }

export type Told =
  | string
  | { error?: string; path?: PropertyKey[]; when?: (payload: Payload) => boolean }

export function refuse(payload: Payload, told?: Told, about: Partial<Issue> = {}): void {
  const message = (typeof told === 'string' ? told : told?.error) ?? 'Invalid input'
  payload.issues.push({ path: [], message, isFinal: true, ...about })
}

export function isOpen({ issues }: Payload): boolean {
  return !issues.some(({ isFinal }) => isFinal)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from '#contract/call.ts'

const attempts = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: isWorthAnother, staleTime: 30_000 } },
  })
}

function isWorthAnother(failures: number, error: unknown): boolean {
  const isPassing = error instanceof CallFailure && error.kind === 'network'
  return isPassing && failures < attempts
}

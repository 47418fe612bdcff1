import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailure } from '#contract/call.ts'
import { all, Refusal } from '#contract/refusal.ts'

const attempts = 2

/** Only where it is the first thing wrong: any other 401 is the affair of whoever asked. */
export function saysLoggedOut(error: unknown): boolean {
  return error instanceof Refusal && error.faults[0]?.code === all.notLoggedIn
}

export function createQueryClient(onLoggedOut: () => void): QueryClient {
  function notice(error: unknown): void {
    if (saysLoggedOut(error)) onLoggedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: { queries: { retry: isWorthAnother, staleTime: 30_000 } },
  })
}

function isWorthAnother(failures: number, error: unknown): boolean {
  const isPassing = error instanceof CallFailure && error.kind === 'network'
  return isPassing && failures < attempts
}

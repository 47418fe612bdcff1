import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { AuditLogPage } from '../../../features/admin/audit-log/page.tsx'
import { paths } from '../addresses.ts'
import { stringifySearch } from '../search.ts'

type Search = Readonly<Record<string, string | undefined>>

/** The pages that were turned are kept beside the address, in the browser's history: a link does not need them. */
export function AuditLog() {
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  const before = useRouterState({
    select: ({ location }) => (location.state as { before?: string[] }).before,
  })
  const hrefOf = (next: Search) => paths.auditLogs + stringifySearch(next)
  return (
    <AuditLogPage
      search={search}
      before={before ?? []}
      hrefOf={hrefOf}
      go={(next, turned) => router.history.push(hrefOf(next), { before: [...(turned ?? [])] })}
    />
  )
}

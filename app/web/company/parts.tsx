import { Suspense } from 'react'
import { call } from '#web/api.ts'
import { lazyPart } from '#web/lazy.tsx'
import type { CompanyParts } from '#web/parts/company-parts.ts'
import { TaskPlaceholders } from '#web/parts/task-item.tsx'

const Recoveries = lazyPart(
  async () => (await import('../../../features/company/approvals/panel.tsx')).RecoveriesPanel,
  '/parts/recoveries',
)

const OpenRequests = lazyPart(
  async () =>
    (await import('../../../features/company/requests/open-requests-panel.tsx')).OpenRequests,
  '/parts/open-requests',
)

const ExpiringInvitations = lazyPart(
  async () =>
    (await import('../../../features/company/invitations/expiring-panel.tsx')).ExpiringInvitations,
  '/parts/expiring-invitations',
)

/** Parts of other use cases that the pages of a company show. Only its administrators load them. */
export const parts: CompanyParts = {
  Recoveries: (props) => (
    <Suspense fallback={null}>
      <Recoveries {...props} />
    </Suspense>
  ),
  OpenRequests: (props) => (
    <Suspense fallback={<TaskPlaceholders count={1} />}>
      <OpenRequests {...props} />
    </Suspense>
  ),
  ExpiringInvitations: (props) => (
    <Suspense fallback={<TaskPlaceholders count={props.invitations.length} />}>
      <ExpiringInvitations {...props} />
    </Suspense>
  ),
  findPlatforms: async (signal) => {
    const { listOwnPlatforms } = await import('../../../features/company/users/contract.ts')
    return call(listOwnPlatforms, {}, { signal })
  },
}

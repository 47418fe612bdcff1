import { Suspense } from 'react'
import { call } from '#web/api.ts'
import { lazyPart } from '#web/lazy.tsx'
import type { CompanyParts } from '#web/parts/company-parts.ts'

const Recoveries = lazyPart(
  async () => (await import('../../../features/company/approvals/panel.tsx')).RecoveriesPanel,
  '/parts/recoveries',
)

/** Parts of other use cases that the pages of a company show. Only its administrators load them. */
export const parts: CompanyParts = {
  Recoveries: (props) => (
    <Suspense fallback={null}>
      <Recoveries {...props} />
    </Suspense>
  ),
  findPlatforms: async (signal) => {
    const { listOwnPlatforms } = await import('../../../features/company/users/contract.ts')
    return call(listOwnPlatforms, {}, { signal })
  },
}

import { Suspense } from 'react'
import * as links from '#contract/links.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMe } from '#web/me.ts'
import { usePageSearch } from '#web/page-search.ts'
import { ProfilePage } from '../../features/account/profile/page.tsx'

const LeavePanel = lazyPart(
  async () => (await import('../../features/company/membership/leave-panel.tsx')).LeavePanel,
  '/parts/leave',
)
const PlatformAccessNotice = lazyPart(
  async () => (await import('./platform-access-notice.tsx')).PlatformAccessNotice,
  '/parts/platform-access',
)
const AccessRequest = lazyPart(
  async () => (await import('./access-request.tsx')).AccessRequest,
  '/parts/ask-for-access',
)

/** The user's own details, and a notice if a platform has sent the user back. */
export function Profile() {
  const { forbidden_subsystem: forbiddenSubsystem, error_type: errorType } = usePageSearch(
    links.profile,
  ).search
  const me = useMe()
  const isSentBack = (forbiddenSubsystem ?? errorType) !== undefined
  const notice = isSentBack && (
    <Suspense>
      <PlatformAccessNotice
        {...{ forbiddenSubsystem, errorType, me }}
        ask={(platform, advice) => <AccessRequest {...{ platform, advice }} />}
      />
    </Suspense>
  )
  const company = me.partner && (
    <Suspense>
      <LeavePanel />
    </Suspense>
  )
  return <ProfilePage notice={notice} company={company} />
}

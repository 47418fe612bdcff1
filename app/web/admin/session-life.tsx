import { getAdminMe } from '#contract/admin.ts'
import { call } from '#web/api.ts'
import { addresses } from '../addresses.ts'
import { leave } from '../leave.ts'
import { SessionWarning } from '../session-warning.tsx'
import { useExpiry, useOtherTabs } from '../session-watch.ts'
import { logOutAdmin } from './log-out.tsx'

/** Warns before an admin's session ends; what ends it in one tab, or by the clock, ends it in all of them. */
export function AdminSessionLife({ here }: { here: () => string }) {
  const expiresAt = useExpiry('admin', ask)
  useOtherTabs('admin', {
    onLoggedOut: () => leave('admin', addresses.adminLogin()),
    onLoggedIn: () => void ask(),
    onLost: () => leave('admin', addresses.adminLogin({ redirect: here() })),
  })
  return expiresAt === undefined ? null : (
    <SessionWarning
      area="admin"
      expiresAt={expiresAt}
      onStay={async () => void (await call(getAdminMe, {}))}
      onLogOut={logOutAdmin}
    />
  )
}

/** Prolongs nothing. A refusal has the whole page sent to the login. */
async function ask(): Promise<void> {
  await call(getAdminMe, {}, { background: true }).catch(() => {})
}

import { Outlet, useRouter } from '@tanstack/react-router'
import { getAdminMe } from '#contract/admin.ts'
import { useAdminMe } from '#web/admin-me.ts'
import { call } from '#web/api.ts'
import { Snackbar } from '#web/ui/snackbar.tsx'
import { AccountMenu } from '../account-menu.tsx'
import { addresses, paths } from '../addresses.ts'
import { MenuLink } from '../area.tsx'
import { Frame } from '../frame.tsx'
import { visibleMenu } from '../guards.ts'
import { leave } from '../leave.ts'
import { SessionWarning } from '../session-dialogs.tsx'
import { useExpiry, useOtherTabs } from '../session-watch.ts'
import { adminMenu } from './admin-menu.ts'
import { logOutAdmin } from './log-out.tsx'

export function AdminFrame() {
  const router = useRouter()
  const admin = useAdminMe()
  return (
    <>
      <AdminSessionLife here={() => router.latestLocation.href} />
      <Frame
        home={paths.admin}
        menu={visibleMenu(adminMenu, admin.permissions)}
        link={MenuLink}
        tools={<AccountMenu person={admin} onLogOut={logOutAdmin} />}
      >
        <Outlet />
      </Frame>
      <Snackbar />
    </>
  )
}

/** Warns before the session ends, and ends it in every tab at once. */
function AdminSessionLife({ here }: { here: () => string }) {
  const expiresAt = useExpiry('admin', checkSession)
  useOtherTabs('admin', {
    onLoggedOut: () => leave('admin', addresses.adminLogin()),
    onLoggedIn: () => void checkSession(),
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

/** Does not extend the session. Without one, `onLoggedOut` sends the page to the login. */
async function checkSession(): Promise<void> {
  await call(getAdminMe, {}, { background: true }).catch(() => {})
}

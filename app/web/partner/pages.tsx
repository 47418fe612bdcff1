import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router'
import { useMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { preloadOf } from '../area.tsx'
import { PlatformAccessNotice } from '../platform-access-notice.tsx'
import { Platforms } from '../platforms.tsx'

const ProfilePage = lazyRouteComponent(
  () => import('../../../features/account/profile/page.tsx'),
  'ProfilePage',
)
const SandboxPanel = lazyRouteComponent(
  () => import('../../../features/platforms/sandbox/panel.tsx'),
  'SandboxPanel',
)
const HelpPage = lazyRouteComponent(
  () => import('../../../features/pages/help/page.tsx'),
  'HelpPage',
)

Profile.preload = preloadOf(ProfilePage)
Help.preload = preloadOf(HelpPage)

const profileRoute = getRouteApi('/main/profile')

export function Profile() {
  const { forbidden_subsystem, error_type } = profileRoute.useSearch()
  return (
    <ProfilePage
      notice={
        <PlatformAccessNotice
          forbiddenSubsystem={forbidden_subsystem}
          errorType={error_type}
          me={useMe()}
        />
      }
      platforms={
        <>
          <Platforms />
          {settings().sandboxSsoUrl !== '' && <SandboxPanel />}
        </>
      }
    />
  )
}

export function Help() {
  return <HelpPage platforms={<Platforms />} />
}

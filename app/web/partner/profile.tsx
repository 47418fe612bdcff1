import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { ProfilePage } from '../../../features/account/profile/page.tsx'
import { SandboxPanel } from '../../../features/platforms/sandbox/panel.tsx'
import { EntryNotice } from '../entry-notice.tsx'
import { Platforms } from '../platforms.tsx'

const route = getRouteApi('/main/profile')

export function Profile() {
  const { forbidden_subsystem: forbiddenSubsystem, error_type: errorType } = route.useSearch()
  const me = useMe()
  return (
    <ProfilePage
      notice={<EntryNotice forbiddenSubsystem={forbiddenSubsystem} errorType={errorType} me={me} />}
      platforms={
        <>
          <Platforms />
          {settings().sandboxSsoUrl !== '' && <SandboxPanel />}
        </>
      }
    />
  )
}

import { Folds } from '#web/ui/fold.tsx'
import { ContactPointsPanel } from '../../features/account/contact-points/panel.tsx'
import { LockPanel } from '../../features/account/lost-device/lock-panel.tsx'
import { leaveEverywhere } from './leave.ts'

/** The end of the security page: for the day on which the device is gone. */
export function LostAccess() {
  return (
    <Folds>
      <ContactPointsPanel />
      <LockPanel onLocked={() => leaveEverywhere('user')} />
    </Folds>
  )
}

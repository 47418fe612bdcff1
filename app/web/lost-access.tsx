import { Folds } from '#web/ui/fold.tsx'
import { ContactPointsPanel } from '../../features/account/contact-points/panel.tsx'
import { LockPanel } from '../../features/account/lost-device/lock-panel.tsx'
import { leaveEverywhere } from './leave.ts'

/** Last part of the security page: preparations for a lost device. */
export function LostAccess() {
  return (
    <Folds>
      <ContactPointsPanel />
      <LockPanel onLocked={() => leaveEverywhere('user')} />
    </Folds>
  )
}

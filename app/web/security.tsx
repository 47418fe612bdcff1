import { useState } from 'react'
import { ChangePasswordPanel } from '../../features/account/password/panel.tsx'
import { TimeZoneOffer } from '../../features/account/profile/time-zone-panel.tsx'
import { LoginHistoryPanel } from '../../features/account/sessions/history-panel.tsx'
import { RecoveryCodesPanel } from '../../features/account/two-factor/recovery-codes-panel.tsx'
import { TwoFactorPanel } from '../../features/account/recovery/panel.tsx'
import { SessionsPanel } from '../../features/account/sessions/panel.tsx'
import { useMessages } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { addresses } from './addresses.ts'
import { messages } from './frame-messages.ts'
import styles from './security.module.css'
import { leaveEverywhere } from './leave.ts'

export function SecurityHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.security} intro={t.securityIntro} />
}

export function Security() {
  const [isCompromised, setCompromised] = useState(false)
  return (
    <Page>
      <SecurityHeader />
      <TimeZoneOffer />
      <div id="change-password" className={styles.anchor}>
        <ChangePasswordPanel onChanged={() => setCompromised(false)} />
      </div>
      <div className={styles.pair}>
        <TwoFactorPanel resetUrl={addresses.reset2fa()} />
        <RecoveryCodesPanel />
      </div>
      <SessionsPanel
        onCurrentEnded={() => leaveEverywhere('user')}
        isCompromised={isCompromised}
        onReported={() => setCompromised(true)}
        changePasswordUrl="#change-password"
      />
      <LoginHistoryPanel />
    </Page>
  )
}

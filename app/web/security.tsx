import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Folds } from '#web/ui/fold.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { PasskeysPanel } from '../../features/account/passkeys/panel.tsx'
import { ChangePasswordPanel } from '../../features/account/password/panel.tsx'
import { TimeZoneOffer } from '../../features/account/profile/time-zone-panel.tsx'
import { TwoFactorPanel } from '../../features/account/recovery/panel.tsx'
import { LoginHistoryPanel } from '../../features/account/sessions/history-panel.tsx'
import { SecuredNotice, SessionsPanel } from '../../features/account/sessions/panel.tsx'
import { RecoveryCodesPanel } from '../../features/account/two-factor/recovery-codes-panel.tsx'
import { protectionsOf, type Protection } from './account-steps.ts'
import { addresses } from './addresses.ts'
import { messages as frameMessages } from './frame-messages.ts'
import { Icon } from './icons.tsx'
import { leaveEverywhere } from './leave.ts'
import { overviewQuery } from './overview.ts'
import { messages } from './security-messages.ts'
import styles from './security.module.css'

export function SecurityHeader() {
  const t = useMessages(frameMessages)
  return <PageHeader title={t.security} intro={t.securityIntro} />
}

/** In the order of use: what protects the account, then where it is used. */
export function Security() {
  const [isCompromised, setCompromised] = useState(false)
  const { data: overview } = useQuery(overviewQuery)
  const onReported = () => setCompromised(true)
  return (
    <Page>
      <SecurityHeader />
      {isCompromised && <SecuredNotice url="#change-password" />}
      <Strip isCompromised={isCompromised} />
      <TimeZoneOffer />
      <Folds>
        <ChangePasswordPanel
          changedAt={overview?.passwordChangedAt}
          isCompromised={isCompromised}
          onChanged={() => setCompromised(false)}
        />
        <PasskeysPanel />
        <TwoFactorPanel resetUrl={addresses.reset2fa()} />
        <RecoveryCodesPanel />
      </Folds>
      <Folds>
        <SessionsPanel onCurrentEnded={() => leaveEverywhere('user')} onReported={onReported} />
        <LoginHistoryPanel onReported={onReported} />
      </Folds>
    </Page>
  )
}

const next = {
  password: 'passwordNext',
  passkey: 'passkeyNext',
  authenticator: 'authenticatorNext',
  codes: 'codesNext',
} as const satisfies Record<Protection, string>

function Strip({ isCompromised }: { isCompromised: boolean }) {
  const t = useMessages(messages)
  const steps = protectionsOf(useMe(), isCompromised)
  const done = steps.filter(({ isDone }) => isDone).length
  const missing = steps.find(({ isDone }) => !isDone)
  return (
    <div className={styles.strip} data-done={missing === undefined}>
      <Icon name="shield" />
      <p>
        <strong>{fill(t.done, { done, count: steps.length })}</strong>
        <span>{missing ? t[next[missing.name]] : t.allDone}</span>
      </p>
    </div>
  )
}
